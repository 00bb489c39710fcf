package dev.goodput.history;

import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// How the clocks of a slice's machine differ from those of the coordinator that started it.
///
/// @param run the id of the run, the same in all of its slices
/// @param offsetNanos the machine's monotonic clock less the coordinator's, at the start
/// @param boundNanos by how much both offsets may be wrong at the start
/// @param wallOffsetNanos the machine's wall clock less the coordinator's
/// @param driftPpm how much faster the machine's clock ran, in parts per million
/// @param rounds how often the offset was measured
public record SharedClock(
    String run,
    long offsetNanos,
    long boundNanos,
    long wallOffsetNanos,
    double driftPpm,
    int rounds) {
  /// The key of the run's id.
  static final String RUN = "run.fleet";

  private static final String ORIGIN = RUN + ".origin_nanos";
  private static final String CLOCK = RUN + ".clock";
  private static final int PARTS = 6;

  /// Reads the result of [#encode].
  ///
  /// @throws IllegalArgumentException if it is none
  public static SharedClock decode(String word) {
    String[] parts = word.split(",", -1);
    if (parts.length != PARTS) {
      throw new IllegalArgumentException("not a shared clock: " + word);
    }
    return new SharedClock(
        parts[0],
        Long.parseLong(parts[1]),
        Long.parseLong(parts[2]),
        Long.parseLong(parts[3]),
        Double.parseDouble(parts[4]),
        Integer.parseInt(parts[5]));
  }

  /// Returns its values between commas.
  public String encode() {
    return "%s,%d,%d,%d,%s,%d"
        .formatted(run, offsetNanos, boundNanos, wallOffsetNanos, driftPpm, rounds);
  }

  /// Adds it to the manifest of a slice.
  ///
  /// @param originNanoTime the time by the machine's monotonic clock from which the log's stamps
  ///   count
  public Manifest addTo(Manifest manifest, long originNanoTime) {
    return manifest.with(RUN, run).with(CLOCK, encode()).with(ORIGIN, originNanoTime - offsetNanos);
  }

  /// Returns the clock in a slice's manifest; empty if it had no coordinator.
  ///
  /// @throws RecordException.BadValue if it cannot be read
  static Optional<SharedClock> of(Manifest manifest) {
    Optional<String> word = manifest.text(CLOCK);
    try {
      return word.map(SharedClock::decode);
    } catch (IllegalArgumentException e) {
      throw new RecordException.BadValue(CLOCK, "\"" + word.orElse("") + "\"", "six values");
    }
  }

  /// Returns the time by the coordinator's monotonic clock from which a slice's stamps count; empty
  /// if it had no coordinator.
  static OptionalLong originNanos(Manifest manifest) {
    return manifest.whole(ORIGIN);
  }

  /// Returns the offset of the wall clock in words.
  String wallOffset() {
    return String.format(Locale.ROOT, "%+.6f s ± %.6f s", wallOffsetNanos / 1e9, boundNanos / 1e9);
  }

  @Override
  public String toString() {
    return wallOffset()
        + (rounds < 2 ? "" : String.format(Locale.ROOT, ", drift %+.1f ppm", driftPpm));
  }
}
