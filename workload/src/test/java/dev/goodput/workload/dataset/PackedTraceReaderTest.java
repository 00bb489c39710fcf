package dev.goodput.workload.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class PackedTraceReaderTest {

  @Test
  void readsWhatThePackerWrote() throws IOException {
    int[] input = {1, 1025, 512};
    int[] output = {7, 100_000, 1};
    long[] times = {0, 300, 123_456_789_000L};
    long[][] blocks = {{9}, {9, 10, 4}, {1L << 40}};
    LengthTable table = new LengthTable(input, output, times, blocks, 512);

    LengthTable read = unpack(TracePacker.pack(table, times));

    assertThat(read.recordedOffsets()).isEqualTo(times);
    assertThat(read.blockTokens()).isEqualTo(512);
    for (int row = 0; row < 3; row++) {
      assertThat(read.inputTokens(row)).isEqualTo(input[row]);
      assertThat(read.outputTokens(row)).isEqualTo(output[row]);
      assertThat(read.blocks(row)).isEqualTo(blocks[row]);
    }
  }

  @Test
  void detectsChangedBytes() throws IOException {
    assertThatThrownBy(() -> unpack(gzip(new byte[] {'G', 'P', 'L', 'X', 1, 0, 0})))
        .isInstanceOf(IOException.class)
        .hasMessage("not a packed trace of version 1");
  }

  @Test
  void detectsATruncatedFile() throws IOException {
    assertThatThrownBy(() -> unpack(gzip(new byte[] {'G', 'P', 'L', 'T', 1, 0, 5, 1})))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ends early");
  }

  private static LengthTable unpack(byte[] bytes) throws IOException {
    return PackedTraceReader.read(new ByteArrayInputStream(bytes));
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }
}
