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

/// An arrival process: when requests are due.
public sealed interface Arrivals {

  /// Returns the kind of process.
  default ArrivalKind kind() {
    return switch (this) {
      case Closed _ -> ArrivalKind.CLOSED;
      case Trace _ -> ArrivalKind.TRACE;
      case Constant _ -> ArrivalKind.CONSTANT;
      case Poisson _ -> ArrivalKind.POISSON;
      case Gamma _ -> ArrivalKind.GAMMA;
      case Stages _ -> ArrivalKind.STAGES;
      case Burst _ -> ArrivalKind.BURST;
      case ProbeArrivals _ -> ArrivalKind.PROBES;
      case PoissonUntil _ -> ArrivalKind.POISSON;
      case Steered _ -> ArrivalKind.STEERED;
    };
  }

  /// Returns its word in options, logs and documents.
  default String name() {
    return kind().word();
  }

  /// Returns the requested rate per second, NaN if the process has none of its own.
  default double rate() {
    return Double.NaN;
  }

  /// Returns the average requested rate per second from the start until the given number of seconds
  /// after it.
  default double rateUntil(double seconds) {
    return rate();
  }

  /// Returns whether arrivals are decided while the process runs, from the responses so far.
  default boolean decidedAtRuntime() {
    return this instanceof Steered || this instanceof PoissonUntil;
  }

  /// Returns whether it would never end, by mistake, if a level has neither a length nor a number
  /// of requests.
  default boolean endless() {
    return switch (this) {
      case Trace _, Stages _, Burst _, Steered _, ProbeArrivals _ -> false;
      case Closed _, Constant _, Poisson _, Gamma _, PoissonUntil _ -> true;
    };
  }

  /// Returns the planned change of the rate, rounded, such as `2→20/s`; empty for a constant rate.
  default String profile() {
    return "";
  }

  /// A process whose times can be computed ahead from a seed alone.
  sealed interface Scheduled extends Arrivals
      permits Constant, Poisson, Gamma, Stages, Burst, Steered, PoissonUntil, ProbeArrivals {
    /// Returns the times of one run; the same seed gives the same times.
    FireTimes open(long seed);
  }

  /// Users who send the next request when they have their response; the level's concurrency sets
  /// their number.
  ///
  /// @param thinkNanos pause of a user between the end of a session and the start of the next
  record Closed(long thinkNanos) implements Arrivals {
    /// Users who send at once.
    public Closed() {
      this(0);
    }

    /// Requires a think time of 0 or more.
    public Closed {
      if (thinkNanos < 0) {
        throw new IllegalArgumentException("think time below 0: " + thinkNanos);
      }
    }
  }

  /// The workload's own recorded times; the workload is then opened in recorded order.
  ///
  /// @param scale factor for every time: 0.5 plays twice as fast, 2 half as fast
  record Trace(double scale) implements Arrivals {
    /// Requires a positive scale.
    public Trace {
      Checks.positive("the time scale", scale, "");
    }

    /// Returns when a session recorded at `offsetNanos` is due, in nanoseconds since the level
    /// began.
    public long fireNanos(long offsetNanos) {
      return scale == 1 ? offsetNanos : Math.round(offsetNanos * scale);
    }
  }

  /// Even gaps; the first request is due at once.
  record Constant(double rate) implements Scheduled {
    /// Requires a positive rate.
    public Constant {
      Checks.rate(rate);
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
    public FireTimes open(long seed) {
      return new RenewalTimes(rate, Gaps.of(seed, cv));
    }
  }

  /// Rates that hold or ramp, stage after stage; ends after the last stage.
  ///
  /// @param stages at least one stage
  /// @param cv coefficient of variation of the gaps in operational time: 1 is a Poisson process
  ///   whose rate follows the stages, 0 even spacing
  record Stages(List<Stage> stages, double cv) implements Scheduled {
    private static final int MAX_SHOWN = 5;

    /// Requires a rate above 0 in at least one stage.
    public Stages {
      stages = List.copyOf(stages);
      Checks.notNegative("the CV of gaps", cv);
      if (stages.stream().noneMatch(stage -> stage.requests() > 0)) {
        throw new WorkloadException.Syntax("stages need a rate above 0 in at least one of them");
      }
    }

    /// Parses `2:30s,2-20:1m,20:30s`: for each stage a rate, or a ramp between two rates, and its
    /// length.
    ///
    /// @throws WorkloadException.Syntax with the stage and what was expected
    public static Stages parse(String text, double cv) {
      return new Stages(StagesParser.parse(text), cv);
    }

    /// Returns the mean over all stages.
    @Override
    public double rate() {
      return stages.stream().mapToDouble(Stage::requests).sum() / seconds();
    }

    @Override
    public double rateUntil(double seconds) {
      double passed = 0;
      double requested = 0;
      for (Stage stage : stages) {
        double within = Math.clamp(seconds - passed, 0, stage.seconds());
        requested += stage.requestsIn(within);
        passed += within;
      }
      return passed > 0 ? requested / passed : stages.getFirst().rateFrom();
    }

    /// Returns the rates at which the profile turns; if there are many, its outline.
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
      return arrows(turns.size() <= MAX_SHOWN ? turns : outline(turns)) + "/s";
    }

    /// Returns the first, the highest and the last rate. If the highest is the first or last one,
    /// as in a staircase, the lowest is in the middle instead; no rate appears twice.
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

    /// Returns the length of all stages.
    public double seconds() {
      return stages.stream().mapToDouble(Stage::seconds).sum();
    }

    @Override
    public FireTimes open(long seed) {
      return new StagedTimes(stages, Gaps.of(seed, cv));
    }
  }

  /// One stage: the rate changes linearly from one value to the other.
  ///
  /// @param rateFrom requests per second at its start
  /// @param rateTo requests per second at its end
  /// @param seconds its length
  record Stage(double rateFrom, double rateTo, double seconds) {
    /// Requires rates of 0 or more and a positive length.
    public Stage {
      Checks.notNegative("a stage's rate", rateFrom);
      Checks.notNegative("a stage's rate", rateTo);
      Checks.positive("a stage's length", seconds, " seconds");
    }

    /// Returns the requests expected in it.
    double requests() {
      return (rateFrom + rateTo) / 2 * seconds;
    }

    /// Returns the requests expected in its first seconds.
    double requestsIn(double first) {
      double rateThen = rateFrom + (rateTo - rateFrom) * first / seconds;
      return (rateFrom + rateThen) / 2 * first;
    }
  }

  /// All requests at once.
  ///
  /// @param count number of requests
  record Burst(long count) implements Scheduled {
    /// Requires a positive count.
    public Burst {
      Checks.positive("the number of requests in a burst", (double) count, "");
    }

    @Override
    public FireTimes open(long seed) {
      return new BurstTimes(count);
    }
  }

  /// A few requests at a time on a fixed grid, `i · every` after the start, until interrupted.
  ///
  /// @param everyNanos time from one probe to the next
  /// @param each requests of one probe, all due at its time
  record ProbeArrivals(long everyNanos, int each) implements Scheduled {
    /// Requires a positive step and at least one request.
    public ProbeArrivals {
      Checks.positive("the time between two probes", (double) everyNanos, " nanoseconds");
      Checks.positive("the number of requests of a probe", (double) each, "");
    }

    @Override
    public double rate() {
      return each * 1e9 / everyNanos;
    }

    @Override
    public FireTimes open(long seed) {
      return new ProbeTimes(everyNanos, each);
    }
  }

  /// A Poisson process that can be ended before its plan is.
  ///
  /// @param over whether no more arrivals follow; called by the thread that computes the schedule
  ///   ahead
  record PoissonUntil(double rate, BooleanSupplier over) implements Scheduled {
    /// Requires a positive rate.
    public PoissonUntil {
      Checks.rate(rate);
    }

    @Override
    public FireTimes open(long seed) {
      return new SteeredTimes(
          (arrivals, nanos) -> over.getAsBoolean() ? 0 : rate, Gaps.of(seed, 1));
    }
  }

  /// A Poisson process whose rate is set while it runs, and which ends when the rate is set to 0.
  record Steered(DynamicRate pace) implements Scheduled {
    @Override
    public FireTimes open(long seed) {
      return new SteeredTimes(pace, Gaps.of(seed, 1));
    }
  }
}
