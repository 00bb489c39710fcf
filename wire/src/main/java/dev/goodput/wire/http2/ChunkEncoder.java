package dev.goodput.wire.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// HTTP/2 payloads as HTTP/1.1 chunks. Each DATA frame becomes one chunk.
public final class ChunkEncoder {
  private static final int MAX_AROUND = 24;
  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] LAST = {'0', '\r', '\n', '\r', '\n'};

  private ChunkEncoder() {}

  /// Returns a payload as a chunk; the caller releases it.
  ///
  /// @param last whether to append the last chunk
  public static ByteBuf of(ByteBuf payload, boolean last) {
    int length = payload.readableBytes();
    ByteBuf chunk = ByteBufAllocator.DEFAULT.directBuffer(length + MAX_AROUND);
    if (length > 0) {
      byte[] size = Integer.toHexString(length).getBytes(StandardCharsets.US_ASCII);
      chunk.writeBytes(size).writeBytes(LINE_END);
      chunk.writeBytes(payload, payload.readerIndex(), length).writeBytes(LINE_END);
    }
    return last ? chunk.writeBytes(LAST) : chunk;
  }

  /// Returns the last chunk.
  ///
  /// @param trailers trailers that follow it; null returns nothing, not even the chunk
  public static byte[] end(@Nullable Http2Headers trailers) {
    if (trailers == null) {
      return new byte[0];
    }
    StringBuilder text = new StringBuilder("0\r\n");
    HeadTranslator.lines(trailers, text);
    return HeadTranslator.bytes(text.append("\r\n"));
  }
}
