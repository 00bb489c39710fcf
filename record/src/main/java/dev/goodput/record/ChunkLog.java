package dev.goodput.record;

import java.util.Arrays;

/// The content events of one exchange in order, with the time, channel and token count of each.
///
/// Stored delta-coded in a byte array, about four to five bytes an event at usual gaps: a varint of
/// `gap << 3 | channel << 1 | counted`, followed by a varint of the tokens if they are counted. The
/// first gap counts from the run's start. Events completed by one socket read share one stamp, so a
/// gap of zero means that the event came in the same read as the one before it.
public final class ChunkLog {
  private static final long LONGEST_GAP = 1L << 60;

  /// A log without events.
  public static final ChunkLog EMPTY = new ChunkLog(new byte[0], 0);

  private final byte[] code;
  private final int count;

  private ChunkLog(byte[] code, int count) {
    this.code = code;
    this.count = count;
  }

  /// Decodes bytes made by [#encoded()].
  ///
  /// @throws IllegalArgumentException if the bytes do not hold exactly `count` events
  public static ChunkLog decode(byte[] code, int count) {
    return adopt(code.clone(), count);
  }

  /// The same as [#decode(byte[], int)] without a copy; no one else may hold the bytes.
  static ChunkLog adopt(byte[] code, int count) {
    if (count == 0 && code.length == 0) {
      return EMPTY;
    }
    ChunkLog log = new ChunkLog(code, count);
    log.check();
    return log;
  }

  private void check() {
    if (count < 0 || count > code.length) {
      throw new IllegalArgumentException("chunk log cannot hold " + count + " events");
    }
    Cursor cursor = cursor();
    try {
      while (cursor.next()) {
        if (cursor.nanos < 0 || cursor.tokens < TokenCounts.UNKNOWN) {
          throw new IllegalArgumentException("chunk log holds a number that is too large");
        }
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      throw new IllegalArgumentException("chunk log ends early", e);
    }
    if (cursor.position != code.length) {
      throw new IllegalArgumentException("chunk log has bytes left over");
    }
  }

  /// Returns the encoded bytes, which must not be changed.
  byte[] code() {
    return code;
  }

  /// Returns a copy of the encoded bytes.
  public byte[] encoded() {
    return code.clone();
  }

  /// Returns the number of content events.
  public int count() {
    return count;
  }

  /// Returns a cursor before the first event.
  public Cursor cursor() {
    return new Cursor();
  }

  /// Returns the same log on another clock.
  ///
  /// @throws IllegalArgumentException if an event would come before that clock's start
  ChunkLog shifted(long byNanos) {
    if (byNanos == 0 || count == 0) {
      return this;
    }
    Builder shifted = new Builder();
    Cursor cursor = cursor();
    while (cursor.next()) {
      shifted.add(cursor.nanos() + byNanos, cursor.channel(), cursor.tokens());
    }
    return shifted.build();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ChunkLog that && count == that.count && Arrays.equals(code, that.code);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(code);
  }

  @Override
  public String toString() {
    return "ChunkLog[" + count + " events, " + code.length + " bytes]";
  }

  /// A cursor over the events; the accessors describe the event that [#next()] moved to.
  public final class Cursor {
    private int position;
    private int index;
    private long nanos;
    private boolean sharedRead;
    private int channel;
    private int tokens;

    private Cursor() {}

    /// Moves to the next event; returns false at the end.
    public boolean next() {
      if (index == count) {
        return false;
      }
      long head = varint();
      long gap = head >>> 3;
      sharedRead = index > 0 && gap == 0;
      nanos += gap;
      channel = (int) (head >>> 1) & 3;
      tokens = (head & 1) == 1 ? (int) varint() : TokenCounts.UNKNOWN;
      index++;
      return true;
    }

    private long varint() {
      long value = 0;
      for (int shift = 0; shift < 64; shift += 7) {
        byte b = code[position++];
        value |= (long) (b & 0x7f) << shift;
        if (b >= 0) {
          return value;
        }
      }
      throw new IllegalArgumentException("chunk log holds a number over 64 bits");
    }

    /// Returns the event's stamp, in nanoseconds since the run began.
    public long nanos() {
      return nanos;
    }

    /// Returns whether the socket read that completed this event also completed the one before.
    public boolean sharedRead() {
      return sharedRead;
    }

    /// Returns the event's channel.
    public Channel channel() {
      return Channel.of(channel);
    }

    /// Returns the tokens in the event, [TokenCounts#UNKNOWN] if not known.
    public int tokens() {
      return tokens;
    }
  }

  /// A collector of events as they arrive, for one exchange and one thread.
  public static final class Builder {
    private static final byte[] NOTHING = new byte[0];

    private byte[] code = NOTHING;
    private int length;
    private int count;
    private long lastNanos;

    /// Appends an event. `nanos` is not before the run's start and never decreases; `tokens` is
    /// [TokenCounts#UNKNOWN] or more.
    ///
    /// @throws IllegalArgumentException if the stamp is before the last one or 36 years after it
    public void add(long nanos, Channel channel, int tokens) {
      long gap = nanos - lastNanos;
      if (gap < 0 || gap >= LONGEST_GAP) {
        throw new IllegalArgumentException("chunk stamp out of order, by ns: " + gap);
      }
      ensure(20);
      int counted = tokens >= 0 ? 1 : 0;
      varint((gap << 3) | ((long) channel.code << 1) | counted);
      if (counted == 1) {
        varint(tokens);
      }
      lastNanos = nanos;
      count++;
    }

    private void ensure(int more) {
      if (length + more > code.length) {
        code = Arrays.copyOf(code, Math.max(64, code.length * 3 / 2 + more));
      }
    }

    private void varint(long value) {
      long rest = value;
      while ((rest & ~0x7fL) != 0) {
        code[length++] = (byte) (rest | 0x80);
        rest >>>= 7;
      }
      code[length++] = (byte) rest;
    }

    /// Returns the number of events added.
    public int count() {
      return count;
    }

    /// Returns the finished log and resets the builder.
    public ChunkLog build() {
      ChunkLog log = count == 0 ? EMPTY : new ChunkLog(Arrays.copyOf(code, length), count);
      length = 0;
      count = 0;
      lastNanos = 0;
      return log;
    }
  }
}
