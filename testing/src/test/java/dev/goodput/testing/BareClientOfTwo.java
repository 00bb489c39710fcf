package dev.goodput.testing;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An HTTP/2 client, frame by frame. It returns flow-control credit only for what it has read.
final class BareClientOfTwo implements BareClient {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int WINDOW_UPDATE = 8;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int ACK = 1;
  private static final int DEFAULT_WINDOW = 65_535;
  private static final int QUIET_MILLIS = 500;
  private static final int PIECE = 16 << 10;

  private final Socket socket;
  private final DataInputStream in;
  private final DefaultHttp2HeadersDecoder fields = new DefaultHttp2HeadersDecoder(false);
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private Map<String, String> trailers = Map.of();
  private int stream = -1;
  private int status;
  private long mine = DEFAULT_WINDOW;
  private long all = DEFAULT_WINDOW;
  private int first = DEFAULT_WINDOW;
  private @Nullable End end;

  BareClientOfTwo(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    write(Bytes.of("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
    write(FrameServer.frame(SETTINGS, 0, 0, new byte[0]));
  }

  private void write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  @Override
  public void ask(String path, byte[] sent, String... more) throws IOException {
    List<String> all = new ArrayList<>(List.of("content-length", Integer.toString(sent.length)));
    all.addAll(List.of(more));
    begin(path, all.toArray(String[]::new));
    write(FrameServer.frame(DATA, END_STREAM, stream, sent));
  }

  private void begin(String path, String... more) throws IOException {
    stream += 2;
    body.reset();
    trailers = Map.of();
    status = 0;
    end = null;
    mine = first;
    var block = new ByteArrayOutputStream();
    String[] own = {":method", "POST", ":scheme", "http", ":path", path, ":authority", "gateway"};
    for (String[] each : new String[][] {own, more}) {
      for (int i = 0; i < each.length; i += 2) {
        FrameServer.field(block, each[i], each[i + 1]);
      }
    }
    write(FrameServer.frame(HEADERS, END_HEADERS, stream, block.toByteArray()));
  }

  @Override
  public long upload(String path, long length) throws IOException {
    begin(path);
    long sent = 0;
    socket.setSoTimeout(QUIET_MILLIS);
    try {
      while (sent < length) {
        while (mine < PIECE || all < PIECE) {
          frame();
        }
        write(FrameServer.frame(DATA, 0, stream, new byte[PIECE]));
        sent += PIECE;
        mine -= PIECE;
        all -= PIECE;
      }
    } catch (SocketTimeoutException e) {
      // Nothing more is taken.
      return sent;
    }
    return sent;
  }

  @Override
  public void readUntil(String mark) throws IOException {
    while (!body.toString(StandardCharsets.ISO_8859_1).contains(mark)) {
      if (end != null) {
        throw new IOException("ended before '" + mark + "': " + end + " " + body);
      }
      frame();
    }
  }

  @Override
  public Got rest() {
    try {
      while (end == null) {
        frame();
      }
    } catch (EOFException e) {
      end = End.CUT;
    } catch (IOException e) {
      end = End.RESET;
    }
    End known = end == null ? End.RESET : end;
    return new Got(status, body.toString(StandardCharsets.ISO_8859_1), trailers, known);
  }

  private void frame() throws IOException {
    int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int id = in.readInt();
    byte[] payload = in.readNBytes(length);
    if (payload.length < length) {
      throw new EOFException("ended in a frame");
    }
    take(type, flags, id, payload);
  }

  private void take(int type, int flags, int id, byte[] payload) throws IOException {
    ByteBuffer data = ByteBuffer.wrap(payload);
    if (type == SETTINGS && (flags & ACK) == 0) {
      settings(data);
      write(FrameServer.frame(SETTINGS, ACK, 0, new byte[0]));
    } else if (type == PING && (flags & ACK) == 0) {
      write(FrameServer.frame(PING, ACK, 0, payload));
    } else if (type == WINDOW_UPDATE) {
      widen(id, data.getInt());
    } else if (type == HEADERS) {
      headers(id, payload, (flags & END_STREAM) != 0);
    } else if (id == stream && type == DATA) {
      body.writeBytes(payload);
      given(payload.length);
      ends((flags & END_STREAM) != 0);
    } else if (id == stream && type == RST_STREAM) {
      end = data.getInt() == 0 ? End.CUT : End.RESET;
    }
  }

  private void settings(ByteBuffer data) {
    while (data.remaining() >= 6) {
      short name = data.getShort();
      int value = data.getInt();
      if (name == 4) {
        mine += value - first;
        first = value;
      }
    }
  }

  private void widen(int id, int more) {
    all += id == 0 ? more : 0;
    mine += id == stream ? more : 0;
  }

  private void given(int bytes) throws IOException {
    if (bytes > 0) {
      byte[] more = ByteBuffer.allocate(4).putInt(bytes).array();
      write(FrameServer.frame(WINDOW_UPDATE, 0, 0, more));
      write(FrameServer.frame(WINDOW_UPDATE, 0, stream, more));
    }
  }

  private void headers(int id, byte[] block, boolean last) throws IOException {
    Http2Headers came;
    try {
      came = fields.decodeHeaders(id, Unpooled.wrappedBuffer(block));
    } catch (Http2Exception e) {
      throw new IOException("header fields", e);
    }
    if (id != stream) {
      return;
    }
    if (came.status() != null) {
      status = Integer.parseInt(came.status().toString());
    } else {
      Map<String, String> found = new HashMap<>();
      came.forEach(each -> found.put(each.getKey().toString(), each.getValue().toString()));
      trailers = found;
    }
    ends(last);
  }

  private void ends(boolean last) {
    if (last) {
      end = End.WHOLE;
    }
  }

  @Override
  public void leave() throws IOException {
    byte[] code = ByteBuffer.allocate(4).putInt(FrameServer.CANCEL).array();
    write(FrameServer.frame(RST_STREAM, 0, stream, code));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
