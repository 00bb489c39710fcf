package dev.goodput.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;

/// A real server that reads requests, and sends the bytes of its script.
public final class RawServer implements AutoCloseable {
  private final ServerSocket listening;
  private final Thread accepting;
  private final Script script;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final CountDownLatch left = new CountDownLatch(1);

  /// The response on one connection once a request was read.
  @FunctionalInterface
  public interface Script {
    /// Responds; `number` counts the requests of all connections from 0.
    void answer(Line line, String request, int number) throws IOException, InterruptedException;
  }

  /// One connection.
  public final class Line {
    private final Socket socket;

    private Line(Socket socket) {
      this.socket = socket;
    }

    /// Sends text at once.
    public void print(String text) throws IOException {
      print(Bytes.of(text));
    }

    /// Sends bytes at once.
    public void print(byte[] bytes) throws IOException {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    }

    /// Sends a whole JSON response.
    public void json(int status, String body) throws IOException {
      print(
          "HTTP/1.1 %d X\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(status, Bytes.of(body).length, body));
    }

    /// Sends a whole chunked event stream.
    public void stream(String... events) throws IOException {
      print(
          "HTTP/1.1 200 OK\r\n"
              + "Content-Type: text/event-stream\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n");
      for (String each : events) {
        print(chunk(each));
      }
      print("0\r\n\r\n");
    }

    private static String chunk(String text) {
      return Integer.toHexString(Bytes.of(text).length) + "\r\n" + text + "\r\n";
    }

    /// Ends the connection with a FIN.
    public void fin() throws IOException {
      socket.close();
    }

    /// Ends the connection with a RST.
    public void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }

    /// Sends nothing until the server closes.
    public void silence() throws InterruptedException {
      closing.await();
    }

    /// Waits until the client leaves. Returns false after ten seconds.
    public boolean clientLeft() throws IOException {
      socket.setSoTimeout(10_000);
      try {
        return socket.getInputStream().read() < 0;
      } catch (java.net.SocketTimeoutException e) {
        return false;
      } catch (IOException e) {
        return true;
      }
    }
  }

  private RawServer(ServerSocket listening, Script script) {
    this.listening = listening;
    this.script = script;
    this.accepting = Thread.ofVirtual().start(this::accept);
  }

  /// Listens on a free loopback port.
  public static RawServer start(Script script) throws IOException {
    return start(ServerSocketFactory.getDefault(), script);
  }

  /// Does the same with sockets of a factory, for TLS.
  public static RawServer start(ServerSocketFactory factory, Script script) throws IOException {
    return new RawServer(
        factory.createServerSocket(0, 64, InetAddress.getLoopbackAddress()), script);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        socket.setTcpNoDelay(true);
        accepted.incrementAndGet();
        sockets.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException e) {
      // The server is closing.
      closing.countDown();
    }
  }

  private void serve(Socket socket) {
    try {
      InputStream in = socket.getInputStream();
      Line line = new Line(socket);
      String request = read(in);
      while (!request.isEmpty()) {
        int number = add(request);
        script.answer(line, request, number);
        request = socket.isClosed() ? "" : read(in);
      }
      socket.close();
    } catch (IOException | InterruptedException e) {
      // The other side left, or the test is over.
      sockets.remove(socket);
    }
    left.countDown();
  }

  private synchronized int add(String request) {
    requests.add(request);
    return requests.size() - 1;
  }

  /// Returns one request, head and body; empty at the end.
  private static String read(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      head.write(next);
    }
    String text = head.toString(StandardCharsets.ISO_8859_1);
    int length = 0;
    for (String each : text.split("\r\n", -1)) {
      if (each.toLowerCase(Locale.ROOT).startsWith("content-length: ")) {
        length = Integer.parseInt(each.substring(16));
      }
    }
    return text + new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  /// Returns the server's port.
  public int port() {
    return listening.getLocalPort();
  }

  /// Returns the server's URL.
  public String url() {
    return "http://127.0.0.1:" + port();
  }

  /// Returns the requests so far.
  public List<String> requests() {
    return requests;
  }

  /// Returns how many connections were accepted.
  public int accepted() {
    return accepted.get();
  }

  /// Waits until a connection has ended, for at most ten seconds.
  public boolean someoneLeft() throws InterruptedException {
    return await(left);
  }

  @Override
  public void close() throws IOException {
    closing.countDown();
    listening.close();
    awaitEnd(accepting);
    for (Socket each : sockets) {
      each.close();
    }
  }

  /// Waits for the accepting thread, which keeps its socket listening for a moment after the close.
  static void awaitEnd(Thread accepting) throws IOException {
    try {
      accepting.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a test's server was closed");
    }
  }

  /// Returns a port that nothing listens on.
  public static int deadPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// Waits for a latch, for at most ten seconds.
  public static boolean await(CountDownLatch latch) throws InterruptedException {
    return latch.await(10, TimeUnit.SECONDS);
  }
}
