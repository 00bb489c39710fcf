package dev.goodput.history;

import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Manifest;
import java.util.Locale;
import java.util.Optional;

/// A description of run directories of a gateway's or `watch`'s log, which is rotated by time or
/// size. No report is written for them automatically.
final class TrafficLogText {
  private TrafficLogText() {}

  /// Returns why the log cannot be merged with others.
  static String whyNotSlice(Manifest manifest) {
    return "is a part of "
        + whose(manifest)
        + ", and no slice of a load: goodput report takes one part at a time, goodput compare"
        + " several; for longer parts set "
        + (observed(manifest) ? "log.rotate-every and log.rotate-size" : "--rotate");
  }

  private static String whose(Manifest manifest) {
    return observed(manifest) ? "a gateway's log" : "a watch's log";
  }

  private static boolean observed(Manifest manifest) {
    return manifest.text("run.arrivals").filter(ArrivalKind.OBSERVED.word()::equals).isPresent();
  }

  /// Returns what it is and how many records it holds; the number is unknown until the log has
  /// ended.
  static String words(Manifest manifest) {
    String whose = whose(manifest);
    if (manifest.text("gateway.ended").isEmpty()) {
      return whose + " that has not ended: still being written, or broken off";
    }
    return whose + records(manifest).map(" of "::concat).orElse("") + ": goodput report shows it";
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
