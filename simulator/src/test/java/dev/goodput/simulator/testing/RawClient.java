package dev.goodput.simulator.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// One raw connection to a server on this machine.
public final class RawClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Socket socket;

  /// Connects.
  public RawClient(int port) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.setTcpNoDelay(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns everything that a server sends for a POST, after which it closes the connection.
  public static Reply post(int port, String path, String body, String... headers) {
    try (RawClient client = new RawClient(port)) {
      return client.send(request("POST", path, body, true, headers)).readAll();
    }
  }

  /// Returns everything that a server sends for a GET, after which it closes the connection.
  public static Reply get(int port, String path, String... headers) {
    try (RawClient client = new RawClient(port)) {
      return client.send(request("GET", path, "", true, headers)).readAll();
    }
  }

  /// Returns a request as text.
  public static String request(
      String method, String path, String body, boolean close, String... headers) {
    StringBuilder text = new StringBuilder();
    text.append(method).append(' ').append(path).append(" HTTP/1.1\r\nhost: localhost\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    text.append("content-length: ")
        .append(body.getBytes(StandardCharsets.UTF_8).length)
        .append("\r\n")
        .append(close ? "connection: close\r\n" : "")
        .append("\r\n")
        .append(body);
    return text.toString();
  }

  /// Sends bytes.
  public RawClient send(String text) {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Reads until the text has arrived.
  public String readUntil(String mark) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      InputStream in = socket.getInputStream();
      while (!all.toString(StandardCharsets.UTF_8).contains(mark)) {
        int next = in.read();
        if (next < 0) {
          throw new AssertionError("ended before '" + mark + "': " + all);
        }
        all.write(next);
      }
      return all.toString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("after: " + all, e);
    }
  }

  /// Reads to the end or to a reset.
  public Reply readAll() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      InputStream in = socket.getInputStream();
      byte[] buffer = new byte[65_536];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        all.write(buffer, 0, read);
      }
      return new Reply(all.toString(StandardCharsets.UTF_8), false);
    } catch (IOException e) {
      return new Reply(all.toString(StandardCharsets.UTF_8), true);
    }
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
