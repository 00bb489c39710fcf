package dev.goodput.load.testing;

import dev.goodput.load.Sender;
import dev.goodput.record.Outcome;
import dev.goodput.wire.Loop;
import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.CallListener;
import java.util.function.LongSupplier;

/// Answers every request on a real loop, as soon as the loop comes round.
///
/// @param loop where it lives
/// @param now nanoseconds since the run's origin
/// @param outcome of every exchange
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
