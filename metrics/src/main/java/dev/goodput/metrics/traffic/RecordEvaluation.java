package dev.goodput.metrics.traffic;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.stream.ChunkTable;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.stream.OnTimeTokens;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One record at a time, with everything that the tallies need from it, computed once.
public final class RecordEvaluation {
  private static final long CLOSE_NANOS = 1_000_000;

  private final TrafficPlan plan;
  private final Map<String, SloJudge> judges = new HashMap<>();
  private final @Nullable SloJudge lateJudge;
  private final RecordValues durations = new RecordValues();
  private @Nullable RequestView view;
  private @Nullable String tokenClass;
  private @Nullable String sloClass;
  private @Nullable WasteCause waste;
  private boolean priced;
  private double inputMoney;
  private double outputMoney;
  private long onTimeTokens;
  private long closeTokens;

  /// Creates an evaluation by the SLOs and prices of a plan. Call [#load(RequestRecord)] first.
  public RecordEvaluation(TrafficPlan plan) {
    this.plan = plan;
    plan.slos().forEach((name, slo) -> judges.put(name, new SloJudge(slo)));
    Slo late = plan.late();
    lateJudge = late == null ? null : new SloJudge(late);
  }

  /// Replaces the current record.
  public void load(RequestRecord request) {
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
    GatewayInfo gatewayInfo = request.passage();
    return gatewayInfo == null ? "" : gatewayInfo.sloClass();
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
    GatewayInfo gatewayInfo = request.passage();
    TokenPrice price = plan.price(gatewayInfo == null ? "" : gatewayInfo.model());
    priced = price != null;
    inputMoney = price == null || !sent() ? 0 : price.ofInput(request);
    outputMoney = price == null ? 0 : price.ofOutput(request);
  }

  private @Nullable WasteCause cause(RequestView loaded) {
    RequestRecord request = loaded.request();
    if (!request.last()) {
      return WasteCause.RETRIED;
    }
    GatewayInfo gatewayInfo = request.passage();
    if (gatewayInfo != null && gatewayInfo.parting() == GatewayInfo.Parting.CLIENT_LEFT) {
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

  /// Counts tokens that arrived within 1 ms of the one before: all but the first of a chunk, and
  /// the first too if its chunk followed that soon.
  private static long close(ChunkTable chunks) {
    long close = 0;
    for (int i = 0; i < chunks.count(); i++) {
      boolean soon = i > 0 && chunks.nanos(i) - chunks.nanos(i - 1) < CLOSE_NANOS;
      close += soon ? chunks.tokens(i) : Math.max(0, chunks.tokens(i) - 1);
    }
    return close;
  }

  /// Returns the record with the values derived from its timestamps.
  public RequestView view() {
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

  /// Returns its values by metric; only the last attempt of an `ok` request has any.
  RecordValues durations() {
    return durations;
  }

  /// Returns whether an upstream was contacted, or could not be reached.
  public boolean dispatched() {
    return Stamps.present(request().stamps().dispatchedNanos());
  }

  /// Returns whether the whole request was sent to an upstream.
  public boolean sent() {
    return Stamps.present(request().stamps().sentNanos());
  }

  /// Returns when it ended; if unknown, when it started.
  public long endedNanos() {
    long ended = request().stamps().endedNanos();
    return Stamps.present(ended) ? ended : times().startNanos();
  }

  /// Returns how long it was in flight; 0 if unknown.
  long residenceNanos() {
    return Math.max(0, endedNanos() - times().startNanos());
  }

  /// Returns when a response without known chunks had arrived.
  long wholeNanos() {
    long e2el = times().e2elNanos();
    return Stamps.present(e2el) ? times().startNanos() + e2el : endedNanos();
  }

  /// Returns the class whose SLO judges it; null if there is none, and for earlier attempts.
  public @Nullable String sloClass() {
    return sloClass;
  }

  /// Returns the class whose SLO judges the request at its last attempt; null if there is none.
  public @Nullable String tokenClass() {
    return tokenClass;
  }

  /// Returns the judge of [#sloClass()], which must not be null.
  public SloJudge judge() {
    return judgeOf(sloClass);
  }

  /// Returns whether it is `ok` and within every threshold; false if no SLO judges it.
  public boolean good() {
    return sloClass != null && judge().good();
  }

  /// Returns whether it counts in the denominators of an SLO.
  public boolean judged() {
    return sloClass != null && judge().judged();
  }

  /// Returns why its tokens were wasted; null if they were not.
  public @Nullable WasteCause waste() {
    return waste;
  }

  /// Returns the cost of its tokens; 0 without a price.
  public double money() {
    return inputMoney + outputMoney;
  }

  /// Returns whether the plan has a price for its model.
  public boolean priced() {
    return priced;
  }

  /// Returns the tokens that arrived before the deadlines of its SLO.
  public long onTimeTokens() {
    return onTimeTokens;
  }

  long closeTokens() {
    return closeTokens;
  }

  /// Returns whether the wait for its first token ended without one, because the client or the
  /// gateway gave up.
  boolean endedWithoutToken() {
    return (waste == WasteCause.CLIENT_GONE || waste == WasteCause.TIMED_OUT)
        && request().streamed()
        && !times().streamed();
  }

  /// Returns whether the client ended it: it left, or its own time-out expired. A client that was
  /// still waiting did not leave: before the first byte, the gateway reports its time-out to it; in
  /// a stream that pauses, the gateway cuts the idle stream.
  boolean clientLeft() {
    GatewayInfo gatewayInfo = request().passage();
    return waste == WasteCause.CLIENT_GONE
        || gatewayInfo == null
        || (gatewayInfo.parting() == GatewayInfo.Parting.CUT
            && !request().outcome().equals(new Outcome.Timeout(Outcome.Timeout.Stage.IDLE)));
  }
}
