package dev.goodput.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// A plain connection, read and written byte by byte.
public final class RawSocket implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Socket socket;
  private boolean reset;

  /// Connects to a loopback port.
  public RawSocket(int port) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(TIMEOUT_MILLIS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Sends text at once.
  public void send(String text) {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Reads up to a mark, which must come.
  public String readUntil(String mark) {
    StringBuilder all = new StringBuilder();
    try {
      InputStream in = socket.getInputStream();
      while (all.indexOf(mark, all.length() - mark.length() - 1) < 0) {
        int next = in.read();
        if (next < 0) {
          throw new AssertionError("ended before '" + mark + "': " + all);
        }
        all.append((char) next);
      }
      return all.toString();
    } catch (IOException e) {
      throw new UncheckedIOException("after: " + all, e);
    }
  }

  /// Reads to the end, however it ends.
  public String readAll() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      InputStream in = socket.getInputStream();
      byte[] buffer = new byte[8192];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        all.write(buffer, 0, read);
      }
    } catch (IOException e) {
      reset = true;
    }
    return all.toString(StandardCharsets.UTF_8);
  }

  /// Returns whether the end was a reset.
  public boolean wasReset() {
    return reset;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
