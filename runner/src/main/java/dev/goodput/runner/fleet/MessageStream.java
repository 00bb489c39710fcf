package dev.goodput.runner.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// One connection between coordinator and worker: lines of UTF-8 text, and the bytes of files.
///
/// One thread receives; any thread sends.
final class MessageStream implements AutoCloseable {
  private static final int MAX_LINE = 1 << 16;
  private static final int BUFFER = 1 << 16;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  MessageStream(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream(), BUFFER);
    out = socket.getOutputStream();
  }

  /// Sets how long [#receive] waits; 0 for as long as it takes.
  void timeout(int millis) throws IOException {
    socket.setSoTimeout(millis);
  }

  synchronized void send(String line) throws IOException {
    out.write((line + "\n").getBytes(UTF_8));
    out.flush();
  }

  /// Sends a line that ends in the file's length, then its bytes.
  synchronized void sendFile(String line, Path file) throws IOException {
    long length = Files.size(file);
    send(line + " " + length);
    try (InputStream bytes = Files.newInputStream(file)) {
      copy(bytes, out, length);
    }
    out.flush();
  }

  /// Returns the next line; null after the last one.
  @Nullable String receive() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        return null;
      }
      if (line.size() >= MAX_LINE) {
        throw new IOException("a line of over " + MAX_LINE + " bytes");
      }
      line.write(next);
    }
    return line.toString(UTF_8);
  }

  /// Receives the bytes of a file.
  void receiveFile(Path file, long length) throws IOException {
    try (OutputStream bytes = Files.newOutputStream(file)) {
      copy(in, bytes, length);
    }
  }

  private static void copy(InputStream from, OutputStream to, long length) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long left = length;
    while (left > 0) {
      int read = from.read(buffer, 0, (int) Math.min(left, buffer.length));
      if (read < 0) {
        throw new EOFException(left + " bytes of a file are missing");
      }
      to.write(buffer, 0, read);
      left -= read;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // The other side has closed it already.
      return;
    }
  }
}
