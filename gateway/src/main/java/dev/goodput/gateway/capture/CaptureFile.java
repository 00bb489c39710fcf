package dev.goodput.gateway.capture;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Appends lines to a file, each whole or not at all; one thread.
final class CaptureFile implements AutoCloseable {
  private final Path path;
  private final RandomAccessFile file;
  private long bytes;

  /// @throws IOException where the file is there already, or cannot be made
  CaptureFile(Path path) throws IOException {
    if (!path.toFile().createNewFile()) {
      throw new IOException("it is there already, and nothing is ever overwritten");
    }
    this.path = path;
    file = new RandomAccessFile(path.toFile(), "rw");
  }

  /// @throws IOException where the system refused; the file is as it was before then
  void append(String line) throws IOException {
    byte[] text = line.getBytes(StandardCharsets.UTF_8);
    try {
      file.write(text);
      bytes += text.length;
    } catch (IOException e) {
      file.setLength(bytes);
      file.seek(bytes);
      throw e;
    }
  }

  /// @throws IOException where it cannot be taken away
  void delete() throws IOException {
    Files.delete(path);
  }

  long bytes() {
    return bytes;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
