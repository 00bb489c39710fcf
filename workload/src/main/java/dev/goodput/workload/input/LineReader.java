package dev.goodput.workload.input;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A reader of UTF-8 lines that counts them; line ends are LF or CRLF, a byte order mark is
/// dropped.
public final class LineReader implements AutoCloseable {
  private static final int MAX_BYTES = 1 << 26;

  private final TextFile file;
  private final InputStream in;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long number;

  /// Opens a file.
  public LineReader(TextFile file) throws IOException {
    this.file = file;
    this.in = file.open();
  }

  /// Returns the next line without its end, null after the last.
  ///
  /// @throws WorkloadException.Malformed if it is not UTF-8 or longer than 64 MiB
  public @Nullable String next() throws IOException {
    bytes.reset();
    int octet = in.read();
    if (octet < 0) {
      return null;
    }
    number++;
    while (octet >= 0 && octet != '\n') {
      if (bytes.size() == MAX_BYTES) {
        throw file.malformed(number, "the line is longer than 64 MiB");
      }
      bytes.write(octet);
      octet = in.read();
    }
    return decoded();
  }

  /// Returns the next line that is not blank, null after the last.
  public @Nullable String nextFilled() throws IOException {
    String line = next();
    while (line != null && line.isBlank()) {
      line = next();
    }
    return line;
  }

  private String decoded() {
    String line;
    try {
      line = decoder.decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
    } catch (CharacterCodingException e) {
      throw file.malformed(number, "the line is not UTF-8 text");
    }
    if (number == 1 && line.startsWith("\ufeff")) {
      line = line.substring(1);
    }
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  /// Returns the number of the line read last, from 1.
  public long number() {
    return number;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
