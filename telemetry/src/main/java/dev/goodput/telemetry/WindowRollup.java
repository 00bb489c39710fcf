package dev.goodput.telemetry;

import dev.goodput.record.ByteSink;
import dev.goodput.record.ByteSource;
import java.util.Arrays;

/// The sums of one key over one window of event time, or a part of them: parts of one window and
/// key are added.
///
/// @param startMillis the window's start, in milliseconds since 1970 (UTC)
/// @param lengthMillis the window's length
/// @param key the key
/// @param sums the sums
public record WindowRollup(long startMillis, long lengthMillis, RollupKey key, Rollup sums) {
  private static final int MAGIC = 'R';
  private static final int MAJOR = 1;

  /// 1 appends counters of requests and readers, and histograms of stalls and waits.
  private static final int MINOR = 1;

  private static final int TYPICAL_BYTES = 1024;

  /// Returns a copy whose sums can change by themselves.
  public WindowRollup copy() {
    return new WindowRollup(startMillis, lengthMillis, key, sums.copy());
  }

  /// Returns its bytes. The header is the letter `R` and the major and minor version, with the
  /// rules of [EventCodec].
  public byte[] encode() {
    ByteSink sink = new ByteSink(TYPICAL_BYTES + sums.writtenBytes());
    sink.octet(MAGIC);
    sink.octet(MAJOR);
    sink.octet(MINOR);
    sink.varint(startMillis);
    sink.varint(lengthMillis);
    key.write(sink);
    sums.write(sink);
    return Arrays.copyOf(sink.bytes(), sink.length());
  }

  /// Returns the roll-up of these bytes.
  ///
  /// @throws EventFormatException if the bytes are not a roll-up, are damaged, or have a newer
  ///   major version
  public static WindowRollup decode(byte[] bytes) {
    ByteSource source = new ByteSource(bytes, bytes.length);
    EventCodec.header(source, MAGIC, MAJOR, "roll-up");
    try {
      return new WindowRollup(
          source.varint(), source.varint(), RollupKey.read(source), Rollup.read(source));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new EventFormatException("damaged roll-up: " + e.getMessage());
    }
  }
}
