package dev.goodput.wire.http2;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Headers;

/// A listener to one stream, called on the loop of its connection.
public interface StreamListener {
  /// Handles header fields: a head, possibly after interim ones (1xx), or trailers.
  ///
  /// @param last whether the other side sends no more
  void headers(Http2Headers fields, boolean last);

  /// Handles the whole payload of a DATA frame. The caller owns the buffer.
  ///
  /// @param last whether the other side sends no more
  /// @return how many bytes to return to the flow-control window now; the rest must be returned
  ///   with [Http2Link#taken]
  int data(ByteBuf payload, boolean last);

  /// Called when the stream ended before both sides were complete; nothing follows.
  void broken(StreamEnd end);

  /// Called when the stream ended after both sides were complete.
  default void closed() {}

  /// Called when the other side can take data again after [Http2Link#takesMore] returned false.
  default void takesMore() {}
}
