package dev.goodput.load;

import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.CallListener;

/// One loop's way to the target; used on that loop only.
public interface Sender {
  /// Sends one body now. The listener hears of the end exactly once, on the loop, and never before
  /// this returns.
  ///
  /// @param stream whether the answer is asked for as a stream
  /// @param keepText whether the answer's text is wanted
  Call send(byte[] body, boolean stream, boolean keepText, CallListener listener);

  /// Opens connections before a burst of requests, where the target has connections to open.
  ///
  /// @param keepText whether the burst's requests keep their answers' text
  /// @param idle how many connections the burst needs
  /// @param most most connections open at once, those in use included
  /// @param untilNanos the moment of the burst, nanoseconds since the run began
  default void openAhead(boolean keepText, int idle, int most, long untilNanos) {}

  /// Whether the next request would be written at once, on a connection that is open and idle.
  ///
  /// @param keepText whether it keeps its answer's text
  default boolean connected(boolean keepText) {
    return false;
  }

  /// Connections that this machine itself refused so far: ports or descriptors ran out.
  default int refusedLocally() {
    return 0;
  }
}
