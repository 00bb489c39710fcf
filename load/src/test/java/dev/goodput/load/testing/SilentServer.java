package dev.goodput.load.testing;

import dev.goodput.load.Sender;
import dev.goodput.record.Outcome;
import dev.goodput.wire.Loop;
import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.CallListener;

/// A server that accepts every request and never answers.
///
/// @param loop the server's loop
/// @param originNanoTime the time from which stamps count
public record SilentServer(Loop loop, long originNanoTime) implements Sender {

  @Override
  public Call send(byte[] body, boolean stream, boolean keepText, CallListener listener) {
    long sent = System.nanoTime() - originNanoTime;
    return new Call() {
      @Override
      public void cancel() {
        long now = System.nanoTime() - originNanoTime;
        listener.ended(Exchanges.silent(sent, now, new Outcome.Cancelled()));
      }
    };
  }
}
