package dev.goodput.metrics.traffic;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.stream.ChunkTable;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.stream.OnTimeTokens;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.Outcome;
import dev.goodput.record.Passage;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One record at a time, with all that the tallies want to know of it, worked out once.
final class Observation {
  private static final long CLOSE_NANOS = 1_000_000;

  private final TrafficPlan plan;
  private final Map<String, SloJudge> judges = new HashMap<>();
  private final @Nullable SloJudge lateJudge;
  private final Durations durations = new Durations();
  private @Nullable RequestView view;
  private @Nullable String tokenClass;
  private @Nullable String sloClass;
  private @Nullable WasteCause waste;
  private boolean priced;
  private double inputMoney;
  private double outputMoney;
  private long onTimeTokens;
  private long closeTokens;

  Observation(TrafficPlan plan) {
    this.plan = plan;
    plan.slos().forEach((name, slo) -> judges.put(name, new SloJudge(slo)));
    Slo late = plan.late();
    lateJudge = late == null ? null : new SloJudge(late);
  }

  /// Moves on to a record.
  void load(RequestRecord request) {
    RequestView loaded = view;
    if (loaded == null) {
      loaded = new RequestView(request, plan.paceTps());
      view = loaded;
    } else {
      loaded.load(request);
    }
    tokenClass = plan.judgedAs(asked(request));
    sloClass = request.last() ? tokenClass : null;
    judge(loaded);
    price(request);
    waste = cause(loaded);
    durations.load(loaded);
    closeTokens = close(loaded.chunks());
  }

  private static String asked(RequestRecord request) {
    Passage passage = request.passage();
    return passage == null ? "" : passage.sloClass();
  }

  private void judge(RequestView loaded) {
    onTimeTokens = 0;
    Slo slo = sloClass == null ? null : plan.slos().get(sloClass);
    if (slo != null) {
      judgeOf(sloClass).judge(loaded);
      onTimeTokens =
          OnTimeTokens.count(
              loaded, slo.tightestNanos(LatencyMetric.TTFT), slo.tightestNanos(LatencyMetric.TPOT));
    }
    if (lateJudge != null) {
      lateJudge.judge(loaded);
    }
  }

  private SloJudge judgeOf(@Nullable String name) {
    SloJudge judge = name == null ? null : judges.get(name);
    if (judge == null) {
      throw new IllegalStateException("no SLO judges this record");
    }
    return judge;
  }

  private void price(RequestRecord request) {
    Passage passage = request.passage();
    TokenPrice price = plan.price(passage == null ? "" : passage.model());
    priced = price != null;
    inputMoney = price == null || !sent() ? 0 : price.ofInput(request);
    outputMoney = price == null ? 0 : price.ofOutput(request);
  }

  private @Nullable WasteCause cause(RequestView loaded) {
    RequestRecord request = loaded.request();
    if (!request.last()) {
      return WasteCause.RETRIED;
    }
    Passage passage = request.passage();
    if (passage != null && passage.parting() == Passage.Parting.CLIENT_LEFT) {
      return WasteCause.CLIENT_GONE;
    }
    return switch (request.outcome()) {
      case Outcome.Ok ignored -> late() ? WasteCause.LATE : null;
      case Outcome.Cancelled ignored -> WasteCause.CLIENT_GONE;
      case Outcome.Timeout ignored -> WasteCause.TIMED_OUT;
      case Outcome.Truncated ignored -> WasteCause.TRUNCATED;
      case Outcome.Reset ignored -> WasteCause.TRUNCATED;
      case Outcome.HttpError ignored -> WasteCause.ERRORED;
      case Outcome.ErrorEvent ignored -> WasteCause.ERRORED;
      case Outcome.Empty ignored -> WasteCause.ERRORED;
      case Outcome.Malformed ignored -> WasteCause.ERRORED;
      case Outcome.Refused ignored -> WasteCause.ERRORED;
      case Outcome.Tls ignored -> WasteCause.ERRORED;
      case Outcome.Unsent ignored -> WasteCause.ERRORED;
    };
  }

  private boolean late() {
    if (lateJudge != null) {
      return !lateJudge.good();
    }
    return sloClass != null && !judgeOf(sloClass).good();
  }

  /// Tokens that came within 1 ms of the one before: all but the first of a chunk, and that too
  /// where the chunk came so soon.
  private static long close(ChunkTable chunks) {
    long close = 0;
    for (int i = 0; i < chunks.count(); i++) {
      boolean soon = i > 0 && chunks.nanos(i) - chunks.nanos(i - 1) < CLOSE_NANOS;
      close += soon ? chunks.tokens(i) : Math.max(0, chunks.tokens(i) - 1);
    }
    return close;
  }

  /// The record with what is derived from its stamps.
  RequestView view() {
    RequestView loaded = view;
    if (loaded == null) {
      throw new IllegalStateException("nothing was loaded");
    }
    return loaded;
  }

  RequestRecord request() {
    return view().request();
  }

  RequestTimes times() {
    return view().times();
  }

  /// Its values by metric; none but of the last attempt of an `ok` request.
  Durations durations() {
    return durations;
  }

  /// Whether an upstream was asked, or was to be and could not be reached.
  boolean dispatched() {
    return Stamps.present(request().stamps().dispatchedNanos());
  }

  /// Whether a whole request was handed to an upstream.
  boolean sent() {
    return Stamps.present(request().stamps().sentNanos());
  }

  /// When it ended; where nobody knows, when it began.
  long endedNanos() {
    long ended = request().stamps().endedNanos();
    return Stamps.present(ended) ? ended : times().startNanos();
  }

  /// How long it was in flight; 0 where nobody knows.
  long residenceNanos() {
    return Math.max(0, endedNanos() - times().startNanos());
  }

  /// When an answer whose chunks nobody knows was there.
  long wholeNanos() {
    long e2el = times().e2elNanos();
    return Stamps.present(e2el) ? times().startNanos() + e2el : endedNanos();
  }

  /// The class whose SLO judges it; null where none does, and of earlier attempts.
  @Nullable String sloClass() {
    return sloClass;
  }

  /// The class whose SLO judges the request in the end; null where none does.
  @Nullable String tokenClass() {
    return tokenClass;
  }

  /// What judged it, where [#sloClass()] is there.
  SloJudge judge() {
    return judgeOf(sloClass);
  }

  /// Whether it is `ok` and within every threshold; false where no SLO judges.
  boolean good() {
    return sloClass != null && judge().good();
  }

  /// Whether it stays in the denominators of an SLO.
  boolean judged() {
    return sloClass != null && judge().judged();
  }

  /// Why its tokens were for nothing; null where they were not.
  @Nullable WasteCause waste() {
    return waste;
  }

  double money() {
    return inputMoney + outputMoney;
  }

  boolean priced() {
    return priced;
  }

  long onTimeTokens() {
    return onTimeTokens;
  }

  long closeTokens() {
    return closeTokens;
  }

  /// Whether nobody waits for its first token any more, though there was none: its client gave up,
  /// or the gateway did.
  boolean waitedInVain() {
    return (waste == WasteCause.CLIENT_GONE || waste == WasteCause.TIMED_OUT)
        && request().streamed()
        && !times().streamed();
  }

  /// Whether that was its client: it left, or its own time-out ran off. Who was still waiting did
  /// not leave: a gateway's time-out before the first byte is answered in its place, and where a
  /// stream pauses it is cut as idle.
  boolean leftOfItself() {
    Passage passage = request().passage();
    return waste == WasteCause.CLIENT_GONE
        || passage == null
        || (passage.parting() == Passage.Parting.CUT
            && !request().outcome().equals(new Outcome.Timeout(Outcome.Timeout.Stage.IDLE)));
  }
}
