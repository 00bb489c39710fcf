package dev.goodput.metrics.traffic;

import dev.goodput.metrics.result.ItlSource;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.ReaderReplay;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.Outcome;
import dev.goodput.record.Passage;
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

  final SortedMap<String, ClassTally> slos = new TreeMap<>();
  final WordCounts byOutcome = new WordCounts();
  final WordCounts attemptsByOutcome = new WordCounts();
  final WordCounts byStatusClass = new WordCounts();
  final WordCounts byParting = new WordCounts();
  final WordCounts outputByOutcome = new WordCounts();
  final Map<WasteCause, WasteTally> waste = new EnumMap<>(WasteCause.class);
  private final TrafficPlan plan;
  private final long[] counts = new long[Count.ALL];
  double stallNanos;
  double readingNanos;
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
  void add(Observation observed) {
    RequestRecord request = observed.request();
    addIf(observed.dispatched(), Count.ATTEMPTS);
    addIf(!request.last(), Count.RETRIES);
    if (observed.dispatched()) {
      attemptsByOutcome.add(request.outcome().key(), 1);
      byStatusClass.add(statusClass(request), 1);
    }
    addTokens(observed);
    addWaste(observed);
    if (request.last()) {
      addLast(observed);
    }
  }

  /// Adds output tokens that engines report as recomputed.
  void addRecomputed(long tokens) {
    add(Count.RECOMPUTED, tokens);
    add(Count.RECOMPUTED_TOLD, 1);
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

  private void addTokens(Observation observed) {
    RequestRecord request = observed.request();
    RequestView view = observed.view();
    int output = request.outputTokens();
    add(Count.INPUT, observed.sent() ? request.inputTokens() : 0);
    addIf(observed.sent() && request.inputTokens() == 0, Count.INPUT_UNKNOWN);
    add(Count.OUTPUT, output);
    add(Count.FAILED_OUTPUT, request.outcome().failure() ? output : 0);
    add(Count.STREAMED, view.carriedTokens());
    add(Count.CHUNKS, request.chunks().count());
    addNamed(request.tokens());
    money += observed.money();
    addIf(observed.priced() && observed.dispatched(), Count.PRICED);
    if (output > 0 || view.ok()) {
      outputByOutcome.add(request.outcome().key(), output);
    }
    ClassTally judged = classOf(observed.tokenClass());
    if (judged != null) {
      judged.addTokens(output);
    }
  }

  private void addNamed(TokenCounts tokens) {
    add(Count.CACHED_INPUT, Math.max(0, tokens.usageCachedInput()));
    add(Count.REASONING, Math.max(0, tokens.usageReasoning()));
    add(Count.REJECTED_DRAFT, Math.max(0, tokens.usageRejectedDraft()));
  }

  private @Nullable ClassTally classOf(@Nullable String name) {
    Slo slo = name == null ? null : plan.slos().get(name);
    return slo == null ? null : slos.computeIfAbsent(name, any -> new ClassTally(slo));
  }

  private void addWaste(Observation observed) {
    WasteCause cause = observed.waste();
    if (cause != null) {
      waste.computeIfAbsent(cause, any -> new WasteTally()).add(observed);
    }
  }

  private void addLast(Observation observed) {
    RequestRecord request = observed.request();
    Outcome outcome = request.outcome();
    boolean cancelled = outcome instanceof Outcome.Cancelled;
    add(Count.REQUESTS, 1);
    addIf(outcome instanceof Outcome.Ok, Count.OK);
    addIf(outcome.failure(), Count.FAILED);
    addIf(cancelled, Count.CANCELLED);
    addIf(cancelled && observed.judged(), Count.CANCELLED_LATE);
    addIf(observed.view().cameWhole(), Count.CAME_WHOLE);
    byOutcome.add(outcome.key(), 1);
    Passage passage = request.passage();
    if (passage != null) {
      addPassage(request, passage);
    }
    add(Count.RESIDENCE_NANOS, observed.residenceNanos());
    ClassTally judged = classOf(observed.sloClass());
    if (judged != null) {
      judged.add(observed);
    }
    if (!cancelled && request.streamed()) {
      addReading(observed.view());
    }
    if (observed.view().ok()) {
      addOk(observed);
    }
  }

  private void addPassage(RequestRecord request, Passage passage) {
    byParting.add(passage.parting().word(), 1);
    addIf(passage.parting() == Passage.Parting.ANSWERED_HERE, Count.ANSWERED_HERE);
    boolean named = !passage.session().isEmpty();
    addIf(named, Count.OF_SESSIONS);
    addIf(named && request.asked().turn() == 0, Count.SESSIONS_BEGUN);
  }

  private void addReading(RequestView view) {
    addIf(!view.ok(), Count.READ_FAILED);
    addIf(view.cameWhole(), Count.READ_WHOLE);
    if (!view.ok() || view.cameWhole()) {
      return;
    }
    ReaderReplay reader = view.reader();
    add(Count.READ_ANSWERS, 1);
    addIf(reader.noticeable(), Count.NOTICEABLE);
    addIf(reader.broken(), Count.BROKEN);
    add(Count.STALLS, reader.stalls());
    add(Count.STUTTERS, reader.stutters());
    stallNanos += reader.stallNanos();
    readingNanos += reader.readingNanos();
  }

  private void addOk(Observation observed) {
    RequestView view = observed.view();
    add(Count.OK_INPUT, view.request().inputTokens());
    add(Count.OK_OUTPUT, view.request().outputTokens());
    addIf(true, place(view.request().outputSource()));
    addIf(view.request().usageContradicted(), Count.CONTRADICTED);
    long e2el = view.times().e2elNanos();
    addIf(Stamps.present(e2el), Count.E2EL_REQUESTS);
    add(Count.E2EL_NANOS, Stamps.present(e2el) ? e2el : 0);
    if (!view.times().streamed()) {
      return;
    }
    add(Count.OK_STREAMED, view.request().streamedTokens());
    add(Count.BURST, view.chunks().burstTokens());
    add(Count.CLOSE, observed.closeTokens());
    addIf(view.chunks().count() > 1, Count.GAP_REQUESTS);
    double tpot = view.times().tpotNanos();
    if (tpot > 0) {
      add(Count.SPEEDS, 1);
      speeds += 1e9 / tpot;
    }
    if (!Double.isNaN(view.itlNanos())) {
      add(Count.ITL_REQUESTS, 1);
      add(Count.ITL_TOKENS, view.gapTokens());
      add(Count.ITL_NANOS, view.times().generationNanos());
      addIf(true, place(observed.durations().itlSource()));
    }
  }

  private static int place(TokenSource source) {
    return switch (source) {
      case USAGE -> Count.BY_USAGE;
      case TOKENIZER -> Count.BY_TOKENIZER;
      case CHUNKS -> Count.BY_CHUNKS;
    };
  }

  private static int place(ItlSource source) {
    return switch (source) {
      case USAGE, TOKENIZER -> Count.ITL_COUNTED;
      case CHUNKS -> Count.ITL_OF_CHUNKS;
      case NONE -> Count.ITL_UNTOLD;
    };
  }

  /// Returns the mean end-to-end latency; if no response is finished, the mean time in flight; 0
  /// without requests.
  double typicalNanos() {
    long finished = get(Count.E2EL_REQUESTS);
    return finished > 0
        ? (double) get(Count.E2EL_NANOS) / finished
        : (double) get(Count.RESIDENCE_NANOS) / Math.max(1, get(Count.REQUESTS));
  }

  void addAll(Tally other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    other.waste.forEach(
        (cause, theirs) -> waste.computeIfAbsent(cause, any -> new WasteTally()).addAll(theirs));
    stallNanos += other.stallNanos;
    readingNanos += other.readingNanos;
    money += other.money;
    speeds += other.speeds;
    byOutcome.addAll(other.byOutcome);
    attemptsByOutcome.addAll(other.attemptsByOutcome);
    byStatusClass.addAll(other.byStatusClass);
    byParting.addAll(other.byParting);
    outputByOutcome.addAll(other.outputByOutcome);
    other.slos.forEach((name, theirs) ->
        slos.computeIfAbsent(name, any -> new ClassTally(theirs.slo())).addAll(theirs));
  }
}
