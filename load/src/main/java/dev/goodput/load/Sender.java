package dev.goodput.load;

import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.CallListener;

/// One loop's connection to the target; used on that loop only.
public interface Sender {
  /// Sends one body now. The listener is notified of the end exactly once, on the loop, and never
  /// before this method returns.
  ///
  /// @param stream whether a streamed response is requested
  /// @param keepText whether the response's text is wanted
  Call send(byte[] body, boolean stream, boolean keepText, CallListener listener);

  /// Opens connections before a burst of requests, if the target uses connections.
  ///
  /// @param keepText whether the burst's requests keep the text of their responses
  /// @param idle number of connections that the burst needs
  /// @param most most connections open at once, including those in use
  /// @param untilNanos time of the burst, nanoseconds since the run began
  default void openAhead(boolean keepText, int idle, int most, long untilNanos) {}

  /// Returns whether the next request would be written at once, on a connection that is open and
  /// idle.
  ///
  /// @param keepText whether the request keeps its response's text
  default boolean connected(boolean keepText) {
    return false;
  }

  /// Returns the connections that this machine itself refused so far, because ports or descriptors
  /// ran out.
  default int refusedLocally() {
    return 0;
  }
}
