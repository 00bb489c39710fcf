package dev.goodput.lab.search;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import org.jspecify.annotations.Nullable;

/// A check of finished requests against the SLO, one at a time.
final class RequestCheck {
  private static final double ANY_PACE = 5;

  private final SloJudge judge;
  private @Nullable RequestView view;

  RequestCheck(Slo slo) {
    this.judge = new SloJudge(slo);
  }

  Observations.Seen look(RequestRecord request) {
    RequestView looked = view;
    if (looked == null) {
      looked = new RequestView(request, ANY_PACE);
      view = looked;
    } else {
      looked.load(request);
    }
    judge.judge(looked);
    RequestTimes times = looked.times();
    Stamps stamps = request.stamps();
    boolean late = stamps.dueNanos() != Stamps.ABSENT && stamps.intendedNanos() != Stamps.ABSENT;
    return new Observations.Seen(
        times.startNanos(),
        Math.max(0, stamps.endedNanos() - times.startNanos()),
        late ? Math.max(0, stamps.dueNanos() - stamps.intendedNanos()) : 0,
        Math.max(0, request.inputTokens()),
        Math.max(0, request.outputTokens()),
        Math.max(0, request.requested().outputTokens()),
        Math.max(1, request.requested().turns()),
        request.requested().turn() == 0,
        fate(request.outcome()));
  }

  private Observations.Fate fate(Outcome outcome) {
    boolean cut = outcome instanceof Outcome.Cancelled(String why) && !why.isEmpty();
    if (cut || outcome instanceof Outcome.Unsent) {
      return Observations.Fate.LEFT;
    }
    if (!judge.judged()) {
      return Observations.Fate.UNJUDGED;
    }
    if (outcome.failure()) {
      return Observations.Fate.FAILED;
    }
    return judge.good() ? Observations.Fate.GOOD : Observations.Fate.LATE;
  }
}
