package dev.goodput.relay;

import dev.goodput.wire.http.BodySink;
import dev.goodput.wire.http.ResponseHead;

/// An observer of one exchange. It is called on the exchange's loop, after the bytes were sent; it
/// must not block. All times are by the relay's clock. If it throws, the error is counted, and it
/// gets no further events but [#ended].
public interface ExchangeListener {
  /// A witness that ignores everything.
  ExchangeListener NONE = new ExchangeListener() {};

  /// Receives decoded bytes of the request's body. The array belongs to the caller and changes
  /// after the call.
  default void requestBody(byte[] bytes, int from, int to) {}

  /// Called when the request is complete.
  ///
  /// @param nanos time of the read that completed it
  default void requested(long nanos) {}

  /// Called when an attempt on an upstream starts; once for each attempt.
  default void attempt(Upstream upstream, long nanos) {}

  /// Called when a connection to the upstream is ready.
  ///
  /// @param reused whether it carried a request before
  default void connected(boolean reused, long nanos) {}

  /// Called when the whole request was written to the upstream.
  default void sent(long nanos) {}

  /// Called when the final status line and headers were read.
  default void responseHead(ResponseHead head, long nanos) {}

  /// Handles a read of the response's body before anything else does. Consumes as many whole HTTP
  /// chunks with known events as possible.
  ///
  /// @return index of the rest, which is then decoded and passed to [#answerBody]
  default int skim(byte[] bytes, int to, long nanos) {
    return 0;
  }

  /// Called before the decoded body bytes of a read.
  ///
  /// @param nanos time of the read
  default void responseReadStarted(long nanos) {}

  /// Returns the sink for the decoded body of the response.
  default BodySink answerBody() {
    return (bytes, from, to) -> {};
  }

  /// Called after a read was handled.
  ///
  /// @param betweenChunks whether the next byte is the first of an HTTP chunk
  default void responseReadEnded(boolean betweenChunks) {}

  /// Called when framed bytes of the response's body were passed to the client's socket, which
  /// takes them now or as soon as it has room.
  default void written(int bytes, long nanos) {}

  /// Called when an attempt failed and another one follows.
  default void attemptFailed(ExchangeOutcome ending, long nanos) {}

  /// Called when this witness threw: it gets no further events but the end, so its record is
  /// incomplete. Must not throw.
  default void blinded() {}

  /// Called when the exchange is over; nothing follows.
  default void ended(ExchangeOutcome ending, long nanos) {}
}
