package dev.goodput.telemetry.metric;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Content negotiation of the page's format by the `Accept` header (RFC 9110, §12.5.1).
final class FormatNegotiation {
  /// The formats, the most detailed one first: it wins a tie.
  enum Format {
    /// Prometheus protobuf, length-delimited: the only format with native histograms.
    PROTOBUF("application/vnd.google.protobuf"),
    /// OpenMetrics text: with exemplars.
    OPEN_METRICS("application/openmetrics-text"),
    /// Prometheus text 0.0.4, which every scraper reads.
    TEXT("text/plain");

    private final String mediaType;

    Format(String mediaType) {
      this.mediaType = mediaType;
    }
  }

  private FormatNegotiation() {}

  /// Returns the preferred format; text if the header is missing or names none of these.
  static Format of(@Nullable String accept) {
    Format best = Format.TEXT;
    double most = 0;
    for (Format format : Format.values()) {
      double quality = accept == null ? 0 : quality(accept, format);
      if (quality > most) {
        best = format;
        most = quality;
      }
    }
    return best;
  }

  private static double quality(String accept, Format format) {
    double most = 0;
    for (String range : accept.toLowerCase(Locale.ROOT).split(",", -1)) {
      String[] parts = range.strip().split("\\s*;\\s*", -1);
      if (parts[0].equals(format.mediaType) && understood(parts, format)) {
        most = Math.max(most, quality(parts));
      }
    }
    return most;
  }

  /// Protobuf is identified by its message and its framing.
  private static boolean understood(String[] parts, Format format) {
    for (int i = 1; format == Format.PROTOBUF && i < parts.length; i++) {
      boolean other = parts[i].startsWith("proto=") && !parts[i].endsWith(".metricfamily");
      if (other || (parts[i].startsWith("encoding=") && !parts[i].endsWith("=delimited"))) {
        return false;
      }
    }
    return true;
  }

  private static double quality(String[] parts) {
    for (int i = 1; i < parts.length; i++) {
      if (parts[i].matches("q=[01](\\.[0-9]{0,3})?")) {
        return Double.parseDouble(parts[i].substring(2));
      }
    }
    return 1;
  }
}
