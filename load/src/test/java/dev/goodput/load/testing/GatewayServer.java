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
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/// Takes a few requests of its loop and turns all others away at once. Those it took hear their
/// first word when it has turned enough others away.
public final class GatewayServer implements Sender {
  private final Loop loop;
  private final LongSupplier now;
  private final Outcome others;
  private final int takes;
  private final int wordAfter;
  private final List<CallListener> taken = new ArrayList<>();
  private int turnedAway;

  /// @param loop where it lives
  /// @param now nanoseconds since the run's origin
  /// @param others how those end whom it does not take
  /// @param takes how many it takes
  /// @param wordAfter how many it turns away before it answers those
  public GatewayServer(Loop loop, LongSupplier now, Outcome others, int takes, int wordAfter) {
    this.loop = loop;
    this.now = now;
    this.others = others;
    this.takes = takes;
    this.wordAfter = wordAfter;
  }

  @Override
  public Call send(byte[] body, boolean stream, boolean keepText, CallListener listener) {
    if (turnedAway + taken.size() < takes) {
      taken.add(listener);
    } else {
      turnedAway++;
      loop.execute(() -> end(listener, others));
    }
    if (turnedAway == wordAfter) {
      taken.forEach(waiting -> loop.execute(() -> end(waiting, new Outcome.Ok("stop"))));
    }
    return new Call() {
      @Override
      public void cancel() {
        if (taken.remove(listener)) {
          end(listener, new Outcome.Cancelled());
        }
      }
    };
  }

  private void end(CallListener listener, Outcome outcome) {
    long at = now.getAsLong();
    ChunkLog.Builder chunks = new ChunkLog.Builder();
    boolean good = outcome instanceof Outcome.Ok;
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
            null,
            null,
            -1));
  }
}
