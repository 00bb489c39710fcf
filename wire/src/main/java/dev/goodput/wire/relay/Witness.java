package dev.goodput.wire.relay;

import dev.goodput.wire.http.BodySink;
import dev.goodput.wire.http.ResponseHead;

/// Sees one exchange pass. Called on its loop, after the bytes are on their way; it must not block.
/// All moments are the relay's clock's. What it throws ends its sight of the exchange, and is
/// counted.
public interface Witness {
  /// Sees nothing.
  Witness NONE = new Witness() {};

  /// Bytes of the request's body, unframed; they belong to the caller and change after the call.
  default void requestBody(byte[] bytes, int from, int to) {}

  /// The read that completed the request.
  default void requested(long nanos) {}

  /// An upstream is asked; called again where another attempt is made.
  default void attempt(Upstream upstream, long nanos) {}

  /// A connection to it is in hand.
  ///
  /// @param reused whether it carried a request before
  default void connected(boolean reused, long nanos) {}

  /// All of the request was written to it.
  default void sent(long nanos) {}

  /// The final status line and headers were read.
  default void answerHead(ResponseHead head, long nanos) {}

  /// A read of the answer's body, before anything else is done with it: takes in as much of it as
  /// is whole HTTP chunks of usual events.
  ///
  /// @return where the rest begins, which is handed over unframed by [#answerBody]
  default int skim(byte[] bytes, int to, long nanos) {
    return 0;
  }

  /// Unframed bytes of the answer's body begin to come of a read at this moment.
  default void answerRead(long nanos) {}

  /// The answer's body, unframed: where its bytes go.
  default BodySink answerBody() {
    return (bytes, from, to) -> {};
  }

  /// A read is over.
  ///
  /// @param betweenChunks whether the next byte is the first of an HTTP chunk
  default void answerWasRead(boolean betweenChunks) {}

  /// Bytes of the answer's body, as they are framed, were handed on to the client: its socket takes
  /// them now, or as soon as it takes more.
  default void written(int bytes, long nanos) {}

  /// The attempt is over, and another one follows.
  default void triedInVain(Ending ending, long nanos) {}

  /// It threw, and sees nothing more but the end: what it saw is not all. Must not throw.
  default void blinded() {}

  /// The exchange is over; nothing follows.
  default void ended(Ending ending, long nanos) {}
}
