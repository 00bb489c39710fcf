package dev.goodput.wire.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Payloads of HTTP/2 as chunks of HTTP/1.1, for whoever reads those: each DATA frame is one.
public final class ChunkText {
  private static final int MOST_AROUND = 24;
  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] LAST = {'0', '\r', '\n', '\r', '\n'};

  private ChunkText() {}

  /// A payload as a chunk; the caller's to release.
  ///
  /// @param last whether the last chunk follows it
  public static ByteBuf of(ByteBuf payload, boolean last) {
    int length = payload.readableBytes();
    ByteBuf chunk = ByteBufAllocator.DEFAULT.directBuffer(length + MOST_AROUND);
    if (length > 0) {
      byte[] size = Integer.toHexString(length).getBytes(StandardCharsets.US_ASCII);
      chunk.writeBytes(size).writeBytes(LINE_END);
      chunk.writeBytes(payload, payload.readerIndex(), length).writeBytes(LINE_END);
    }
    return last ? chunk.writeBytes(LAST) : chunk;
  }

  /// The last chunk.
  ///
  /// @param trailers what follows it, null for nothing and no chunk
  public static byte[] end(@Nullable Http2Headers trailers) {
    if (trailers == null) {
      return new byte[0];
    }
    StringBuilder text = new StringBuilder("0\r\n");
    HeadText.lines(trailers, text);
    return HeadText.bytes(text.append("\r\n"));
  }
}
