package dev.goodput.metrics.analysis;

import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.metrics.tally.JudgedRequest;
import dev.goodput.record.HealthSample;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.Optional;

/// The second pass over one level with a known window: passes each record to the tallies it
/// affects.
final class LevelTally {
  final TotalsTally totals = new TotalsTally();
  final SampleTally sample;
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
  final Optional<PriceTally> prices;
  final OutageTally outages;
  private final AnalysisOptions options;
  private final JudgedRequest loaded;

  LevelTally(LevelSurvey survey, AnalysisOptions options) {
    this.survey = survey;
    WindowFinder finder = new WindowFinder(survey, options);
    window = finder.find();
    windowWarning = finder.warning();
    this.options = options;
    loaded = new JudgedRequest(options.judging(), options.paceTps());
    sample = new SampleTally(options.judging(), window.beginNanos());
    prices =
        options.cost() instanceof ModelPrice price
            ? Optional.of(new PriceTally(price, !options.judging().isEmpty()))
            : Optional.empty();
    outages = new OutageTally(survey.failures(), survey.longestNanos());
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
    judged = new Judged(options, window, survey.complete(), sample);
  }

  void add(HealthSample sample) {
    watch.add(sample);
  }

  void add(RequestRecord request) {
    loaded.load(request, options.judgedAs(request));
    RequestView view = loaded.view();
    long start = view.times().startNanos();
    boolean inSample = start >= window.beginNanos() && start <= window.endNanos();
    totals.add(request);
    windowRates.add(loaded);
    runRates.add(loaded);
    addAtServer(request.stamps());
    if (inSample) {
      sample.add(loaded);
      prices.ifPresent(each -> each.add(loaded));
      addArrival(request);
    }
    judged.add(loaded, inSample);
    if (request.last()) {
      addLast(view, inSample);
    }
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

  private void addLast(RequestView view, boolean inSample) {
    long ended = view.request().stamps().endedNanos();
    if (Stamps.present(ended)) {
      windowConcurrency.add(view.times().startNanos(), ended);
      runConcurrency.add(view.times().startNanos(), ended);
    }
    if (loaded.judged() && view.request().outcome() instanceof Outcome.Cancelled) {
      totals.addCancelledLate();
    }
    outages.add(loaded);
    if (inSample) {
      turns.add(view);
      if (view.ok()) {
        lengths.add(view.request());
      }
    }
  }
}
