package dev.goodput.observe;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// A real server on loopback with scripted responses.
final class Exporter implements AutoCloseable {
  /// A page as most exporters send it.
  static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\nConnection: close\r\n\r\n";

  private final ServerSocket listening;
  private final Script script;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger requested = new AtomicInteger();
  private final CountDownLatch closing = new CountDownLatch(1);

  /// Returns the response; `number` counts the requests from 0.
  @FunctionalInterface
  interface Script {
    void answer(Line line, int number) throws IOException, InterruptedException;
  }

  /// One connection.
  final class Line {
    private final Socket socket;

    private Line(Socket socket) {
      this.socket = socket;
    }

    void print(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
    }

    void page(String text) throws IOException {
      print(HEAD + text);
    }

    /// Closes the connection with a RST.
    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }

    /// Sends nothing until the server closes.
    void silence() throws InterruptedException {
      closing.await();
    }
  }

  Exporter(Script script) throws IOException {
    this.listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    this.script = script;
    Thread.ofVirtual().start(this::accept);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        sockets.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException e) {
      // The server is closing: no more connections to accept.
      closing.countDown();
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      StringBuilder head = new StringBuilder();
      while (!head.toString().endsWith("\r\n\r\n")) {
        head.append((char) in.read());
      }
      script.answer(new Line(socket), requested.getAndIncrement());
    } catch (IOException | InterruptedException e) {
      // The client left, or the test is over.
      sockets.remove(socket);
    }
  }

  String url() {
    return "http://127.0.0.1:" + listening.getLocalPort() + "/metrics";
  }

  /// Returns the number of requests so far.
  int requested() {
    return requested.get();
  }

  @Override
  public void close() throws IOException {
    closing.countDown();
    listening.close();
    for (Socket each : sockets) {
      each.close();
    }
  }
}
