package dev.goodput.lab.search;

import dev.goodput.load.LoadSink;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.metrics.stream.SloJudge;
import dev.goodput.record.LevelBegun;
import dev.goodput.record.LogEntry;
import dev.goodput.record.RequestRecord;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Judges the requests of one level as they end, and passes everything on.
final class LevelWatch implements LoadSink {
  private static final double ANY_PACE = 5;

  private final LoadSink next;
  private final SloJudge judge;
  private final Consumer<Observations.Seen> seen;
  private @Nullable RequestView view;
  private long beginNanos;

  LevelWatch(Slo slo, LoadSink next, Consumer<Observations.Seen> seen) {
    this.judge = new SloJudge(slo);
    this.next = next;
    this.seen = seen;
  }

  @Override
  public void entry(LogEntry entry) {
    next.entry(entry);
    if (entry instanceof LevelBegun begun) {
      beginNanos = begun.beginNanos();
    } else if (entry instanceof RequestRecord request && request.last()) {
      seen.accept(look(request));
    }
  }

  private Observations.Seen look(RequestRecord request) {
    RequestView looked = view;
    if (looked == null) {
      looked = new RequestView(request, ANY_PACE);
      view = looked;
    } else {
      looked.load(request);
    }
    judge.judge(looked);
    long start = looked.times().startNanos();
    return new Observations.Seen(
        start - beginNanos,
        Math.max(0, request.stamps().endedNanos() - start),
        Math.max(0, request.inputTokens()),
        Math.max(0, request.outputTokens()),
        request.asked().turn() == 0,
        judge.judged(),
        judge.good());
  }

  @Override
  public void tick(LoadSnapshot snapshot) {
    next.tick(snapshot);
  }
}
