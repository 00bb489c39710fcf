package dev.goodput.testing;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// An HTTP/1.1 client.
final class BareClientOfOne implements BareClient {
  private static final long QUIET_NANOS = 500_000_000;
  private static final int PIECE = 64 << 10;

  private final Socket socket;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private Map<String, String> head = Map.of();
  private Map<String, String> trailers = Map.of();
  private int status;
  private long left;
  private boolean whole;

  BareClientOfOne(Socket socket) {
    this.socket = socket;
  }

  @Override
  public void ask(String path, byte[] sent, String... fields) throws IOException {
    StringBuilder more = new StringBuilder();
    for (int i = 0; i < fields.length; i += 2) {
      more.append(fields[i]).append(": ").append(fields[i + 1]).append("\r\n");
    }
    begin(path, sent.length, more.toString());
    socket.getOutputStream().write(sent);
  }

  private void begin(String path, long length, String more) throws IOException {
    body.reset();
    trailers = Map.of();
    head = Map.of();
    status = 0;
    whole = false;
    String text =
        "POST %s HTTP/1.1\r\nHost: gateway\r\nContent-Length: %d\r\n%s\r\n"
            .formatted(path, length, more);
    socket.getOutputStream().write(Bytes.of(text));
  }

  @Override
  public long upload(String path, long length) throws IOException {
    begin(path, length, "");
    AtomicLong sent = new AtomicLong();
    Thread writing = Thread.ofVirtual().start(() -> write(length, sent));
    long seen = -1;
    try {
      while (writing.isAlive() && seen != sent.get()) {
        seen = sent.get();
        writing.join(QUIET_NANOS / 1_000_000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return sent.get();
  }

  private void write(long length, AtomicLong sent) {
    try {
      while (sent.get() < length) {
        socket.getOutputStream().write(new byte[PIECE]);
        sent.addAndGet(PIECE);
      }
    } catch (IOException e) {
      // The test is over, or the other side takes no more.
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void readUntil(String mark) throws IOException {
    while (!body.toString(StandardCharsets.ISO_8859_1).contains(mark)) {
      if (whole) {
        throw new IOException("ended before '" + mark + "': " + body);
      }
      step();
    }
  }

  @Override
  public Got rest() {
    End end = End.WHOLE;
    try {
      while (!whole) {
        step();
      }
    } catch (EOFException e) {
      end = head.isEmpty() || head.containsKey("content-length") || chunked() ? End.CUT : End.WHOLE;
    } catch (IOException e) {
      end = End.RESET;
    }
    return new Got(status, body.toString(StandardCharsets.ISO_8859_1), trailers, end);
  }

  private boolean chunked() {
    return head.containsKey("transfer-encoding");
  }

  /// Reads the head, or a chunk's head, or a byte of the body.
  private void step() throws IOException {
    if (head.isEmpty()) {
      head();
    } else if (chunked() && left == 0) {
      chunk();
    } else {
      body.write(next());
      left--;
      if (chunked() && left == 0) {
        line();
      }
      whole = head.containsKey("content-length") && left == 0;
    }
  }

  private void head() throws IOException {
    String first = line();
    Map<String, String> fields = fields();
    status = Integer.parseInt(first.split(" ", -1)[1]);
    if (status / 100 != 1) {
      head = fields;
      left = Long.parseLong(fields.getOrDefault("content-length", "0"));
      whole = fields.containsKey("content-length") && left == 0;
    }
  }

  private void chunk() throws IOException {
    left = Long.parseLong(line().split(";", -1)[0], 16);
    if (left == 0) {
      trailers = fields();
      whole = true;
    }
  }

  private Map<String, String> fields() throws IOException {
    Map<String, String> fields = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      fields.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return fields;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = next(); b != '\n'; b = next()) {
      line.append((char) b);
    }
    return line.toString().stripTrailing();
  }

  private int next() throws IOException {
    InputStream in = socket.getInputStream();
    int next = in.read();
    if (next < 0) {
      throw new EOFException("ended");
    }
    return next;
  }

  @Override
  public void leave() throws IOException {
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
