package dev.goodput.metrics.result;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.LevelEnded;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What one load level showed: the entries of `levels` in the result document, grouped.
///
/// Latencies are those of the `ok` requests of the sample: the requests that start in the window,
/// each by its last attempt, from its first intended start. Null means undefined, or unknown
/// because the log ends before the level ([#lost()]): requests in flight at that time are not in
/// the log.
///
/// @param level from 0
/// @param client the client's health over the window
/// @param sloMet whether all bounds hold; null without an SLO, if no request was judged, or if
///   requests that were not judged could change the result, because the log ends before the level
///   or the level was cut short
/// @param bounds the result of each bound; empty without an SLO or if each class has its own
/// @param classes the result of each SLO class of a gateway's traffic; empty if one SLO judges all
/// @param load the planned load and the arrivals
/// @param window the part of the run that the figures cover
/// @param backlog the growth of the queue at the server; null if the server kept up or it is
///   unknown
/// @param turns figures by turn; null if all sessions have one turn
/// @param totals counts of the whole level, warm-up and drain included
/// @param requests counts of the sample
/// @param latencies distributions of the sample
/// @param rates per second
/// @param reliability error rates and availability
/// @param tokens token accounting of the sample, failed and earlier attempts included
/// @param goodput the goodput family; null without an SLO
/// @param reading the reading experience of the streams; null if nothing was streamed
/// @param cost the cost; null without a price
/// @param lengths requested and reported lengths
/// @param promises the sample sizes that a promised percentile needs
/// @param warnings warnings for the reader, each with its remedy
/// @param faults contradictions in our own accounting
public record LevelResult(
    int level,
    ClientHealth client,
    @Nullable Boolean sloMet,
    List<BoundResult> bounds,
    List<SloClassResult> classes,
    Load load,
    Window window,
    @Nullable Backlog backlog,
    @Nullable Turns turns,
    Totals totals,
    Requests requests,
    Latencies latencies,
    Rates rates,
    Reliability reliability,
    Tokens tokens,
    @Nullable Goodput goodput,
    @Nullable Reading reading,
    @Nullable CostResult cost,
    Lengths lengths,
    List<Promise> promises,
    List<String> warnings,
    List<String> faults) {
  /// The requests per request in flight of a run that is long enough
  /// (docs/explanation/statistics.md).
  public static final int REQUESTS_PER_IN_FLIGHT = 20;

  /// Copies the lists.
  public LevelResult {
    bounds = List.copyOf(bounds);
    classes = List.copyOf(classes);
    promises = List.copyOf(promises);
    warnings = List.copyOf(warnings);
    faults = List.copyOf(faults);
  }

  /// Returns the same with another client's health.
  public LevelResult withClient(ClientHealth other) {
    return with(other, goodput);
  }

  /// Returns the same with the number of output tokens that the engine recomputed in the window.
  public LevelResult recomputing(long tokens) {
    return with(client, goodput == null ? null : goodput.recomputing(tokens));
  }

  private LevelResult with(ClientHealth otherClient, @Nullable Goodput otherGoodput) {
    return new LevelResult(
        level,
        otherClient,
        sloMet,
        bounds,
        classes,
        load,
        window,
        backlog,
        turns,
        totals,
        requests,
        latencies,
        rates,
        reliability,
        tokens,
        otherGoodput,
        reading,
        cost == null ? null : cost.wasting(otherGoodput),
        lengths,
        promises,
        warnings,
        faults);
  }

  /// Returns failures ÷ requests as `--max-error-rate` judges them: over the whole level, because a
  /// warm-up excuses no failure. Null without requests.
  public @Nullable Double judgedErrorRate() {
    return totals.judged() == 0 ? null : (double) totals.failed() / totals.judged();
  }

  /// Returns the judged arrivals per second of the window, of which request goodput is a part. Null
  /// if rates are those of the whole run or there is no window.
  public @Nullable Double judgedRps() {
    boolean none = window.ratesOfWholeRun() || window.seconds() <= 0;
    return none ? null : judged() / window.seconds();
  }

  /// Returns the requests of the sample in the denominator of attainment; with classes, those that
  /// belong to one.
  public long judged() {
    return classes.isEmpty()
        ? requests.judged() - requests.ofNoClass()
        : classes.stream().mapToLong(SloClassResult::judged).sum();
  }

  /// Returns whether a bound applies to any request.
  public boolean bounded() {
    return !bounds.isEmpty() || classes.stream().anyMatch(each -> !each.bounds().isEmpty());
  }

  /// Returns the requests of the level that started outside the window and are not in the sample.
  public long excluded() {
    return totals.requests() - requests.intended();
  }

  /// Returns how many of [#excluded()] failed.
  public long excludedFailures() {
    return totals.failed() - requests.failed();
  }

  /// Returns the option that makes such a level longer, by what ended it: `more --requests`,
  /// `longer --stages`, `a longer --duration`; empty if it ended before its plan was over.
  public Optional<String> longer() {
    return longer(load.kind(), window.ending());
  }

  /// Returns the same for an arrival process and its ending; also empty without a plan.
  public static Optional<String> longer(ArrivalKind arrivals, LevelEnded.@Nullable Ending ending) {
    if (ending == null || !ending.asPlanned() || arrivals == ArrivalKind.OBSERVED) {
      return Optional.empty();
    }
    if (ending == LevelEnded.Ending.COUNTED) {
      return Optional.of("more --requests");
    }
    return Optional.of(
        switch (arrivals) {
          case STAGES -> "longer --stages";
          case TRACE -> "a longer --duration, or a larger --time-scale where the recording is over";
          default -> "a longer --duration";
        });
  }

  /// Returns how many users of a closed loop sent no request, because fewer sessions started than
  /// there are users; 0 if unknown because the log ends before the level.
  public long usersWithoutTurn() {
    Integer users = load.targetConcurrency();
    return users == null || lost() ? 0 : Math.max(0, users - totals.sessions());
  }

  /// Returns whether the level meets its SLO, as far as it can be claimed: null also if it does,
  /// but some users sent no request, because the others had less load than was planned.
  public @Nullable Boolean sloSettled() {
    return (Boolean.TRUE.equals(sloMet) && usersWithoutTurn() > 0) ? null : sloMet;
  }

  /// Returns whether the log ends before the level, as after a kill.
  public boolean lost() {
    return window.ending() == null;
  }

  /// Returns whether every request of the sample got a response: otherwise figures of responses do
  /// not describe all users.
  public boolean allAnswered() {
    return !lost() && requests.ok() == requests.intended();
  }

  /// Returns the requests of the sample that were cancelled or cut off too early to be judged; with
  /// classes, those that belong to one.
  public long leftEarly() {
    return classes.isEmpty()
        ? requests.intended() - requests.judged()
        : classes.stream().mapToLong(SloClassResult::left).sum();
  }

  /// Returns whether the level ran as planned: with all of its users, and to its end.
  public boolean whole() {
    return usersWithoutTurn() == 0 && !window.cutShort();
  }

  /// Returns whether fewer than [#REQUESTS_PER_IN_FLIGHT] requests were completed per request in
  /// flight. Figures of such a run vary more than those of longer runs, and the coverage of
  /// intervals between such runs is unknown. False if the number of requests in flight is unknown.
  public boolean isShort() {
    Double inFlight = rates.concurrencyMean();
    return inFlight != null && requests.ok() < REQUESTS_PER_IN_FLIGHT * inFlight;
  }

  /// Returns how many `ok` responses of the sample arrived whole while others streamed, so that
  /// TTFT covers only a part of the users; 0 if all or none arrived whole.
  public long unstreamed() {
    return latencies.ttft() == null ? 0 : requests.unstreamed();
  }

  /// Returns whether most `ok` responses of the sample arrived whole although a stream was
  /// requested, so that no figure of streams shows what users experienced.
  public boolean mostlyUnstreamed() {
    return 2 * requests.unstreamed() > requests.ok();
  }

  /// Returns the mean output tokens of the sample's `ok` responses; null without any.
  public @Nullable Double outputTokensPerAnswer() {
    long answered = tokens.outputByOutcome().getOrDefault("ok", 0L);
    return requests.ok() == 0 ? null : (double) answered / requests.ok();
  }

  /// The `load` part: statistics of the times at which the client started requests and of the
  /// schedule, both over the window; null in a closed loop or with too little data. In an open loop
  /// arrivals are first turns.
  ///
  /// @param arrivals the key of the [ArrivalKind]
  /// @param profile how the planned rate changes, like `2→20/s`; null if it does not
  /// @param targetRate nominal requests per second, the mean if it changes; null if the process has
  ///   none
  /// @param rateAchieved arrivals started per second; null if the window is empty
  /// @param ratePlanned arrivals per second of the schedule itself
  /// @param targetConcurrency users of a closed loop; null in an open loop
  /// @param maxInFlight the requested limit of requests in flight; null without one
  /// @param gapCv coefficient of variation of the gaps
  /// @param dispersion1s variance ÷ mean of the counts in whole seconds
  /// @param dispersion10s the same in ten whole seconds
  /// @param plannedGapCv the schedule's gap CV
  /// @param plannedDispersion1s the schedule's dispersion at 1 s
  /// @param plannedDispersion10s the schedule's dispersion at 10 s
  public record Load(
      String arrivals,
      @Nullable String profile,
      @Nullable Double targetRate,
      @Nullable Double rateAchieved,
      @Nullable Double ratePlanned,
      @Nullable Integer targetConcurrency,
      @Nullable Integer maxInFlight,
      @Nullable Double gapCv,
      @Nullable Double dispersion1s,
      @Nullable Double dispersion10s,
      @Nullable Double plannedGapCv,
      @Nullable Double plannedDispersion1s,
      @Nullable Double plannedDispersion10s) {
    /// Returns the arrival process.
    public ArrivalKind kind() {
      return ArrivalKind.of(arrivals);
    }

    /// Returns whether a gateway measured it: the arrivals are those of users, not of a plan.
    public boolean observed() {
      return kind() == ArrivalKind.OBSERVED;
    }
  }

  /// The measurement window and how it was found; stamps in nanoseconds since the run began.
  ///
  /// @param runBeginNanos start of the level
  /// @param runEndNanos end of its last exchange; if the log ends before the level, the last moment
  ///   in the log, and [#endNanos()] is the same except for the cool-down
  /// @param beginNanos w₀
  /// @param endNanos w₁
  /// @param warmup what set the cut, for example `MSER-5 on TTFT`
  /// @param ratesOfWholeRun whether rates and concurrency cover the whole run, because the window
  ///   is shorter than twice the mean end-to-end latency
  /// @param ending why the level ended; null if its log has no reason, as after a kill
  public record Window(
      long runBeginNanos,
      long runEndNanos,
      long beginNanos,
      long endNanos,
      String warmup,
      boolean ratesOfWholeRun,
      LevelEnded.@Nullable Ending ending) {
    /// Returns whether the level ended before its plan was over.
    public boolean cutShort() {
      return ending == null || !ending.asPlanned();
    }

    /// Returns `window_s`, the window's length.
    public double seconds() {
      return Math.max(0, endNanos - beginNanos) / 1e9;
    }

    /// Returns the length that rates are divided by: the window's, or the whole run's.
    public double rateSeconds() {
      return ratesOfWholeRun ? Math.max(0, runEndNanos - runBeginNanos) / 1e9 : seconds();
    }

    /// Returns the length of the warm-up, which is excluded.
    public double warmupSeconds() {
      return (beginNanos - runBeginNanos) / 1e9;
    }
  }

  /// The `backlog` part: throughout the run, more requests arrived than were completed. No figure
  /// describes a steady state, and a longer run has longer waits.
  ///
  /// @param firstQuarter mean requests in flight in the first quarter of the time in which requests
  ///   start
  /// @param lastQuarter the same in the last quarter
  public record Backlog(double firstQuarter, double lastQuarter) {}

  /// The `turns` part.
  ///
  /// @param firstTtftMs TTFT of first turns
  /// @param laterTtftMs TTFT of later turns
  /// @param sessionMs first start to last token of sessions whose turns all were `ok`
  public record Turns(
      @Nullable Distribution firstTtftMs,
      @Nullable Distribution laterTtftMs,
      @Nullable Distribution sessionMs) {}

  /// Error rates and availability of the sample; null if their denominator is 0.
  ///
  /// @param errorRate failures ÷ requests
  /// @param tokenErrorRate tokens of failed exchanges ÷ all tokens received
  /// @param availability share of the 10-s slices in which a request ended that have a success and
  ///   an error rate of at most 5 %
  /// @param outages the outages of the whole level in the order of time; empty if there were none,
  ///   or if the source keeps no single requests
  public record Reliability(
      @Nullable Double errorRate,
      @Nullable Double tokenErrorRate,
      @Nullable Double availability,
      List<Outage> outages) {
    /// Copies the list.
    public Reliability {
      outages = List.copyOf(outages);
    }

    /// Creates the figures of a source that keeps no single requests.
    public Reliability(
        @Nullable Double errorRate,
        @Nullable Double tokenErrorRate,
        @Nullable Double availability) {
      this(errorRate, tokenErrorRate, availability, List.of());
    }
  }

  /// A time in which the service is down: five requests in a row, in the order of their starts,
  /// failed. It lasts until five in a row are good: successful, and within their SLO if they have
  /// one.
  ///
  /// @param beginNanos start of its first failed request, in nanoseconds since the run began
  /// @param endNanos end of its last failed request
  /// @param failed number of failed requests in it
  /// @param recoveryNanos recovery time: from the end of the last failed request to the start of
  ///   the first of the five good ones, 0 if that started earlier; null if the service had not
  ///   recovered by the end
  public record Outage(long beginNanos, long endNanos, long failed, @Nullable Long recoveryNanos) {}

  /// The `cost` part; its figures are null if nothing was produced to share the cost.
  ///
  /// By the hour, rates divide the hourly cost. By a price list, the cost of all attempts of the
  /// sample is divided by their tokens, requests and sessions.
  ///
  /// @param perMillionOutputTokens hourly cost ÷ (output TPS × 3600) × 10⁶
  /// @param perMillionGoodTokens the same with token goodput
  /// @param perRequest cost of the window ÷ successful requests
  /// @param perSession cost of the window ÷ sessions begun in it
  /// @param total cost of the window
  /// @param waste the part of it that paid for no useful work: by a price list that of attempts
  ///   that were not good (without an SLO: not successful), by the hour the share of tokens that
  ///   are in no good request
  /// @param pricing what the cost is based on
  public record CostResult(
      @Nullable Double perMillionOutputTokens,
      @Nullable Double perMillionGoodTokens,
      @Nullable Double perRequest,
      @Nullable Double perSession,
      @Nullable Double total,
      @Nullable Double waste,
      Pricing pricing) {
    private static final double MILLION = 1e6;

    /// Hourly cost shared among what an hour gives.
    ///
    /// @param sessionsPerSecond session starts per second; absent if unknown
    /// @param seconds the time that rates are of
    public static CostResult of(
        Cost cost,
        Rates rates,
        @Nullable Goodput goodput,
        @Nullable Double sessionsPerSecond,
        double seconds) {
      return new CostResult(
              per(cost, rates.outputTps(), MILLION),
              per(cost, goodput == null ? null : goodput.tokenTps(), MILLION),
              per(cost, rates.rps(), 1),
              per(cost, sessionsPerSecond, 1),
              cost.perHour() * seconds / 3600,
              null,
              cost)
          .wasting(goodput);
    }

    /// Returns the currency of all figures.
    public String currency() {
      return pricing.currency();
    }

    /// Returns the cost with the waste that follows from the useful-work ratio, if it is by the
    /// hour.
    private CostResult wasting(@Nullable Goodput goodput) {
      if (!(pricing instanceof Cost)) {
        return this;
      }
      Double useful = goodput == null ? null : goodput.usefulWorkRatio();
      return new CostResult(
          perMillionOutputTokens,
          perMillionGoodTokens,
          perRequest,
          perSession,
          total,
          useful == null || total == null ? null : Double.valueOf(total * (1 - useful)),
          pricing);
    }

    /// Hourly cost ÷ (what comes per second × 3600) × how many are priced.
    private static @Nullable Double per(Cost cost, @Nullable Double perSecond, double priced) {
      return perSecond == null || perSecond <= 0 ? null : cost.perUnit(perSecond) * priced;
    }
  }

  /// Requested and reported lengths, means over the `ok` requests of the sample with both.
  ///
  /// @param inputRequested requested prompt tokens
  /// @param inputReported prompt tokens by usage or tokenizer
  /// @param outputRequested requested output tokens
  /// @param outputReported output tokens by the best source
  public record Lengths(
      @Nullable Double inputRequested,
      @Nullable Double inputReported,
      @Nullable Double outputRequested,
      @Nullable Double outputReported) {}

  /// What it takes to promise a percentile for the service: enough effective observations.
  ///
  /// @param percentile 90, 95, 99 or 99.9
  /// @param effectiveObservations 36, 72, 368 or 3688
  /// @param requests how many requests that takes at this level's concurrency
  /// @param minutes how long that takes at this level's rate, absent without a rate
  public record Promise(
      double percentile, int effectiveObservations, long requests, @Nullable Double minutes) {}
}
