package dev.goodput.telemetry;

import dev.goodput.metrics.stream.ReaderReplay;

/// How a streamed response read at the gateway's reading speed, as [ReaderReplay] defines it.
///
/// @param stalls how often the reader waited after the first token
/// @param stutters visible chunk gaps above 150 ms
/// @param stallMicros time that the reader waited after the first token, in microseconds
/// @param longestStallNanos the longest of those waits, rounded up
/// @param readingMicros time from the first visible token to the reader's end, in microseconds
public record EventReading(
    int stalls, int stutters, long stallMicros, long longestStallNanos, long readingMicros) {
  private static final long NOTICEABLE_NANOS = 250_000_000;
  private static final long BROKEN_NANOS = 1_000_000_000;

  static EventReading of(ReaderReplay reader) {
    return new EventReading(
        reader.stalls(),
        reader.stutters(),
        Math.round(reader.stallNanos() / 1000),
        (long) Math.ceil(reader.longestStallNanos()),
        Math.round(reader.readingNanos() / 1000));
  }

  /// Returns whether the longest wait is noticeable: above 250 ms.
  public boolean noticeable() {
    return longestStallNanos > NOTICEABLE_NANOS;
  }

  /// Returns whether the longest wait breaks the reading flow: above 1 s.
  public boolean broken() {
    return longestStallNanos > BROKEN_NANOS;
  }
}
