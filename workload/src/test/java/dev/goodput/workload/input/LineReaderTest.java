package dev.goodput.workload.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineReaderTest {
  @TempDir private Path directory;

  @Test
  void numbersLinesWhateverTheirEnds() throws IOException {
    try (LineReader lines =
        reader("\ufeffone\r\n\r\n  \nzwölf\nlast".getBytes(StandardCharsets.UTF_8))) {
      assertThat(lines.nextFilled()).isEqualTo("one");
      assertThat(lines.nextFilled()).isEqualTo("zwölf");
      assertThat(lines.number()).isEqualTo(4);
      assertThat(lines.next()).isEqualTo("last");
      assertThat(lines.next()).isNull();
      assertThat(lines.number()).isEqualTo(5);
    }
  }

  @Test
  void unpacksGzip() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write("packed\nlines".getBytes(StandardCharsets.UTF_8));
    }
    try (LineReader lines = reader(packed.toByteArray())) {
      assertThat(lines.next()).isEqualTo("packed");
      assertThat(lines.next()).isEqualTo("lines");
    }
  }

  @Test
  void namesTheLineThatIsNotUtf8() throws IOException {
    try (LineReader lines = reader(new byte[] {'a', '\n', (byte) 0xc3, '(', '\n'})) {
      lines.next();
      assertThatThrownBy(lines::next)
          .isInstanceOf(WorkloadException.Malformed.class)
          .hasMessageEndingWith("lines:2: the line is not UTF-8 text");
    }
  }

  private LineReader reader(byte[] bytes) throws IOException {
    Path file = directory.resolve("lines");
    Files.write(file, bytes);
    return new LineReader(new TextFile(file));
  }
}
