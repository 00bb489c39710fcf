package dev.goodput.metrics.traffic;

import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.stream.ChunkTable;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.metrics.tally.JudgedRequest;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// One record at a time, with everything that the tallies need from it, computed once.
public final class RecordEvaluation {
  private static final long CLOSE_NANOS = 1_000_000;

  private final TrafficPlan plan;
  private final JudgedRequest judged;
  private final @Nullable SloJudge lateJudge;
  private @Nullable WasteCause waste;
  private boolean priced;
  private double money;
  private long closeTokens;

  /// Creates an evaluation by the SLOs and prices of a plan. Call [#load(RequestRecord)] first.
  public RecordEvaluation(TrafficPlan plan) {
    this.plan = plan;
    judged = new JudgedRequest(plan.slos(), plan.paceTps());
    Slo late = plan.late();
    lateJudge = late == null ? null : new SloJudge(late);
  }

  /// Replaces the current record.
  public void load(RequestRecord request) {
    judged.load(request, plan.judgedAs(requested(request)));
    if (lateJudge != null) {
      lateJudge.judge(view());
    }
    price(request);
    waste = cause(request);
    closeTokens = close(view().chunks());
  }

  private static String requested(RequestRecord request) {
    GatewayInfo gatewayInfo = request.passage();
    return gatewayInfo == null ? "" : gatewayInfo.sloClass();
  }

  private void price(RequestRecord request) {
    GatewayInfo gatewayInfo = request.passage();
    ModelPrice price = plan.price(gatewayInfo == null ? "" : gatewayInfo.model());
    OptionalDouble cost = price == null ? OptionalDouble.empty() : price.of(request);
    priced = cost.isPresent();
    money = cost.orElse(0);
  }

  private @Nullable WasteCause cause(RequestRecord request) {
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
    return judged.judge() != null && !judged.good();
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

  /// Returns the record as its SLO judges it.
  public JudgedRequest judged() {
    return judged;
  }

  /// Returns the record with the values derived from its timestamps.
  public RequestView view() {
    return judged.view();
  }

  RequestRecord request() {
    return view().request();
  }

  RequestTimes times() {
    return view().times();
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

  /// Returns why its tokens were wasted; null if they were not.
  public @Nullable WasteCause waste() {
    return waste;
  }

  /// Returns the cost of its tokens as its vendor bills them; 0 without a price.
  public double money() {
    return money;
  }

  /// Returns whether the plan has a price for its model and each kind of its tokens.
  public boolean priced() {
    return priced;
  }

  long closeTokens() {
    return closeTokens;
  }

  /// Returns whether the wait for its first token ended without one, because the client or the
  /// gateway gave up.
  public boolean endedWithoutToken() {
    return (waste == WasteCause.CLIENT_GONE || waste == WasteCause.TIMED_OUT)
        && request().streamed()
        && !times().streamed();
  }

  /// Returns whether the client ended it: it left, or its own time-out expired. A client that was
  /// still waiting did not leave: before the first byte, the gateway reports its time-out to it; in
  /// a stream that pauses, the gateway cuts the idle stream.
  public boolean clientLeft() {
    GatewayInfo gatewayInfo = request().passage();
    return waste == WasteCause.CLIENT_GONE
        || gatewayInfo == null
        || (gatewayInfo.parting() == GatewayInfo.Parting.CUT
            && !request().outcome().equals(new Outcome.Timeout(Outcome.Timeout.Stage.IDLE)));
  }
}
