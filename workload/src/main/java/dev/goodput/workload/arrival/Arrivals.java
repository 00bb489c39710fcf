package dev.goodput.workload.arrival;

import dev.goodput.record.ArrivalKind;
import dev.goodput.workload.input.WorkloadException;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// When requests are due.
public sealed interface Arrivals {

  /// How they come about.
  ArrivalKind kind();

  /// Its word in options, logs and documents.
  default String name() {
    return kind().word();
  }

  /// Requests per second asked, NaN where the process has none of its own.
  double rate();

  /// Requests per second asked on average from the begin until so many seconds after it.
  default double rateUntil(double seconds) {
    return rate();
  }

  /// Whether it is decided while it goes on, by what was answered until then.
  default boolean decidedLate() {
    return this instanceof Steered || this instanceof PoissonUntil;
  }

  /// How the rate changes by plan, rounded: `2→20/s`; empty where it does not.
  default String profile() {
    return "";
  }

  /// A process whose times can be made ahead from a seed alone.
  sealed interface Scheduled extends Arrivals
      permits Constant, Poisson, Gamma, Stages, Burst, Steered, PoissonUntil, Looks {
    /// The times of one run; the same seed gives the same times.
    FireTimes open(long seed);
  }

  /// Users who ask again when they have their answer; how many is the level's concurrency.
  record Closed() implements Arrivals {
    @Override
    public ArrivalKind kind() {
      return ArrivalKind.CLOSED;
    }

    @Override
    public double rate() {
      return Double.NaN;
    }
  }

  /// The workload's own recorded times; the workload is then opened in recorded order.
  ///
  /// @param scale every time is multiplied by it: 0.5 plays twice as fast, 2 half as fast
  record Trace(double scale) implements Arrivals {
    /// Requires a positive scale.
    public Trace {
      Checks.positive("the time scale", scale, "");
    }

    @Override
    public ArrivalKind kind() {
      return ArrivalKind.TRACE;
    }

    @Override
    public double rate() {
      return Double.NaN;
    }

    /// When a session recorded at `offsetNanos` is due, nanoseconds since the level began.
    public long fireNanos(long offsetNanos) {
      return scale == 1 ? offsetNanos : Math.round(offsetNanos * scale);
    }
  }

  /// Even gaps, the first request at once.
  record Constant(double rate) implements Scheduled {
    /// Requires a positive rate.
    public Constant {
      Checks.rate(rate);
    }

    @Override
    public ArrivalKind kind() {
      return ArrivalKind.CONSTANT;
    }

    @Override
    public FireTimes open(long seed) {
      return new EvenTimes(rate);
    }
  }

  /// Independent exponential gaps.
  record Poisson(double rate) implements Scheduled {
    /// Requires a positive rate.
    public Poisson {
      Checks.rate(rate);
    }

    @Override
    public ArrivalKind kind() {
      return ArrivalKind.POISSON;
    }

    @Override
    public FireTimes open(long seed) {
      return new RenewalTimes(rate, Gaps.of(seed, 1));
    }
  }

  /// Independent gamma gaps with shape 1/CV²: burstier than Poisson above 1, more even below.
  ///
  /// @param cv coefficient of variation of the gaps
  record Gamma(double rate, double cv) implements Scheduled {
    /// Requires a positive rate and CV.
    public Gamma {
      Checks.rate(rate);
      Checks.positive("the CV of gaps", cv, "");
    }

    @Override
    public ArrivalKind kind() {
      return ArrivalKind.GAMMA;
    }

    @Override
    public FireTimes open(long seed) {
      return new RenewalTimes(rate, Gaps.of(seed, cv));
    }
  }

  /// Rates that hold or ramp, stage after stage; over after the last.
  ///
  /// @param stages at least one
  /// @param cv of the gaps in operational time: 1 is a Poisson process whose rate follows the
  ///   stages, 0 even spacing
  record Stages(List<Stage> stages, double cv) implements Scheduled {
    private static final int MOST_SHOWN = 5;

    /// Requires a stage, and a rate above 0 in one.
    public Stages {
      stages = List.copyOf(stages);
      Checks.notNegative("the CV of gaps", cv);
      if (stages.stream().noneMatch(stage -> stage.requests() > 0)) {
        throw new WorkloadException.Syntax("stages need a rate above 0 in at least one of them");
      }
    }

    /// Reads `2:30s,2-20:1m,20:30s`: a rate or a ramp between two, and how long, stage by stage.
    ///
    /// @throws WorkloadException.Syntax with the stage and what was expected
    public static Stages parse(String text, double cv) {
      return new Stages(StagesParser.parse(text), cv);
    }

    @Override
    public ArrivalKind kind() {
      return ArrivalKind.STAGES;
    }

    /// The mean over all stages.
    @Override
    public double rate() {
      return stages.stream().mapToDouble(Stage::requests).sum() / seconds();
    }

    @Override
    public double rateUntil(double seconds) {
      double passed = 0;
      double asked = 0;
      for (Stage stage : stages) {
        double within = Math.clamp(seconds - passed, 0, stage.seconds());
        asked += stage.requestsIn(within);
        passed += within;
      }
      return passed > 0 ? asked / passed : stages.getFirst().rateFrom();
    }

    /// The rates at which it turns; of many the outline.
    @Override
    public String profile() {
      List<Double> turns = new ArrayList<>();
      for (Stage stage : stages) {
        for (double rate : new double[] {stage.rateFrom(), stage.rateTo()}) {
          if (turns.isEmpty() || turns.getLast() != rate) {
            turns.add(rate);
          }
        }
      }
      return arrows(turns.size() <= MOST_SHOWN ? turns : outline(turns)) + "/s";
    }

    /// The first, the highest and the last. Where the highest is an end of it, as that of a
    /// staircase, the lowest; and none twice.
    private static List<Double> outline(List<Double> turns) {
      List<Double> ends = List.of(turns.getFirst(), turns.getLast());
      return Stream.of(Collections.max(turns), Collections.min(turns))
          .filter(turn -> !ends.contains(turn))
          .findFirst()
          .map(middle -> List.of(ends.getFirst(), middle, ends.getLast()))
          .orElse(ends);
    }

    private static String arrows(List<Double> rates) {
      DecimalFormat format =
          new DecimalFormat("#,##0.##", DecimalFormatSymbols.getInstance(Locale.ROOT));
      return rates.stream().map(format::format).collect(Collectors.joining("→"));
    }

    /// How long all stages last.
    public double seconds() {
      return stages.stream().mapToDouble(Stage::seconds).sum();
    }

    @Override
    public FireTimes open(long seed) {
      return new StagedTimes(stages, Gaps.of(seed, cv));
    }
  }

  /// One stage: the rate goes evenly from one to the other.
  ///
  /// @param rateFrom requests per second at its begin
  /// @param rateTo requests per second at its end
  /// @param seconds how long
  record Stage(double rateFrom, double rateTo, double seconds) {
    /// Requires rates of 0 or more and a positive length.
    public Stage {
      Checks.notNegative("a stage's rate", rateFrom);
      Checks.notNegative("a stage's rate", rateTo);
      Checks.positive("a stage's length", seconds, " seconds");
    }

    /// Requests expected in it.
    double requests() {
      return (rateFrom + rateTo) / 2 * seconds;
    }

    /// Requests expected in its first seconds.
    double requestsIn(double first) {
      double rateThen = rateFrom + (rateTo - rateFrom) * first / seconds;
      return (rateFrom + rateThen) / 2 * first;
    }
  }

  /// All at once.
  ///
  /// @param count how many
  record Burst(long count) implements Scheduled {
    /// Requires a positive count.
    public Burst {
      Checks.positive("the number of requests in a burst", (double) count, "");
    }

    @Override
    public ArrivalKind kind() {
      return ArrivalKind.BURST;
    }

    @Override
    public double rate() {
      return Double.NaN;
    }

    @Override
    public FireTimes open(long seed) {
      return new BurstTimes(count);
    }
  }

  /// A few at a time, on a grid that nothing moves: `i · every` after the begin, for as long as
  /// somebody looks.
  ///
  /// @param everyNanos from one look to the next
  /// @param each requests of one look, all at its moment
  record Looks(long everyNanos, int each) implements Scheduled {
    /// Requires a positive step and at least one request.
    public Looks {
      Checks.positive("the time between two looks", (double) everyNanos, " nanoseconds");
      Checks.positive("the number of requests of a look", (double) each, "");
    }

    @Override
    public ArrivalKind kind() {
      return ArrivalKind.LOOKS;
    }

    @Override
    public double rate() {
      return each * 1e9 / everyNanos;
    }

    @Override
    public FireTimes open(long seed) {
      return new LookTimes(everyNanos, each);
    }
  }

  /// A Poisson process that somebody may end before its plan does.
  ///
  /// @param over whether no more are to come; asked by the thread that makes the schedule ahead
  record PoissonUntil(double rate, BooleanSupplier over) implements Scheduled {
    /// Requires a positive rate.
    public PoissonUntil {
      Checks.rate(rate);
    }

    @Override
    public ArrivalKind kind() {
      return ArrivalKind.POISSON;
    }

    @Override
    public FireTimes open(long seed) {
      return new SteeredTimes(
          (arrivals, nanos) -> over.getAsBoolean() ? 0 : rate, Gaps.of(seed, 1));
    }
  }

  /// A Poisson process whose rate is set while it goes on, and which ends when that says so.
  record Steered(Pace pace) implements Scheduled {
    @Override
    public ArrivalKind kind() {
      return ArrivalKind.STEERED;
    }

    @Override
    public double rate() {
      return Double.NaN;
    }

    @Override
    public FireTimes open(long seed) {
      return new SteeredTimes(pace, Gaps.of(seed, 1));
    }
  }
}
