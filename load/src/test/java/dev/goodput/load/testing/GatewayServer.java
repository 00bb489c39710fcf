package dev.goodput.load.testing;

import dev.goodput.load.Sender;
import dev.goodput.record.Outcome;
import dev.goodput.wire.Loop;
import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.CallListener;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/// A server that accepts the first few requests of its loop and refuses all others at once. The
/// accepted requests get no content until [#speak] is called.
public final class GatewayServer implements Sender {
  private final Loop loop;
  private final LongSupplier now;
  private final Outcome others;
  private final int takes;
  private final List<CallListener> taken = new ArrayList<>();
  private int came;
  private boolean speaks;

  /// @param loop the server's loop
  /// @param now nanoseconds since the run's origin
  /// @param others outcome of the refused requests
  /// @param takes number of accepted requests
  public GatewayServer(Loop loop, LongSupplier now, Outcome others, int takes) {
    this.loop = loop;
    this.now = now;
    this.others = others;
    this.takes = takes;
  }

  /// Answers the accepted requests from now on; from any thread.
  public void speak() {
    loop.execute(() -> {
      speaks = true;
      List.copyOf(taken).forEach(this::answer);
    });
  }

  @Override
  public Call send(byte[] body, boolean stream, boolean keepText, CallListener listener) {
    came++;
    if (came > takes) {
      loop.execute(() -> end(listener, others));
    } else {
      taken.add(listener);
      if (speaks) {
        loop.execute(() -> answer(listener));
      }
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

  private void answer(CallListener waiting) {
    if (taken.remove(waiting)) {
      end(waiting, new Outcome.Ok("stop"));
    }
  }

  private void end(CallListener listener, Outcome outcome) {
    Exchanges.end(listener, now.getAsLong(), outcome);
  }
}
