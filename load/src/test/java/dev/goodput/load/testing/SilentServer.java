package dev.goodput.load.testing;

import dev.goodput.load.Sender;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.Loop;
import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.CallListener;
import dev.goodput.wire.client.Exchange;

/// Takes every request and never says a word.
///
/// @param loop where it lives
/// @param originNanoTime from which stamps count
public record SilentServer(Loop loop, long originNanoTime) implements Sender {

  @Override
  public Call send(byte[] body, boolean stream, boolean keepText, CallListener listener) {
    long sent = System.nanoTime() - originNanoTime;
    return new Call() {
      @Override
      public void cancel() {
        listener.ended(left(sent, System.nanoTime() - originNanoTime));
      }
    };
  }

  private static Exchange left(long sent, long ended) {
    long no = Stamps.ABSENT;
    return new Exchange(
        sent,
        sent,
        no,
        no,
        no,
        no,
        no,
        ended,
        ChunkLog.EMPTY,
        0,
        TokenCounts.NONE,
        new Outcome.Cancelled(),
        null,
        null,
        -1);
  }
}
