package dev.goodput.history;

import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Manifest;
import java.util.Locale;
import java.util.Optional;

/// Descriptions of the run directories that a gateway or `watch` writes as its log, rotated by time
/// or size. They have no report until a user requests one.
final class TrafficLogText {
  private TrafficLogText() {}

  /// Returns why the log cannot be merged with others.
  static String whyNotSlice(Manifest manifest) {
    return "is a part of "
        + owner(manifest)
        + ", and no slice of a load: goodput report takes one part at a time, goodput compare"
        + " several; for longer parts set "
        + (fromGateway(manifest) ? "log.rotate-every and log.rotate-size" : "--rotate");
  }

  private static String owner(Manifest manifest) {
    return fromGateway(manifest) ? "a gateway's log" : "a watch's log";
  }

  private static boolean fromGateway(Manifest manifest) {
    return manifest.text("run.arrivals").filter(ArrivalKind.OBSERVED.word()::equals).isPresent();
  }

  /// Returns what it is and how many records it holds; the number is unknown until the log has
  /// ended.
  ///
  /// @param open whether a process is writing it
  static String summary(Manifest manifest, boolean open) {
    String owner = owner(manifest);
    if (manifest.text("gateway.ended").isEmpty()) {
      return owner
          + (open ? " that is still being written" : " that was broken off")
          + ": goodput report shows it";
    }
    return owner + records(manifest).map(" of "::concat).orElse("") + ": goodput report shows it";
  }

  private static Optional<String> records(Manifest manifest) {
    try {
      return manifest
          .text("gateway.records")
          .map(Long::parseLong)
          .map(count -> String.format(Locale.ROOT, "%,d record%s", count, count == 1 ? "" : "s"));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
