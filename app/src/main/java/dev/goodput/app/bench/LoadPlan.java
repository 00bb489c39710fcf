package dev.goodput.app.bench;

import static dev.goodput.record.ArrivalKind.BURST;
import static dev.goodput.record.ArrivalKind.CLOSED;
import static dev.goodput.record.ArrivalKind.CONSTANT;
import static dev.goodput.record.ArrivalKind.GAMMA;
import static dev.goodput.record.ArrivalKind.POISSON;
import static dev.goodput.record.ArrivalKind.STAGES;
import static dev.goodput.record.ArrivalKind.TRACE;
import static dev.goodput.runner.Checks.oneOf;
import static dev.goodput.runner.Checks.positive;
import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.endpoint.WorkloadOptions;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.Slice;
import dev.goodput.metrics.interval.QuantileInterval;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.words.Quantities;
import dev.goodput.runner.fleet.Address;
import dev.goodput.workload.Workload;
import dev.goodput.workload.WorkloadSize;
import dev.goodput.workload.arrival.Arrivals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The resolved load: the kind of arrivals and one plan per level.
///
/// The rules of the command line live here: `--requests` alone has no time limit, `--duration`
/// alone no count, neither means 30 s; `--concurrency` implies a closed loop, `--rate` Poisson;
/// nothing at all means one user at a time, and of captured traffic all of it once, at its own
/// times.
final class LoadPlan {
  /// What `--arrivals` takes. Both names of the option: which one was typed is not known here.
  private static final String USERS = "--concurrency (--users)";

  private static final List<ArrivalKind> KINDS =
      List.of(CLOSED, CONSTANT, POISSON, GAMMA, TRACE, STAGES, BURST);

  /// Users, or requests in flight: what is beyond cannot be meant, and would not fit a machine.
  private static final int MAX = 1_000_000;

  /// About half of what the simulated engine can carry.
  private static final double DEFAULT_RATE = 8;

  private static final int MAX_REPEATS = 1_000;
  private static final int MIN_OF_SEVERAL = 2;

  private static final long MAX_REQUESTS = 1_000_000_000_000L;
  private static final Duration DEFAULT_DURATION = Duration.ofSeconds(30);

  /// Users start spread over their think time. After five think times the load is mostly steady.
  private static final int THINK_TIMES = 5;

  /// Requests per second: one per microsecond, while a request takes about 20 µs of a core. Lower
  /// rates that are still too high for this machine show as a late client.
  private static final double MAX_RATE = 1_000_000;

  private final LoadOptions options;
  private final ArrivalKind kind;

  /// Pause of closed-loop users between single requests, null for none.
  private final @Nullable Duration thinkTime;

  /// Whether several loads may be repeated, each a level of its own.
  private final boolean severalRepeated;

  private LoadPlan(
      LoadOptions options,
      ArrivalKind kind,
      @Nullable Duration thinkTime,
      boolean severalRepeated) {
    this.severalRepeated = severalRepeated;
    this.options = options;
    this.kind = kind;
    this.thinkTime = thinkTime;
  }

  /// Resolves the options.
  ///
  /// @param workload the options of the workload, with the think time of users
  /// @throws dev.goodput.runner.AppException.Usage where they contradict each other
  static LoadPlan of(LoadOptions options, WorkloadOptions workload) {
    return of(options, workload, false);
  }

  /// Resolves the options.
  ///
  /// @param severalRepeated whether `--repeats` may repeat several loads
  /// @throws dev.goodput.runner.AppException.Usage where they contradict each other
  static LoadPlan of(LoadOptions options, WorkloadOptions workload, boolean severalRepeated) {
    ArrivalKind kind = kindOf(options);
    return new LoadPlan(options, kind, workload.thinkTimeOfUsers(kind == CLOSED), severalRepeated)
        .checked();
  }

  /// Whether the levels repeat one load, and are judged together.
  boolean oneLoadRepeated() {
    return options.repeats != null && !severalRepeated();
  }

  private boolean severalRepeated() {
    return severalRepeated && levelsOnce().size() > 1;
  }

  /// The arrival process, by `--arrivals` or what implies it.
  ArrivalKind kind() {
    return kind;
  }

  /// Returns a note that a level appears more than once, which may be a mistake; empty if none
  /// does.
  Optional<String> repeated() {
    String option = kind == CLOSED ? USERS : "--rate";
    List<? extends Number> requested = kind == CLOSED ? options.concurrencies : options.rates;
    return requested.stream()
        .filter(each -> Collections.frequency(requested, each) > 1)
        .findFirst()
        .map(each ->
            option
                + " names "
                + plain(each.doubleValue())
                + " more than once;"
                + " each time is a level of its own");
  }

  /// How long each level lasts if nothing else ends it.
  static Duration durationOf(LoadOptions options, @Nullable Duration thinkTime) {
    if (options.duration != null) {
      return options.duration;
    }
    Duration thinking =
        thinkTime == null || options.concurrencies.isEmpty()
            ? Duration.ZERO
            : thinkTime.multipliedBy(THINK_TIMES);
    return thinking.compareTo(DEFAULT_DURATION) > 0 ? thinking : DEFAULT_DURATION;
  }

  /// Returns whether no option describes the load.
  private static boolean isEmpty(LoadOptions options) {
    return options.arrivals == null
        && options.rates.isEmpty()
        && options.concurrencies.isEmpty()
        && options.stages == null;
  }

  /// Sets the default load of a simulated engine if no load is given.
  ///
  /// @return whether no load was given
  static boolean orUsual(LoadOptions options, boolean simulated) {
    boolean unsaid = isEmpty(options);
    if (unsaid && simulated) {
      options.rates = List.of(DEFAULT_RATE);
    }
    return unsaid;
  }

  /// Sets the default load of captured traffic if no load is given: its own arrivals, once.
  ///
  /// @return whether the traffic is captured and no load was given
  static boolean orAsCaptured(LoadOptions options, Workload workload) {
    boolean unsaid = workload.captured() && isEmpty(options);
    if (unsaid) {
      options.arrivals = TRACE.word();
    }
    boolean endless = options.duration == null && options.requests == null;
    if (workload.captured() && endless && TRACE.word().equals(options.arrivals)) {
      options.requests = workload.extent().map(WorkloadSize::requests).orElse(null);
    }
    return unsaid;
  }

  private static ArrivalKind kindOf(LoadOptions options) {
    if (options.arrivals != null) {
      oneOf("--arrivals", options.arrivals, KINDS.stream().map(ArrivalKind::word).toList());
      return ArrivalKind.of(options.arrivals);
    }
    boolean both = !options.rates.isEmpty() && !options.concurrencies.isEmpty();
    refuse(both, "--rate is an open loop and " + USERS + " a closed loop: use one of them");
    if (options.stages != null) {
      return STAGES;
    }
    return options.rates.isEmpty() ? CLOSED : POISSON;
  }

  private LoadPlan checked() {
    boolean rated = kind.rated();
    limits();
    for (double rate : options.rates) {
      refuse(
          !(rate > 0) || Double.isInfinite(rate), "--rate must be above 0, found " + plain(rate));
      refuseBeyondAll("--rate", rate);
      refuse(
          kind.random() && expected(rate) < 1,
          "--rate "
              + plain(rate)
              + " sends less than one request in "
              + Quantities.format(duration())
              + "; use a longer --duration, or --requests alone");
    }
    for (long users : options.concurrencies) {
      between(USERS, users, MAX);
    }
    refuse(
        !rated && !options.rates.isEmpty(), "--rate has no meaning with --arrivals " + kind.word());
    refuse(
        kind != CLOSED && !options.concurrencies.isEmpty(),
        USERS
            + " is a closed loop and --arrivals "
            + kind.word()
            + " is not; for a cap use --max-in-flight");
    refuse(
        kind == CLOSED && options.maxInFlight != null,
        "--max-in-flight caps an open loop; in a closed loop " + USERS + " is the cap");
    refuse(
        rated && options.rates.isEmpty(),
        "--arrivals " + kind.word() + " needs --rate, like --rate 8");
    refuse(
        thinkTime != null && kind != CLOSED,
        "--think-time pauses the users of a closed loop: add --users N, or --turns N for sessions");
    special();
    repeats();
    shard();
    var _ = begin();
    coordinator();
    return this;
  }

  private void repeats() {
    Long repeats = options.repeats;
    if (repeats == null) {
      return;
    }
    boolean several = severalRepeated();
    int least = several ? MIN_OF_SEVERAL : QuantileInterval.MIN_RUNS;
    refuse(
        repeats < least || repeats > MAX_REPEATS,
        "--repeats must be between %d and %d, found %d: fewer runs do not show how far they differ"
            .formatted(least, MAX_REPEATS, repeats));
    refuse(
        !several && (options.rates.size() > 1 || options.concurrencies.size() > 1),
        "--repeats is of one load: name one by --rate or --concurrency; only --consistency repeats"
            + " several");
    refuse(
        kind == TRACE,
        "--repeats of a trace would send the same requests at the same times again: use --rate");
  }

  /// Requests that fall due in the time there is.
  private double expected(double rate) {
    boolean timeless = options.duration == null && options.requests != null;
    return timeless ? Double.POSITIVE_INFINITY : rate * duration().toNanos() / 1e9;
  }

  private Duration duration() {
    return durationOf(options, thinkTime);
  }

  private void special() {
    refuse(options.cv != null && kind != GAMMA, "--cv needs --arrivals gamma");
    refuse(options.cv != null && !(options.cv > 0), "--cv must be above 0, found " + options.cv);
    refuse(
        (kind == STAGES) == (options.stages == null),
        "--arrivals stages and --stages go together, like --stages 2:30s,2-20:60s");
    if (options.stages != null) {
      refuse(
          options.duration != null,
          "--stages sets the length of the run: remove --duration, or make the stages longer");
      for (Arrivals.Stage stage : stages().stages()) {
        refuseBeyondAll("--stages", Math.max(stage.rateFrom(), stage.rateTo()));
      }
    }
    refuse(options.timeScale != null && kind != TRACE, "--time-scale needs --arrivals trace");
    refuse(
        options.timeScale != null && !(options.timeScale > 0),
        "--time-scale must be above 0, found " + options.timeScale);
    refuse(
        kind == BURST && options.requests == null,
        "--arrivals burst sends all requests at once: set how many with --requests");
  }

  private static void refuseBeyondAll(String option, double rate) {
    refuse(
        rate > MAX_RATE,
        option
            + " sets "
            + plain(rate)
            + " requests per second; no client sends more than "
            + plain(MAX_RATE)
            + ". To send as many as possible at once, use --arrivals burst");
  }

  private Arrivals.Stages stages() {
    return Arrivals.Stages.parse(String.valueOf(options.stages), 1);
  }

  private void limits() {
    Long requests = options.requests;
    if (requests != null) {
      between("--requests", requests, MAX_REQUESTS);
    }
    positive("--duration", options.duration);
    Long cap = options.maxInFlight;
    if (cap != null) {
      between("--max-in-flight", cap, MAX);
    }
  }

  private void shard() {
    if (options.shard == null) {
      return;
    }
    Slice slice = slice();
    refuse(
        options.repeats != null,
        "--repeats shows how far runs differ, and --shard makes one run of several machines; remove"
            + " one of them out");
    refuse(
        options.maxInFlight != null,
        "--max-in-flight cannot be kept over several machines; leave it out with --shard");
    for (long users : kind == CLOSED ? targetUsers() : List.<Long>of()) {
      refuse(
          users < slice.of(),
          "--shard splits the users of a closed loop, and %d machines are more than %d users"
              .formatted(slice.of(), users));
    }
  }

  private List<Long> targetUsers() {
    return options.concurrencies.isEmpty() ? List.of(1L) : options.concurrencies;
  }

  /// Returns the start of the load; null for as soon as possible.
  @Nullable Instant begin() {
    return options.beginAt == null ? null : Shards.begin(options.beginAt);
  }

  private void coordinator() {
    var _ = coordinatorAddress();
    refuse(
        options.coordinator != null && options.shard == null,
        "--coordinator needs --shard, which names this worker's slice, like --shard 2/4");
    refuse(
        options.coordinator != null && options.beginAt != null,
        "--coordinator gives the start; remove --begin-at");
  }

  /// Returns the coordinator that gives the start; null for none.
  @Nullable Address coordinatorAddress() {
    return options.coordinator == null ? null : Address.read("--coordinator", options.coordinator);
  }

  /// Returns the part of the load that this process sends.
  Slice slice() {
    return options.shard == null ? Slice.WHOLE : Shards.read(options.shard);
  }

  /// The whole load in words: the same for all of its slices.
  String schedule() {
    List<String> parts = new ArrayList<>(List.of(kind.word()));
    options.rates.forEach(rate -> parts.add("rate " + plain(rate)));
    if (kind == CLOSED) {
      targetUsers().forEach(users -> parts.add("users " + users));
      add("think time", thinkTime == null ? null : Quantities.format(thinkTime), parts);
    }
    add("cv", options.cv, parts);
    add("stages", options.stages, parts);
    add("time scale", options.timeScale, parts);
    add("requests", options.requests, parts);
    boolean timeless =
        options.stages != null || (options.duration == null && options.requests != null);
    add("for", timeless ? null : Quantities.format(duration()), parts);
    return String.join(", ", parts);
  }

  private static void add(String name, @Nullable Object value, List<String> parts) {
    if (value != null) {
      parts.add(name + " " + value);
    }
  }

  private static void between(String option, long value, long most) {
    refuse(
        value < 1 || value > most, option + " must be between 1 and " + most + ", found " + value);
  }

  /// One plan for each level. Repeated loads take turns, so that a server that changes over time
  /// changes for all of them.
  List<LevelPlan> levels() {
    List<LevelPlan> levels = levelsOnce();
    return options.repeats == null
        ? levels
        : Collections.nCopies(Math.toIntExact(options.repeats), levels).stream()
            .flatMap(List::stream)
            .toList();
  }

  private List<LevelPlan> levelsOnce() {
    return switch (kind) {
      case CLOSED -> {
        yield targetUsers().stream()
            .map(n -> plan(users(), Math.toIntExact(slice().share(n))))
            .toList();
      }
      case TRACE -> List.of(plan(new Arrivals.Trace(orOne(options.timeScale)), 0));
      case STAGES -> List.of(plan(stages(), 0));
      case BURST ->
          List.of(plan(new Arrivals.Burst(options.requests == null ? 1 : options.requests), 0));
      default -> options.rates.stream().map(rate -> plan(rated(rate), 0)).toList();
    };
  }

  private Arrivals users() {
    return new Arrivals.Closed(thinkTime == null ? 0 : thinkTime.toNanos());
  }

  private Arrivals rated(double rate) {
    return switch (kind) {
      case CONSTANT -> new Arrivals.Constant(rate);
      case GAMMA -> new Arrivals.Gamma(rate, orOne(options.cv));
      default -> new Arrivals.Poisson(rate);
    };
  }

  private LevelPlan plan(Arrivals arrivals, int users) {
    long requests = options.requests == null ? 0 : options.requests;
    Duration duration = options.duration;
    if (duration == null && requests == 0) {
      duration =
          arrivals instanceof Arrivals.Stages stages
              ? length(stages)
              : durationOf(options, thinkTime);
    }
    long nanos = duration == null ? 0 : duration.toNanos();
    int cap = options.maxInFlight == null ? 0 : Math.toIntExact(options.maxInFlight);
    return new LevelPlan(arrivals, users, requests, nanos, cap, slice());
  }

  private static Duration length(Arrivals.Stages stages) {
    return Duration.ofNanos(Math.round(stages.seconds() * 1e9));
  }

  private static double orOne(@Nullable Double value) {
    return value == null ? 1 : value;
  }

  static String plain(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }
}
