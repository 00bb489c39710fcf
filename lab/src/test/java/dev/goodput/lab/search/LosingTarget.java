package dev.goodput.lab.search;

import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.TargetAround;
import dev.goodput.lab.VirtualTarget;
import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LoadSink;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.arrival.Arrivals;
import java.nio.file.Path;

/// The simulated engine, which goes away when a claim is verified: nothing is answered after the
/// first requests.
final class LosingTarget extends TargetAround {
  static final String GONE = "ended early by goodput: no connection for 30 s";

  private final int answered;
  private final boolean warms;

  /// @param answered how many requests it answers before it goes
  /// @param warms whether the client can be made ready
  LosingTarget(int answered, boolean warms) {
    super(new VirtualTarget(EngineProfile.named("h100", "llama-3.1-8b")));
    this.answered = answered;
    this.warms = warms;
  }

  @Override
  public LevelOutcome run(BenchPlan plan, int index, SessionSource source, LoadSink sink) {
    if (!(plan.levels().get(index).arrivals() instanceof Arrivals.Poisson)) {
      return super.run(plan, index, source, sink);
    }
    super.run(plan, index, source, new Losing(sink));
    return new LevelOutcome(LevelEnded.Ending.ALL_FAILED, GONE);
  }

  /// Of what is not answered only a few are left.
  private final class Losing implements LoadSink {
    private final LoadSink next;
    private int requests;

    Losing(LoadSink next) {
      this.next = next;
    }

    @Override
    public void entry(LogEntry entry) {
      if (entry instanceof RequestRecord request) {
        if (++requests <= answered) {
          next.entry(request);
        } else if (requests <= answered + 20) {
          next.entry(failed(request));
        }
      } else if (entry instanceof LevelEnded ended) {
        next.entry(
            new LevelEnded(
                ended.level(),
                ended.endNanos(),
                LevelEnded.Ending.ALL_FAILED,
                ended.inFlightNanos(),
                ended.concurrencyPeak()));
      } else {
        next.entry(entry);
      }
    }

    @Override
    public void tick(LoadSnapshot snapshot) {
      next.tick(snapshot);
    }
  }

  private static RequestRecord failed(RequestRecord request) {
    return new RequestRecord(
        request.id(),
        request.level(),
        request.attempt(),
        request.last(),
        request.streamed(),
        request.start(),
        request.requested(),
        request.stamps(),
        request.chunks(),
        request.tokens(),
        request.reasoningChunks(),
        new Outcome.Refused("connection refused"));
  }

  @Override
  public void warmUp(BenchPlan plan, Path scratch) {
    if (!warms) {
      throw new IllegalStateException("not ready");
    }
    super.warmUp(plan, scratch);
  }
}
