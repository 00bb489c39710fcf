package dev.goodput.relay;

import dev.goodput.testing.Bytes;
import dev.goodput.testing.FrameServer;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/// An HTTP/2 client that sends arbitrary frames and reads no more than it must.
final class FrameClient implements AutoCloseable {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;
  private static final int RST_STREAM = 3;
  private static final int TAKES_AT_ONCE = 4096;
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Socket socket = new Socket();

  FrameClient(int port) throws IOException {
    socket.setReceiveBufferSize(TAKES_AT_ONCE);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    send(Bytes.of("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
    send(SETTINGS, 0, 0, new byte[0]);
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  void send(int type, int flags, int stream, byte[] payload) throws IOException {
    send(FrameServer.frame(type, flags, stream, payload));
  }

  /// Sends a head, to be followed by a body.
  ///
  /// @param fields names and values
  void head(int stream, String... fields) throws IOException {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    for (int i = 0; i < fields.length; i += 2) {
      FrameServer.field(block, fields[i], fields[i + 1]);
    }
    send(HEADERS, END_HEADERS, stream, block.toByteArray());
  }

  /// Sends the head of a POST, to be followed by a body.
  void post(int stream) throws IOException {
    head(stream, ":method", "POST", ":scheme", "http", ":path", "/", ":authority", "gateway");
  }

  /// Reads until this many body bytes have arrived.
  void untilData(int bytes) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    for (int left = bytes; left > 0; ) {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      in.skipNBytes(1 + Integer.BYTES + length);
      left -= type == DATA ? length : 0;
    }
  }

  /// Reads until a stream is reset. Returns the code.
  int untilReset(int stream) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    while (true) {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      in.readUnsignedByte();
      int id = in.readInt();
      byte[] payload = in.readNBytes(length);
      if (type == RST_STREAM && id == stream) {
        return ByteBuffer.wrap(payload).getInt();
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
