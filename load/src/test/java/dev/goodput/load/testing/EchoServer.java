package dev.goodput.load.testing;

import dev.goodput.load.Sender;
import dev.goodput.record.Outcome;
import dev.goodput.wire.Loop;
import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.CallListener;
import java.util.function.LongSupplier;

/// A server that answers every request on a real loop, at the loop's next turn.
///
/// @param loop the server's loop
/// @param now nanoseconds since the run's origin
/// @param outcome outcome of every exchange
public record EchoServer(Loop loop, LongSupplier now, Outcome outcome) implements Sender {

  @Override
  public Call send(byte[] body, boolean stream, boolean keepText, CallListener listener) {
    loop.execute(() -> Exchanges.end(listener, now.getAsLong(), outcome));
    return new Call() {
      @Override
      public void cancel() {}
    };
  }
}
