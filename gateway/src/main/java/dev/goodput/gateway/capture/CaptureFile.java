package dev.goodput.gateway.capture;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file to which lines are appended, each whole or not at all; for one thread.
final class CaptureFile implements AutoCloseable {
  /// The most numbered files that are tried.
  private static final int MAX_BESIDE = 10_000;

  private final Path path;
  private final RandomAccessFile file;
  private long bytes;

  private CaptureFile(Path path) throws IOException {
    this.path = path;
    file = new RandomAccessFile(path.toFile(), "rw");
  }

  /// Creates the file.
  ///
  /// @throws IOException if it exists already or cannot be created
  static CaptureFile make(Path path) throws IOException {
    if (!path.toFile().createNewFile()) {
      throw new IOException("it is there already, and nothing is ever overwritten");
    }
    return new CaptureFile(path);
  }

  /// Creates the file, or the next free numbered file if it exists already.
  ///
  /// @throws IOException if none can be created
  static CaptureFile makeNumbered(Path path) throws IOException {
    Path next = path;
    for (int i = 2; !next.toFile().createNewFile(); i++) {
      if (i > MAX_BESIDE) {
        throw new IOException("it exists already, and so do %,d more".formatted(i - 2));
      }
      next = numbered(path, i);
    }
    return new CaptureFile(next);
  }

  private static Path numbered(Path path, int number) {
    String name = String.valueOf(path.getFileName());
    int dot = name.lastIndexOf('.');
    int at = dot > 0 ? dot : name.length();
    return path.resolveSibling(name.substring(0, at) + "-" + number + name.substring(at));
  }

  /// Returns the path of the file.
  Path path() {
    return path;
  }

  /// @throws IOException if the system refused the write; the file is then as it was before
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

  /// @throws IOException if it cannot be deleted
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
