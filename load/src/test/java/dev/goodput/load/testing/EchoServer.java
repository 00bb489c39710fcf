package dev.goodput.load.testing;

import dev.goodput.load.Sender;
import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.Loop;
import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.CallListener;
import dev.goodput.wire.client.Exchange;
import java.util.function.LongSupplier;

/// Answers every request on a real loop, as soon as the loop comes round.
///
/// @param loop where it lives
/// @param now nanoseconds since the run's origin
/// @param outcome of every exchange
public record EchoServer(Loop loop, LongSupplier now, Outcome outcome) implements Sender {

  @Override
  public Call send(byte[] body, boolean stream, boolean keepText, CallListener listener) {
    loop.execute(() -> answer(listener));
    return new Call() {
      @Override
      public void cancel() {}
    };
  }

  private void answer(CallListener listener) {
    long at = now.getAsLong();
    ChunkLog.Builder chunks = new ChunkLog.Builder();
    boolean good = !outcome.failure();
    if (good) {
      chunks.add(at, Channel.ANSWER, 1);
      listener.content(1);
    }
    long token = good ? at : Stamps.ABSENT;
    listener.ended(
        new Exchange(
            at,
            at,
            token,
            token,
            token,
            token,
            token,
            at,
            chunks.build(),
            0,
            TokenCounts.NONE,
            outcome,
            "some words",
            "",
            -1));
  }
}
