package dev.goodput.metrics.analysis;

import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.metrics.tally.ReadingTally;
import dev.goodput.record.HealthSample;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The second pass over one level with a known window: passes each record to the tallies it
/// affects.
final class LevelTally {
  final TotalsTally totals = new TotalsTally();
  final LatencyTally latencies = new LatencyTally();
  final TokenTally tokens = new TokenTally();
  final OutcomeTally outcomes;
  final ReadingTally reading = new ReadingTally();
  final TurnTally turns = new TurnTally();
  final LengthTally lengths;
  final ArrivalTally arrivals;
  final RateTally windowRates;
  final RateTally runRates;
  final ConcurrencyTally windowConcurrency;
  final ConcurrencyTally runConcurrency;
  final ConcurrencyTally windowAtServer;
  final ConcurrencyTally runAtServer;
  final ClientWatch watch;
  final DistributionBuilder scheduleLag = new DistributionBuilder();
  final DistributionBuilder queued = new DistributionBuilder();
  final Judged judged;
  final LevelSurvey survey;
  final LevelResult.Window window;
  final Optional<String> windowWarning;
  private final double paceTps;
  private @Nullable RequestView view;

  LevelTally(LevelSurvey survey, AnalysisOptions options) {
    this.survey = survey;
    WindowFinder finder = new WindowFinder(survey, options);
    window = finder.find();
    windowWarning = finder.warning();
    this.paceTps = options.paceTps();
    outcomes = new OutcomeTally(window.beginNanos());
    lengths = new LengthTally(survey.observed());
    LagLimits limits = LagLimits.of(options.slos(survey.sloClasses()), null, "");
    long allowance = Math.round(limits.clientBoundMillis() * 1e6);
    arrivals =
        new ArrivalTally(
            survey.observed(),
            window,
            survey.endOfFirstArrivals(window.beginNanos(), ArrivalTally.GAPS_LIMIT),
            allowance);
    windowRates = new RateTally(window.beginNanos(), window.endNanos());
    runRates = new RateTally(window.runBeginNanos(), window.runEndNanos());
    windowConcurrency = new ConcurrencyTally(window.beginNanos(), window.endNanos());
    runConcurrency = new ConcurrencyTally(window.runBeginNanos(), window.runEndNanos());
    windowAtServer = new ConcurrencyTally(window.beginNanos(), window.endNanos());
    runAtServer = new ConcurrencyTally(window.runBeginNanos(), window.runEndNanos());
    watch = new ClientWatch(survey, window);
    judged = new Judged(options, window, survey.complete());
  }

  void add(HealthSample sample) {
    watch.add(sample);
  }

  void add(RequestRecord request) {
    RequestView loaded = load(request);
    long start = loaded.times().startNanos();
    boolean inSample = start >= window.beginNanos() && start <= window.endNanos();
    totals.add(request);
    windowRates.add(loaded);
    runRates.add(loaded);
    addAtServer(request.stamps());
    if (inSample) {
      tokens.add(loaded);
      addArrival(request);
    }
    boolean stays = judged.add(loaded, inSample);
    if (request.last()) {
      addLast(loaded, inSample, stays);
    } else if (inSample) {
      outcomes.addRetry();
    }
  }

  private RequestView load(RequestRecord request) {
    if (view == null) {
      view = new RequestView(request, paceTps);
    } else {
      view.load(request);
    }
    return view;
  }

  private void addArrival(RequestRecord request) {
    Stamps stamps = request.stamps();
    if (request.attempt() > 0) {
      return;
    }
    arrivals.add(request);
    if (Stamps.present(stamps.dueNanos())) {
      if (!survey.observed()) {
        scheduleLag.add(stamps.dueNanos() - stamps.intendedNanos());
      }
      if (Stamps.present(stamps.dispatchedNanos())) {
        queued.add(stamps.dispatchedNanos() - stamps.dueNanos());
      }
    }
  }

  private void addAtServer(Stamps stamps) {
    if (Stamps.present(stamps.dispatchedNanos()) && Stamps.present(stamps.endedNanos())) {
      windowAtServer.add(stamps.dispatchedNanos(), stamps.endedNanos());
      runAtServer.add(stamps.dispatchedNanos(), stamps.endedNanos());
    }
  }

  /// @param stays whether it stays in the denominators of an SLO
  private void addLast(RequestView loaded, boolean inSample, boolean stays) {
    RequestTimes times = loaded.times();
    long ended = loaded.request().stamps().endedNanos();
    if (Stamps.present(ended)) {
      windowConcurrency.add(times.startNanos(), ended);
      runConcurrency.add(times.startNanos(), ended);
    }
    if (stays && loaded.request().outcome() instanceof Outcome.Cancelled) {
      totals.addCancelledLate();
    }
    if (!inSample) {
      return;
    }
    outcomes.add(loaded, stays);
    turns.add(loaded);
    if (!(loaded.request().outcome() instanceof Outcome.Cancelled)) {
      reading.add(loaded);
    }
    if (loaded.ok()) {
      latencies.add(loaded);
      lengths.add(loaded.request());
    }
  }
}
