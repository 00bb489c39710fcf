package dev.goodput.telemetry;

import dev.goodput.record.ByteSource;

/// What is known of an event or a [Partial] before the rest is decoded.
///
/// @param endedMicros the event time, in microseconds since 1970 (UTC)
/// @param source its origin
public record EventHeader(long endedMicros, EventSource source) {
  /// Returns the event time in milliseconds since 1970 (UTC).
  public long endedMillis() {
    return Math.floorDiv(endedMicros, 1000L);
  }

  /// Reads the header of an event or a partial.
  ///
  /// @throws EventFormatException if the bytes are neither, are damaged, or have a newer major
  ///   version
  public static EventHeader of(byte[] bytes) {
    boolean partial = Partial.is(bytes);
    ByteSource source = new ByteSource(bytes, bytes.length);
    EventCodec.header(source, partial);
    try {
      long ended = EventCodec.amount(source);
      if (!partial) {
        var unusedFlags = source.varint();
        var unusedResidence = EventCodec.amount(source);
      }
      return new EventHeader(ended, EventCodec.source(source));
    } catch (IllegalArgumentException e) {
      throw EventCodec.damaged(partial, e);
    }
  }

  /// Returns the event time of an event or a partial, in milliseconds since 1970 (UTC), without
  /// reading its origin.
  ///
  /// @throws EventFormatException as [#of] does
  public static long endedMillis(byte[] bytes) {
    boolean partial = Partial.is(bytes);
    ByteSource source = new ByteSource(bytes, bytes.length);
    EventCodec.header(source, partial);
    try {
      return Math.floorDiv(source.varint(), 1000L);
    } catch (IllegalArgumentException e) {
      throw EventCodec.damaged(partial, e);
    }
  }
}
