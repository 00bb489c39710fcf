package dev.goodput.metrics.traffic;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.ItlTally;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.metrics.tally.ReadingTally;
import dev.goodput.metrics.tally.SloClassTally;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.record.TokenSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Counts of exchanges: of a series since the meter started, or of a part of a window.
final class Tally {
  private static final String[] STATUS_CLASSES = {
    "0xx", "1xx", "2xx", "3xx", "4xx", "5xx", "6xx", "7xx", "8xx", "9xx"
  };

  final SortedMap<String, SloClassTally> slos = new TreeMap<>();
  final WordCounts byOutcome = new WordCounts();
  final WordCounts attemptsByOutcome = new WordCounts();
  final WordCounts byStatusClass = new WordCounts();
  final WordCounts byParting = new WordCounts();
  final WordCounts outputByOutcome = new WordCounts();
  final ReadingTally reading = new ReadingTally();
  final ItlTally itl = new ItlTally();
  final Map<WasteCause, WasteTally> waste = new EnumMap<>(WasteCause.class);
  private final TrafficPlan plan;
  private final long[] counts = new long[CountIndex.ALL];
  double money;
  double speeds;

  Tally(TrafficPlan plan) {
    this.plan = plan;
  }

  long get(int count) {
    return counts[count];
  }

  private void add(int count, long more) {
    counts[count] += more;
  }

  private void addIf(boolean counted, int count) {
    counts[count] += counted ? 1 : 0;
  }

  /// Adds an attempt.
  void add(RecordEvaluation evaluation) {
    RequestRecord request = evaluation.request();
    addIf(evaluation.dispatched(), CountIndex.ATTEMPTS);
    addIf(!request.last(), CountIndex.RETRIES);
    if (evaluation.dispatched()) {
      attemptsByOutcome.add(request.outcome().key(), 1);
      byStatusClass.add(statusClass(request), 1);
    }
    addTokens(evaluation);
    addWaste(evaluation);
    if (request.last()) {
      addLast(evaluation);
    }
  }

  /// Adds output tokens that engines report as recomputed.
  void addRecomputed(long tokens) {
    add(CountIndex.RECOMPUTED, tokens);
    add(CountIndex.RECOMPUTED_TOLD, 1);
  }

  private static String statusClass(RequestRecord request) {
    if (request.outcome() instanceof Outcome.HttpError error) {
      return statusClass(error.status());
    }
    return Stamps.present(request.stamps().headersNanos()) ? "2xx" : "none";
  }

  /// @param status HTTP status, 0 for none
  static String statusClass(int status) {
    boolean known = status >= 100 && status < 1000;
    return known ? STATUS_CLASSES[status / 100] : "none";
  }

  private void addTokens(RecordEvaluation evaluation) {
    RequestRecord request = evaluation.request();
    RequestView view = evaluation.view();
    int output = request.outputTokens();
    add(CountIndex.INPUT, evaluation.sent() ? request.inputTokens() : 0);
    addIf(evaluation.sent() && request.inputTokens() == 0, CountIndex.INPUT_UNKNOWN);
    add(CountIndex.OUTPUT, output);
    add(CountIndex.FAILED_OUTPUT, request.outcome().failure() ? output : 0);
    add(CountIndex.STREAMED, view.carriedTokens());
    add(CountIndex.CHUNKS, request.chunks().count());
    addNamed(request.tokens());
    money += evaluation.money();
    addIf(evaluation.priced() && evaluation.dispatched(), CountIndex.PRICED);
    if (output > 0 || view.ok()) {
      outputByOutcome.add(request.outcome().key(), output);
    }
    SloClassTally judged = classOf(evaluation.tokenClass());
    if (judged != null) {
      judged.addTokens(output);
    }
  }

  private void addNamed(TokenCounts tokens) {
    add(CountIndex.CACHED_INPUT, Math.max(0, tokens.usageCachedInput()));
    add(CountIndex.REASONING, Math.max(0, tokens.usageReasoning()));
    add(CountIndex.REJECTED_DRAFT, Math.max(0, tokens.usageRejectedDraft()));
  }

  private @Nullable SloClassTally classOf(@Nullable String name) {
    Slo slo = name == null ? null : plan.slos().get(name);
    return slo == null ? null : slos.computeIfAbsent(name, any -> new SloClassTally(slo));
  }

  private void addWaste(RecordEvaluation evaluation) {
    WasteCause cause = evaluation.waste();
    if (cause != null) {
      waste.computeIfAbsent(cause, any -> new WasteTally()).add(evaluation);
    }
  }

  private void addLast(RecordEvaluation evaluation) {
    RequestRecord request = evaluation.request();
    Outcome outcome = request.outcome();
    boolean cancelled = outcome instanceof Outcome.Cancelled;
    add(CountIndex.REQUESTS, 1);
    addIf(outcome instanceof Outcome.Ok, CountIndex.OK);
    addIf(outcome.failure(), CountIndex.FAILED);
    addIf(cancelled, CountIndex.CANCELLED);
    addIf(cancelled && evaluation.judged(), CountIndex.CANCELLED_LATE);
    addIf(evaluation.view().cameWhole(), CountIndex.CAME_WHOLE);
    byOutcome.add(outcome.key(), 1);
    GatewayInfo gatewayInfo = request.passage();
    if (gatewayInfo != null) {
      addPassage(request, gatewayInfo);
    }
    add(CountIndex.RESIDENCE_NANOS, evaluation.residenceNanos());
    SloClassTally judged = classOf(evaluation.sloClass());
    if (judged != null) {
      judged.add(evaluation.view(), evaluation.judge(), evaluation.onTimeTokens());
    }
    if (!cancelled) {
      reading.add(evaluation.view());
    }
    if (evaluation.view().ok()) {
      addOk(evaluation);
    }
  }

  private void addPassage(RequestRecord request, GatewayInfo gatewayInfo) {
    byParting.add(gatewayInfo.parting().word(), 1);
    addIf(gatewayInfo.parting() == GatewayInfo.Parting.ANSWERED_HERE, CountIndex.ANSWERED_HERE);
    boolean named = !gatewayInfo.session().isEmpty();
    addIf(named, CountIndex.OF_SESSIONS);
    addIf(named && request.asked().turn() == 0, CountIndex.SESSIONS_BEGUN);
  }

  private void addOk(RecordEvaluation evaluation) {
    RequestView view = evaluation.view();
    add(CountIndex.OK_INPUT, view.request().inputTokens());
    add(CountIndex.OK_OUTPUT, view.request().outputTokens());
    addIf(true, place(view.request().outputSource()));
    addIf(view.request().usageImplausible(), CountIndex.CONTRADICTED);
    long e2el = view.times().e2elNanos();
    addIf(Stamps.present(e2el), CountIndex.E2EL_REQUESTS);
    add(CountIndex.E2EL_NANOS, Stamps.present(e2el) ? e2el : 0);
    if (!view.times().streamed()) {
      return;
    }
    add(CountIndex.OK_STREAMED, view.request().streamedTokens());
    add(CountIndex.BURST, view.chunks().burstTokens());
    add(CountIndex.CLOSE, evaluation.closeTokens());
    addIf(view.chunks().count() > 1, CountIndex.GAP_REQUESTS);
    double tpot = view.times().tpotNanos();
    if (tpot > 0) {
      add(CountIndex.SPEEDS, 1);
      speeds += 1e9 / tpot;
    }
    itl.add(view);
  }

  private static int place(TokenSource source) {
    return switch (source) {
      case USAGE -> CountIndex.BY_USAGE;
      case TOKENIZER -> CountIndex.BY_TOKENIZER;
      case CHUNKS -> CountIndex.BY_CHUNKS;
    };
  }

  /// Returns the mean end-to-end latency; if no response is finished, the mean time in flight; 0
  /// without requests.
  double typicalNanos() {
    long finished = get(CountIndex.E2EL_REQUESTS);
    return finished > 0
        ? (double) get(CountIndex.E2EL_NANOS) / finished
        : (double) get(CountIndex.RESIDENCE_NANOS) / Math.max(1, get(CountIndex.REQUESTS));
  }

  void addAll(Tally other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    other.waste.forEach(
        (cause, theirs) -> waste.computeIfAbsent(cause, any -> new WasteTally()).addAll(theirs));
    itl.addAll(other.itl);
    reading.addAll(other.reading);
    money += other.money;
    speeds += other.speeds;
    byOutcome.addAll(other.byOutcome);
    attemptsByOutcome.addAll(other.attemptsByOutcome);
    byStatusClass.addAll(other.byStatusClass);
    byParting.addAll(other.byParting);
    outputByOutcome.addAll(other.outputByOutcome);
    other.slos.forEach((name, theirs) ->
        slos.computeIfAbsent(name, any -> new SloClassTally(theirs.slo())).addAll(theirs));
  }
}
