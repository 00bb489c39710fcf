package dev.goodput.workload.dataset;

import dev.goodput.workload.input.TextFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// A writer of the compact format that [PackedTraceReader] reads; the built-in data were made with
/// it from their originals (`NOTICE-data.md` names them).
final class TracePacker {
  /// The Azure traces have seven decimal digits of a second.
  private static final long UNIT_NANOS = 100;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private TracePacker() {}

  /// Arguments: an original file (CSV or Mooncake JSON lines, optionally gzipped) and the file to
  /// write.
  public static void main(String[] arguments) throws IOException {
    TextFile original = new TextFile(Path.of(arguments[0]));
    LengthTable table =
        original.firstByte() == '{' ? MooncakeReader.read(original) : CsvReader.read(original);
    Files.write(Path.of(arguments[1]), pack(table, table.recordedOffsets()));
  }

  /// Returns the packed table; `times` is empty without times.
  static byte[] pack(LengthTable table, long[] times) throws IOException {
    TracePacker packer = new TracePacker();
    packer.table(table, times);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream gzip = new BestGzip(packed)) {
      packer.out.writeTo(gzip);
    }
    return packed.toByteArray();
  }

  private static final class BestGzip extends GZIPOutputStream {
    BestGzip(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_COMPRESSION);
    }
  }

  private void table(LengthTable table, long[] times) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      out.write(PackedTraceReader.MAGIC >>> shift);
    }
    out.write(PackedTraceReader.VERSION);
    boolean timed = times.length > 0;
    boolean blocks = table.blockTokens() > 0;
    varint((timed ? PackedTraceReader.TIMED : 0) | (blocks ? PackedTraceReader.BLOCKS : 0));
    varint(table.size());
    if (timed) {
      varint(UNIT_NANOS);
    }
    if (blocks) {
      varint(table.blockTokens());
    }
    columns(table, times);
  }

  private void columns(LengthTable table, long[] times) {
    long last = 0;
    for (long time : times) {
      varint((time - last) / UNIT_NANOS);
      last = time;
    }
    for (int i = 0; i < table.size(); i++) {
      varint(table.inputTokens(i));
    }
    for (int i = 0; i < table.size(); i++) {
      varint(table.outputTokens(i));
    }
    for (int i = 0; i < table.size(); i++) {
      long[] blocks = table.blocks(i);
      if (blocks != null) {
        runs(blocks);
      }
    }
  }

  private void runs(long[] ids) {
    int runs = 0;
    for (int i = 0; i < ids.length; i++) {
      runs += i == 0 || ids[i] != ids[i - 1] + 1 ? 1 : 0;
    }
    varint(runs);
    long next = 0;
    int begin = 0;
    while (begin < ids.length) {
      int end = begin + 1;
      while (end < ids.length && ids[end] == ids[end - 1] + 1) {
        end++;
      }
      long distance = ids[begin] - next;
      varint(distance << 1 ^ distance >> 63);
      varint(end - begin);
      next = ids[end - 1] + 1;
      begin = end;
    }
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
