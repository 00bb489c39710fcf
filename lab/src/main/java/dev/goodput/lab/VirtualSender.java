package dev.goodput.lab;

import dev.goodput.load.Sender;
import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.virtual.VirtualCall;
import dev.goodput.simulator.virtual.VirtualEngine;
import dev.goodput.simulator.virtual.VirtualListener;
import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.CallListener;
import dev.goodput.wire.client.Exchange;
import org.jspecify.annotations.Nullable;

/// Asks the simulated engine directly: no wire, one content event per token, usage always named.
///
/// @param engine in virtual time
/// @param maxModelLen longest prompt and answer together
record VirtualSender(VirtualEngine engine, int maxModelLen) implements Sender {

  @Override
  public Call send(byte[] body, boolean stream, boolean keepText, CallListener listener) {
    EngineRequest request = VirtualRequest.decode(body).request();
    VirtualExchange exchange = new VirtualExchange(request, stream, keepText, listener);
    exchange.begin();
    return exchange;
  }

  private final class VirtualExchange implements Call, VirtualListener {
    private final EngineRequest request;
    private final boolean stream;
    private final boolean keepText;
    private final CallListener listener;
    private final long sentNanos = engine.nowNanos();
    private final ChunkLog.Builder chunks = new ChunkLog.Builder();
    private long firstNanos = Stamps.ABSENT;
    private long lastNanos = Stamps.ABSENT;
    private int tokens;
    private boolean over;
    private @Nullable VirtualCall call;

    VirtualExchange(
        EngineRequest request, boolean stream, boolean keepText, CallListener listener) {
      this.request = request;
      this.stream = stream;
      this.keepText = keepText;
      this.listener = listener;
    }

    void begin() {
      if ((long) request.promptTokens() + request.outputTokens() > maxModelLen) {
        engine.at(sentNanos, () -> end(new Outcome.HttpError(400, "longer than the model takes")));
        return;
      }
      call = engine.submit(request, this);
    }

    @Override
    public void token(VirtualCall from, long nanos) {
      tokens++;
      lastNanos = nanos;
      if (!stream) {
        return;
      }
      firstNanos = firstNanos == Stamps.ABSENT ? nanos : firstNanos;
      chunks.add(nanos, Channel.ANSWER, 1);
      listener.content(1);
    }

    @Override
    public void finished(VirtualCall from, long nanos) {
      if (!stream && !over) {
        chunks.add(nanos, Channel.ANSWER, tokens);
      }
      end(new Outcome.Ok("length"));
    }

    @Override
    public void cancel() {
      if (!over) {
        VirtualCall running = call;
        if (running != null) {
          engine.cancel(running);
        }
        end(new Outcome.Cancelled());
      }
    }

    private void end(Outcome outcome) {
      if (over) {
        return;
      }
      over = true;
      long now = engine.nowNanos();
      long headers = stream ? firstNanos : now;
      listener.ended(
          new Exchange(
              sentNanos,
              sentNanos,
              headers,
              headers,
              firstNanos,
              firstNanos,
              stream || !outcome.failure() ? lastNanos : Stamps.ABSENT,
              now,
              chunks.build(),
              0,
              usage(outcome),
              outcome,
              keepText ? " word".repeat(tokens) : null,
              keepText ? "" : null,
              -1));
    }

    /// As a server does, only a finished answer names its usage.
    private TokenCounts usage(Outcome outcome) {
      VirtualCall running = call;
      return running == null || !(outcome instanceof Outcome.Ok)
          ? TokenCounts.NONE
          : TokenCounts.ofUsage(
              request.promptTokens(),
              tokens,
              TokenCounts.UNKNOWN,
              running.cachedTokens(),
              TokenCounts.UNKNOWN);
    }
  }
}
