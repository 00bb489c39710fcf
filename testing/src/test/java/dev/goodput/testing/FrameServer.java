package dev.goodput.testing;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;

/// A real HTTP/2 server on plain sockets. It reads frames, and sends the frames of its script.
public final class FrameServer implements AutoCloseable {
  public static final int NO_ERROR = 0;
  public static final int INTERNAL_ERROR = 2;
  public static final int REFUSED_STREAM = 7;
  public static final int CANCEL = 8;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int ACK = 1;
  private static final int PREFACE = 24;

  private final ServerSocket listening;
  private final Thread accepting;
  private final Script script;
  private final int maxStreams;
  private final boolean early;
  private final Set<Socket> deaf = ConcurrentHashMap.newKeySet();
  private final CountDownLatch pinged = new CountDownLatch(1);
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final LinkedBlockingQueue<Long> resets = new LinkedBlockingQueue<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();

  /// The response to a request that was read.
  @FunctionalInterface
  public interface Script {
    /// Responds; `number` counts the requests of all connections from 0.
    void answer(Stream stream, int number) throws IOException, InterruptedException;
  }

  private FrameServer(ServerSocket listening, int maxStreams, boolean early, Script script) {
    this.listening = listening;
    this.maxStreams = maxStreams;
    this.early = early;
    this.script = script;
    this.accepting = Thread.ofVirtual().start(this::accept);
  }

  /// Listens on a free loopback port, and allows this many streams on a connection.
  public static FrameServer start(int maxStreams, Script script) throws IOException {
    return start(ServerSocketFactory.getDefault(), maxStreams, script);
  }

  /// Does the same with sockets of a factory, for TLS.
  public static FrameServer start(ServerSocketFactory factory, int maxStreams, Script script)
      throws IOException {
    return new FrameServer(
        factory.createServerSocket(0, 64, InetAddress.getLoopbackAddress()),
        maxStreams,
        false,
        script);
  }

  /// Starts a server that responds to heads without waiting for bodies.
  public static FrameServer early(Script script) throws IOException {
    return new FrameServer(
        new ServerSocket(0, 64, InetAddress.getLoopbackAddress()), 100, true, script);
  }

  /// One stream of a connection.
  public static final class Stream {
    private final Socket socket;
    private final int id;

    private Stream(Socket socket, int id) {
      this.socket = socket;
      this.id = id;
    }

    /// Returns the stream ID.
    public int id() {
      return id;
    }

    /// Sends the head of an event stream.
    public Stream events() throws IOException {
      return head(200, "text/event-stream", false);
    }

    /// Sends a head.
    public Stream head(int status, String type, boolean last) throws IOException {
      var fields = new ByteArrayOutputStream();
      field(fields, ":status", Integer.toString(status));
      if (!type.isEmpty()) {
        field(fields, "content-type", type);
      }
      return headers(fields.toByteArray(), last);
    }

    /// Sends trailers, which end the stream.
    public void trailers(String name, String value) throws IOException {
      var fields = new ByteArrayOutputStream();
      field(fields, name, value);
      headers(fields.toByteArray(), true);
    }

    private Stream headers(byte[] block, boolean last) throws IOException {
      write(socket, frame(HEADERS, END_HEADERS | (last ? END_STREAM : 0), id, block));
      return this;
    }

    /// Sends DATA frames, one for each text, in one write.
    public Stream data(String... texts) throws IOException {
      for (String each : texts) {
        data(Bytes.of(each), false);
      }
      return this;
    }

    /// Sends one DATA frame.
    public Stream data(byte[] payload, boolean last) throws IOException {
      write(socket, frame(DATA, last ? END_STREAM : 0, id, payload));
      return this;
    }

    /// Returns the frame of a part of a payload, to be written together with others or in parts.
    public byte[] part(byte[] payload, int from, int to, boolean last) {
      byte[] cut = java.util.Arrays.copyOfRange(payload, from, to);
      return FrameServer.frame(DATA, last ? END_STREAM : 0, id, cut);
    }

    /// Sends arbitrary bytes on the connection.
    public void raw(byte[] bytes) throws IOException {
      write(socket, bytes);
    }

    /// Ends the stream.
    public void end() throws IOException {
      data(new byte[0], true);
    }

    /// Sends RST_STREAM.
    public void reset(int code) throws IOException {
      write(
          socket,
          FrameServer.frame(RST_STREAM, 0, id, ByteBuffer.allocate(4).putInt(code).array()));
    }

    /// Sends GOAWAY: no stream after `last` was or will be processed.
    public void goAway(int last, int code) throws IOException {
      byte[] body = ByteBuffer.allocate(8).putInt(last).putInt(code).array();
      write(socket, FrameServer.frame(GOAWAY, 0, 0, body));
    }

    /// Ends the connection with a FIN.
    public void fin() throws IOException {
      socket.close();
    }

    /// Ends the connection with a RST.
    public void cut() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }
  }

  /// Appends a header field; name and value must be shorter than 127 bytes.
  public static void field(ByteArrayOutputStream into, String name, String value) {
    into.write(0); // literal, not indexed, new name (RFC 7541 §6.2.2)
    into.write(name.length());
    into.writeBytes(Bytes.of(name));
    into.write(value.length());
    into.writeBytes(Bytes.of(value));
  }

  /// Returns a frame (RFC 9113 §4.1).
  public static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) (payload.length >> 16))
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  private static void write(Socket socket, byte[] bytes) throws IOException {
    synchronized (socket) {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    }
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
    }
  }

  private void serve(Socket socket) {
    try {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      in.readNBytes(PREFACE);
      byte[] most = ByteBuffer.allocate(6).putShort((short) 3).putInt(maxStreams).array();
      write(socket, frame(SETTINGS, 0, 0, most));
      while (true) {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        take(socket, type, flags, stream, in.readNBytes(length));
      }
    } catch (IOException e) {
      // The other side left, or the test is over.
      sockets.remove(socket);
    }
  }

  private void take(Socket socket, int type, int flags, int id, byte[] payload) throws IOException {
    if (type == SETTINGS && (flags & ACK) == 0) {
      write(socket, frame(SETTINGS, ACK, 0, new byte[0]));
    } else if (type == PING && (flags & ACK) == 0) {
      ping(socket, payload);
    } else if (type == RST_STREAM) {
      resets.add((long) id << 32 | ByteBuffer.wrap(payload).getInt());
    } else if (early ? type == HEADERS : type <= HEADERS && (flags & END_STREAM) != 0) {
      Stream stream = new Stream(socket, id);
      int number = requests.getAndIncrement();
      if (!deaf.contains(socket)) {
        Thread.ofVirtual().start(() -> answer(stream, number));
      }
    }
  }

  private void ping(Socket socket, byte[] payload) throws IOException {
    pinged.countDown();
    if (!deaf.contains(socket)) {
      write(socket, frame(PING, ACK, 0, payload));
    }
  }

  /// Makes the open connections silent from now on, like those of a machine that is gone.
  public void deafen() {
    deaf.addAll(sockets);
  }

  /// Waits until a client has sent a ping, for at most ten seconds.
  public boolean wasPinged() throws InterruptedException {
    return pinged.await(10, TimeUnit.SECONDS);
  }

  private void answer(Stream stream, int number) {
    try {
      script.answer(stream, number);
    } catch (IOException | InterruptedException e) {
      // The other side left, or the test is over.
      sockets.remove(stream.socket);
    }
  }

  /// Returns the code of the next reset from a client, after at most ten seconds; -1 if there was
  /// none.
  public int clientReset() throws InterruptedException {
    Long reset = resets.poll(10, TimeUnit.SECONDS);
    return reset == null ? -1 : reset.intValue();
  }

  /// Returns the server's URL.
  public String url() {
    return "http://127.0.0.1:" + port();
  }

  /// Returns the server's port.
  public int port() {
    return listening.getLocalPort();
  }

  /// Returns how many connections were accepted.
  public int accepted() {
    return accepted.get();
  }

  /// Returns how many requests were received.
  public int requests() {
    return requests.get();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    RawServer.awaitEnd(accepting);
    for (Socket each : sockets) {
      each.close();
    }
  }
}
