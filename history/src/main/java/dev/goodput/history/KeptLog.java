package dev.goodput.history;

import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Manifest;
import java.util.Locale;
import java.util.Optional;

/// What a manifest tells of a run directory that a gateway or a watch writes of what it sees, of
/// which the next begins after a time or a size. Nobody makes a report of it.
final class KeptLog {
  private KeptLog() {}

  /// Why it is not laid together with others.
  static String noSlice(Manifest manifest) {
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

  /// What it is, and how much it holds; before its end nobody has counted that.
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
