package dev.goodput.app.bench;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.load.Slice;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunNotes;
import dev.goodput.runner.AppException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Slices of a load as they are typed, and as a manifest keeps them.
final class Shards {
  private static final Pattern TYPED = Pattern.compile("(\\d{1,4})/(\\d{1,4})");

  private Shards() {}

  /// Reads `2/4`.
  ///
  /// @throws dev.goodput.runner.AppException.Usage where there is no such slice
  static Slice read(String text) {
    Matcher typed = TYPED.matcher(text.strip());
    int number = typed.matches() ? Integer.parseInt(typed.group(1)) : 0;
    int of = typed.matches() ? Integer.parseInt(typed.group(2)) : 0;
    refuse(
        number < 1 || of < number || of > Slice.MAX,
        "--shard \"%s\" is no slice; the second of four is 2/4, of at most %d"
            .formatted(text, Slice.MAX));
    return new Slice(number, of);
  }

  /// Reads the time of a common start.
  ///
  /// @throws dev.goodput.runner.AppException.Usage where it is no time with an offset
  static Instant begin(String text) {
    try {
      return OffsetDateTime.parse(text.strip()).toInstant();
    } catch (DateTimeParseException e) {
      throw new AppException.Usage(
          "--begin-at \"%s\" is no time; write one like 2026-01-31T12:00:00Z".formatted(text));
    }
  }

  /// Records the load in the manifest, and of a slice which one it is.
  static Manifest addTo(Manifest manifest, LoadPlan load) {
    Slice slice = load.slice();
    Manifest requested = manifest.with("run.schedule", load.schedule());
    if (slice.of() == 1) {
      return requested;
    }
    return RunNotes.keep(
        requested.with("run.shard", slice.toString()),
        List.of(
            "slice "
                + slice
                + " of one load: the other slices go to the same server, and its latencies are"
                + " those of all of it; goodput report RUN1 RUN2 … makes one run of the slices"));
  }
}
