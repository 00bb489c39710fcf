package dev.goodput.metrics.analysis;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.interval.Overlap;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.Latencies;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Rates;
import dev.goodput.metrics.result.Requests;
import dev.goodput.metrics.result.Tokens;
import dev.goodput.metrics.tally.RequestCount;
import dev.goodput.record.LevelEnded;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Assembles a level's result from its two passes.
final class LevelAssembler {
  private static final double[] PROMISED = {90, 95, 99, 99.9};
  private static final int[] OBSERVATIONS = {36, 72, 368, 3688};

  /// A warning is given if the rate differs by this share between two ways of counting.
  private static final double FEW_TURNS = .05;

  private static final double WINDOW_E2EL_TIMES = 2;

  private final LevelSurvey survey;
  private final LevelTally tally;
  private final AnalysisOptions options;
  private final LevelResult.Window window;
  private final List<String> warnings = new ArrayList<>();

  LevelAssembler(LevelTally tally, AnalysisOptions options) {
    this.survey = tally.survey;
    this.tally = tally;
    this.options = options;
    survey.lost().ifPresent(warnings::add);
    survey.silence().ifPresent(warnings::add);
    survey.finishReasons().ifPresent(warnings::add);
    tally.windowWarning.ifPresent(warnings::add);
    tally.prices.flatMap(PriceTally::warning).ifPresent(warnings::add);
    if (survey.queueGrows()) {
      warnings.add(
          "the queue behind --max-in-flight %d grew to the end, which no length of run mends: use a lower rate or a higher cap"
              .formatted(survey.maxInFlight()));
    }
    LevelResult.Window found = tally.window;
    window =
        new LevelResult.Window(
            found.runBeginNanos(),
            found.runEndNanos(),
            found.beginNanos(),
            found.endNanos(),
            found.warmup(),
            tooShort(found),
            found.ending());
  }

  /// Where the window is shorter than twice the mean end-to-end latency (without one: the mean
  /// residence), rates are of the whole run.
  private boolean tooShort(LevelResult.Window found) {
    double mean = tally.sample.meanE2elNanos();
    double typical = Double.isNaN(mean) ? survey.meanResidenceNanos() : mean;
    long length = found.endNanos() - found.beginNanos();
    boolean tooShort = length <= 0 || length < WINDOW_E2EL_TIMES * typical;
    if (tooShort && survey.requests() > 1) {
      String why =
          length <= 0
              ? "its window is a single moment"
              : "its window of %s is shorter than twice the mean end-to-end latency of %s"
                  .formatted(FigureText.millis(length / 1e6), FigureText.millis(typical / 1e6));
      String remedy = DurationAdvice.window(survey).map(": "::concat).orElse("");
      String drain = survey.complete() ? "drain included, " : "";
      warnings.add("rates are of the whole run, " + drain + "as " + why + remedy);
    }
    return tooShort;
  }

  private void noteThroughput(Requests sample, Rates rates) {
    noteDrained(sample, rates);
    noteFewTurns(rates);
  }

  /// Rates count what ended in the window, latencies what started in it. If most requests ended
  /// later, the two seem to contradict each other.
  private void noteDrained(Requests sample, Rates rates) {
    Double rps = rates.rps();
    if (window.ratesOfWholeRun() || rps == null || sample.ok() == 0) {
      return;
    }
    long ended = Math.round(rps * window.seconds());
    if (2 * ended < sample.ok()) {
      warnings.add(
          "throughput counts %s, because it counts within the window and %s after it"
              .formatted(
                  ended == 1 ? "1 response" : ended + " responses",
                  sample.ok() == 1
                      ? "the only successful one ended"
                      : "most of the %d successful ones ended".formatted(sample.ok())));
    }
  }

  /// The window of a closed loop ends with a start, and so with an end: for one user, or users who
  /// return together, it holds one end too many per turn. Counting responses by the share of their
  /// time in the window has no such edge effect.
  private void noteFewTurns(Rates rates) {
    Double rps = rates.rps();
    Double unfinished = tally.windowRates.underWayPerSecond();
    if (!survey.closed() || !survey.complete() || window.ratesOfWholeRun()) {
      return;
    }
    if (rps == null || unfinished == null) {
      return;
    }
    if (Math.abs(rps - unfinished) > FEW_TURNS * unfinished) {
      warnings.add(
          "the rate is not exact, because few turns ended in the window: %s requests/s by their ends, %s by their time in it%s"
              .formatted(
                  FigureText.digits(rps),
                  FigureText.digits(unfinished),
                  LevelResult.longer(survey.kind(), survey.ending())
                      .map(": use "::concat)
                      .orElse("")));
    }
  }

  private void noteTokens(LevelResult.Lengths lengths, Tokens tokens) {
    if (!survey.cutShort()) {
      Warnings.ofLengths(lengths).ifPresent(warnings::add);
    }
    warnings.addAll(Warnings.ofTokens(tokens));
    warnings.addAll(Warnings.ofAnswers(tally.sample, survey.observed()));
  }

  LevelResult assemble() {
    ConcurrencyTally concurrency =
        window.ratesOfWholeRun() ? tally.runConcurrency : tally.windowConcurrency;
    Overlap overlap = survey.complete() ? Overlap.at(concurrency.mean()) : Overlap.UNKNOWN;
    RateTally rateTally = window.ratesOfWholeRun() ? tally.runRates : tally.windowRates;
    Latencies latencies = tally.sample.latencies(overlap);
    Tokens tokens = tally.sample.tokens();
    LevelResult.Load load = tally.arrivals.build(survey.begun(), survey.complete());
    Rates rates = rates(rateTally, concurrency, atServer(load));
    Goodput goodput = goodput(rateTally);
    LevelResult.Lengths lengths = tally.lengths.build();
    Requests sample = tally.sample.requests();
    LevelResult.Backlog backlog = survey.backlog().orElse(null);
    LevelResult.Reliability reliability = reliability();
    Warnings.ofOutages(reliability.outages(), window.runBeginNanos()).ifPresent(warnings::add);
    noteThroughput(sample, rates);
    noteTokens(lengths, tokens);
    return new LevelResult(
        survey.level(),
        client(latencies, load, sample.retries() > 0),
        tally.judged.met(),
        tally.judged.bounds(),
        tally.judged.classes(window.ratesOfWholeRun()),
        load,
        window,
        backlog,
        tally.turns.build(overlap),
        tally.totals.build(),
        sample,
        latencies,
        rates,
        reliability,
        tokens,
        goodput,
        tally.sample.reading(options.paceTps(), overlap),
        cost(rates, goodput),
        lengths,
        promises(overlap, load, rates),
        warnings,
        faults());
  }

  /// Returns what it takes to promise each percentile; empty if the overlap of requests is unknown.
  private List<LevelResult.Promise> promises(Overlap overlap, LevelResult.Load load, Rates rates) {
    Double each = overlap.requests();
    if (each == null || survey.pilesUp() || survey.requests() == 0) {
      return List.of();
    }
    Double rate = promiseRate(load, rates);
    List<LevelResult.Promise> promises = new ArrayList<>();
    for (int i = 0; i < PROMISED.length; i++) {
      long requests = (long) Math.ceil(OBSERVATIONS[i] * each);
      Double minutes = rate == null || rate <= 0 ? null : requests / rate / 60;
      promises.add(new LevelResult.Promise(PROMISED[i], OBSERVATIONS[i], requests, minutes));
    }
    return promises;
  }

  /// If the log ends before the level did, the outcomes of requests in flight are unknown.
  private LevelResult.Reliability reliability() {
    return survey.complete()
        ? tally.sample.reliability(tally.outages.outages())
        : new LevelResult.Reliability(null, null, null);
  }

  private @Nullable Goodput goodput(RateTally rates) {
    return tally.judged.goodput(rates, window.ratesOfWholeRun());
  }

  /// Only a cap distinguishes requests at the server from those in flight.
  private @Nullable ConcurrencyTally atServer(LevelResult.Load load) {
    if (load.maxInFlight() == null) {
      return null;
    }
    return window.ratesOfWholeRun() ? tally.runAtServer : tally.windowAtServer;
  }

  private Rates rates(
      RateTally rates, ConcurrencyTally concurrency, @Nullable ConcurrencyTally atServer) {
    if (!survey.complete()) {
      Double speed = tally.sample.all.outputTpsPerUser();
      return new Rates(rates.rps(), null, null, null, null, speed, null, null, null, null);
    }
    boolean any = window.rateSeconds() > 0;
    return new Rates(
        rates.rps(),
        rates.inputTps(),
        rates.outputTps(),
        rates.totalTps(),
        rates.deliveredTps(),
        tally.sample.all.outputTpsPerUser(),
        any ? concurrency.mean() : null,
        any ? concurrency.peak() : null,
        any && atServer != null ? atServer.mean() : null,
        any && atServer != null ? atServer.peak() : null);
  }

  /// Returns the rate at which the process can continue: a schedule at its own, a closed loop at
  /// the rate of responses. A recording, stages and a burst end after some time.
  private @Nullable Double promiseRate(LevelResult.Load load, Rates rates) {
    boolean steady =
        load.targetConcurrency() != null || (load.targetRate() != null && load.profile() == null);
    if (!steady) {
      return null;
    }
    Double scheduled = survey.closed() ? null : tally.arrivals.requestRate();
    return scheduled == null ? rates.rps() : scheduled;
  }

  private ClientHealth client(Latencies latencies, LevelResult.Load load, boolean retried) {
    Distribution queued = tally.queued.build(null);
    List<ClientHealth.Note> notes =
        ClientNotes.of(
            latencies, queued, load.maxInFlight(), ClientNotes.waited(survey.observed(), retried));
    Comparator<ClientHealth> worse = Comparator.comparing(ClientHealth::verdict);
    return tally.watch.segments(window.ratesOfWholeRun()).stream()
        .map(segment -> client(segment, notes))
        .reduce((first, next) -> worse.compare(next, first) > 0 ? next : first)
        .orElseThrow();
  }

  private ClientHealth client(HealthTally health, List<ClientHealth.Note> notes) {
    LagLimits limits =
        LagLimits.of(
            options.slos(survey.sloClasses()),
            tally.sample.typicalMillis(),
            tally.sample.typicalName());
    return new ClientJudge(limits, survey.closed(), survey.observed())
        .judge(tally.scheduleLag.build(null), health, takenUpShare(limits), notes);
  }

  private @Nullable Double takenUpShare(LagLimits limits) {
    long allowance = Math.round(limits.clientBoundMillis() * 1e6);
    return survey.complete() ? tally.arrivals.takenUpShare(allowance) : null;
  }

  private LevelResult.@Nullable CostResult cost(Rates rates, @Nullable Goodput goodput) {
    if (tally.prices.isPresent()) {
      return survey.complete() ? tally.prices.get().result() : null;
    }
    if (!(options.cost() instanceof Cost cost)) {
      return null;
    }
    double seconds = window.rateSeconds();
    double sessions =
        window.ratesOfWholeRun()
            ? tally.totals.sessions()
            : tally.sample.get(RequestCount.SESSIONS);
    boolean known = seconds > 0 && survey.complete();
    return LevelResult.CostResult.of(
        cost, rates, goodput, known ? Double.valueOf(sessions / seconds) : null, seconds);
  }

  private List<String> faults() {
    List<String> faults = new ArrayList<>();
    long sum = survey.inFlightNanos();
    if (survey.integratedNanos() != sum) {
      faults.add(
          "level %d: ∫ in flight dt is %d ns over time and %d ns over requests"
              .formatted(survey.level(), survey.integratedNanos(), sum));
    }
    LevelEnded ended = survey.ended();
    if (ended != null && ended.inFlightNanos() >= 0 && ended.inFlightNanos() != sum) {
      faults.add(
          "level %d: the load engine counted %d ns in flight, its records hold %d ns: records are missing or doubled"
              .formatted(survey.level(), ended.inFlightNanos(), sum));
    }
    return faults;
  }
}
