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

  /// Connections that this machine itself refused so far: ports or descriptors ran out.
  default int refusedLocally() {
    return 0;
  }
}
