package dev.goodput.wire.http2;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Headers;

/// Hears of one stream, on the loop of its connection.
public interface StreamTaker {
  /// Header fields came: a head, where there was one a further one (1xx), or trailers.
  ///
  /// @param last whether the other side sends no more
  void headers(Http2Headers fields, boolean last);

  /// The payload of a DATA frame, whole; the buffer is the caller's.
  ///
  /// @param last whether the other side sends no more
  /// @return how many bytes the other side may send anew; the rest is given back by
  ///   [Http2Link#taken]
  int data(ByteBuf payload, boolean last);

  /// The stream is over, though not both sides had come to their end; nothing follows.
  void broken(StreamEnd end);

  /// The stream is over, both sides having come to their end.
  default void closed() {}

  /// The other side takes more again, where [Http2Link#takesMore] said that it did not.
  default void takesMore() {}
}
