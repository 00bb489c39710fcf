package dev.goodput.workload.dataset;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/// A reader of the compact format of the built-in data.
///
/// Gzip over: `GPLT`, a version (1), then varints: flags (1 timed, 2 blocks), number of rows, the
/// unit of times in ns if timed, the tokens of a block if there are blocks. Column after column
/// follows: times as differences, prompt tokens, response tokens, and the blocks of each row as
/// runs of rising ids (number of runs; per run the zigzag distance from the end of the run before,
/// and its length).
final class PackedTraceReader {
  static final int MAGIC = 0x47504c54;
  static final int VERSION = 1;
  static final int TIMED = 1;
  static final int BLOCKS = 2;

  private final InputStream in;

  private PackedTraceReader(InputStream in) {
    this.in = in;
  }

  /// Reads a whole table; leaves the stream open.
  ///
  /// @throws IOException if the bytes are not such a table
  static LengthTable read(InputStream stream) throws IOException {
    return new PackedTraceReader(
            new BufferedInputStream(new GZIPInputStream(stream, 1 << 16), 1 << 16))
        .table();
  }

  private LengthTable table() throws IOException {
    int magic = 0;
    for (int i = 0; i < 4; i++) {
      magic = magic << 8 | octet();
    }
    if (magic != MAGIC || octet() != VERSION) {
      throw new IOException("not a packed trace of version " + VERSION);
    }
    long flags = varint();
    int rows = (int) varint();
    long unitNanos = (flags & TIMED) == 0 ? 0 : varint();
    int blockTokens = (flags & BLOCKS) == 0 ? 0 : (int) varint();
    long[] offsets = (flags & TIMED) == 0 ? null : times(rows, unitNanos);
    int[] input = column(rows);
    int[] output = column(rows);
    long[][] blocks = (flags & BLOCKS) == 0 ? null : blocks(input, blockTokens);
    return new LengthTable(input, output, offsets, blocks, blockTokens);
  }

  private long[] times(int rows, long unitNanos) throws IOException {
    long[] times = new long[rows];
    long now = 0;
    for (int i = 0; i < rows; i++) {
      now += varint() * unitNanos;
      times[i] = now;
    }
    return times;
  }

  private int[] column(int rows) throws IOException {
    int[] column = new int[rows];
    for (int i = 0; i < rows; i++) {
      column[i] = (int) varint();
    }
    return column;
  }

  private long[][] blocks(int[] input, int blockTokens) throws IOException {
    long[][] blocks = new long[input.length][];
    for (int i = 0; i < input.length; i++) {
      blocks[i] = runs(new long[Math.ceilDiv(input[i], blockTokens)]);
    }
    return blocks;
  }

  private long[] runs(long[] ids) throws IOException {
    int filled = 0;
    long next = 0;
    for (long left = varint(); left > 0; left--) {
      long zigzag = varint();
      next += zigzag >>> 1 ^ -(zigzag & 1);
      for (long length = varint(); length > 0; length--) {
        ids[filled++] = next++;
      }
    }
    if (filled != ids.length) {
      throw new IOException("a row's blocks do not cover its prompt");
    }
    return ids;
  }

  private long varint() throws IOException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int octet = octet();
      value |= (long) (octet & 0x7f) << shift;
      if (octet < 0x80) {
        return value;
      }
    }
    throw new IOException("a number over 64 bits");
  }

  private int octet() throws IOException {
    int octet = in.read();
    if (octet < 0) {
      throw new EOFException("a packed trace that ends early");
    }
    return octet;
  }
}
