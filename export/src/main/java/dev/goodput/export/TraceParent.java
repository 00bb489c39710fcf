package dev.goodput.export;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The trace that a client's request belongs to, from its `traceparent` header (W3C Trace Context,
/// level 1).
///
/// @param traceId 32 hexadecimal digits, not all 0
/// @param spanId 16 hexadecimal digits, not all 0: the client's span
/// @param sampled whether the client records the trace
public record TraceParent(String traceId, String spanId, boolean sampled) {
  private static final Pattern TRACE = Pattern.compile("(?!0+$)[0-9a-f]{32}");
  private static final Pattern SPAN = Pattern.compile("(?!0+$)[0-9a-f]{16}");
  private static final Pattern HEADER =
      Pattern.compile("([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

  /// Checks the ids.
  ///
  /// @throws IllegalArgumentException if one is malformed
  public TraceParent {
    if (!TRACE.matcher(traceId).matches() || !SPAN.matcher(spanId).matches()) {
      throw new IllegalArgumentException(
          "expected 32 and 16 hexadecimal digits, found %s and %s".formatted(traceId, spanId));
    }
  }

  /// Parses a header; returns empty if it is missing or malformed, in which case it is to be
  /// ignored.
  public static Optional<TraceParent> parse(@Nullable String header) {
    Matcher matcher = HEADER.matcher(header == null ? "" : header.strip());
    if (!matcher.matches() || matcher.group(1).equals("ff")) {
      return Optional.empty();
    }
    boolean longer = matcher.group(5) != null;
    String trace = matcher.group(2);
    String span = matcher.group(3);
    if ((longer && matcher.group(1).equals("00"))
        || !TRACE.matcher(trace).matches()
        || !SPAN.matcher(span).matches()) {
      return Optional.empty();
    }
    boolean sampled = (Integer.parseInt(matcher.group(4), 16) & 1) == 1;
    return Optional.of(new TraceParent(trace, span, sampled));
  }
}
