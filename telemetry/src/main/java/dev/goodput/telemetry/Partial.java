package dev.goodput.telemetry;

import dev.goodput.record.ByteSink;
import dev.goodput.record.ByteSource;
import java.util.Arrays;

/// A part of the roll-up of one full key, folded by a gateway from events of its own: it is sent in
/// their place. Its binary form begins with the letter `P`, and has the rules of [EventCodec].
///
/// @param source its origin, by which a repeat is recognized. Partials have numbers of their own
/// @param latestMicros the end of its latest event, in microseconds since 1970 (UTC)
/// @param part the sums
public record Partial(EventSource source, long latestMicros, WindowRollup part) {
  /// The length of its window.
  public static final long WINDOW_MILLIS = 10_000;

  static final int MAGIC = 'P';
  static final int MAJOR = 1;
  static final String NAME = "partial";

  private static final int MINOR = 0;
  private static final int TYPICAL_BYTES = 1024;

  /// Returns whether these bytes begin like a partial.
  public static boolean is(byte[] bytes) {
    return bytes.length > 0 && bytes[0] == MAGIC;
  }

  /// Returns its bytes.
  public byte[] encode() {
    ByteSink sink = new ByteSink(TYPICAL_BYTES);
    sink.octet(MAGIC);
    sink.octet(MAJOR);
    sink.octet(MINOR);
    sink.varint(latestMicros);
    EventCodec.write(source, sink);
    sink.block(part.encode());
    return Arrays.copyOf(sink.bytes(), sink.length());
  }

  /// Returns the partial of these bytes.
  ///
  /// @throws EventFormatException if the bytes are not a partial, are damaged, have a newer major
  ///   version, or hold another window or key than a partial has
  public static Partial decode(byte[] bytes) {
    ByteSource source = new ByteSource(bytes, bytes.length);
    var unused = EventCodec.header(source, MAGIC, MAJOR, NAME);
    try {
      long latest = EventCodec.amount(source);
      EventSource origin = EventCodec.source(source);
      return new Partial(origin, latest, checked(WindowRollup.decode(source.block())));
    } catch (IllegalArgumentException e) {
      throw new EventFormatException("damaged partial: " + e.getMessage());
    }
  }

  private static WindowRollup checked(WindowRollup part) {
    if (part.lengthMillis() != WINDOW_MILLIS
        || part.startMillis() < 0
        || part.startMillis() % WINDOW_MILLIS != 0) {
      throw new EventFormatException(
          "a partial has a window of %d ms from %d, not one of %d ms"
              .formatted(part.lengthMillis(), part.startMillis(), WINDOW_MILLIS));
    }
    if (part.key().mask() != RollupKey.FULL || part.sums().bits() < SparseHistogram.FINE_BITS) {
      throw new EventFormatException(
          "a partial has mask %d and %d bits, not mask %d and %d bits"
              .formatted(
                  part.key().mask(),
                  part.sums().bits(),
                  RollupKey.FULL,
                  SparseHistogram.FINE_BITS));
    }
    return part;
  }
}
