package dev.goodput.app.bench;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.CommandHelp;
import dev.goodput.app.measure.ExperimentOptions;
import dev.goodput.app.measure.MeasuringRun;
import dev.goodput.app.run.MeasurementCommand;
import dev.goodput.app.score.ScoreSettings;
import dev.goodput.lab.Bench;
import dev.goodput.lab.BenchOutcome;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.Target;
import dev.goodput.load.FailurePauses;
import dev.goodput.load.LevelPlan;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.words.Quantities;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.words.Figures;
import dev.goodput.runner.AppException;
import dev.goodput.runner.directory.RunRecorder;
import dev.goodput.runner.endpoint.TargetPlan;
import dev.goodput.runner.endpoint.TargetSession;
import dev.goodput.runner.measure.Measurement;
import dev.goodput.runner.measure.OpenTargets;
import dev.goodput.runner.measure.Setup;
import dev.goodput.runner.measure.TargetExperiment;
import dev.goodput.runner.measure.TraceGap;
import dev.goodput.runner.score.AnswerStudy;
import dev.goodput.wire.NanoClock;
import dev.goodput.workload.Replay;
import dev.goodput.workload.Workload;
import dev.goodput.workload.arrival.Arrivals;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `goodput bench`: measures a server, or the embedded engine.
@CommandHelp(
    common = {
      "--url",
      "--model",
      "--workload",
      "--rate",
      "--concurrency",
      "--think-time",
      "--duration",
      "--requests",
      "--slo",
      "--repeats",
      "--virtual",
      "--out",
      "--json"
    })
@Command(
    name = "bench",
    description = {
      "Measures an LLM server under load.",
      "Without --url it measures the embedded simulated engine. With --url alone it sends one "
          + "request at a time for 30 s."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput bench [--url URL] [--config FILE] [OPTIONS]", ""},
    sortOptions = false,
    footer = {
      "",
      "goodput bench --url http://host:8000 --rate 8 --slo chat --duration 120s",
      "goodput bench --url http://host:8000 --concurrency 1,4,16,64",
      "goodput bench --url http://host:8000 --workload chats.jsonl --requests 500"
    })
public final class BenchCommand implements Callable<Integer>, MeasurementCommand {
  /// How long before a common start the first level is prepared.
  private static final long PREPARE_NANOS = 500_000_000;

  @Mixin ExperimentOptions options = new ExperimentOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nLoad%n")
  LoadOptions load = new LoadOptions();

  @ArgGroup(validate = false, order = 7, heading = "%nTexts of the responses%n")
  private ScoreSettings scores = new ScoreSettings();

  @Spec private CommandSpec spec = CommandSpec.create();

  /// Called by picocli.
  public BenchCommand() {}

  /// Checks everything that can be checked before a connection is opened, then measures.
  ///
  /// @return the exit code
  @Override
  public Integer call() {
    return MeasuringRun.call(
        spec, options.output.read(), () -> prepare(spec, options, load, scores));
  }

  /// Checks everything that can be checked before a connection is opened.
  ///
  /// @throws dev.goodput.runner.AppException.Usage naming the option
  static Measurement prepare(
      CommandSpec spec, ExperimentOptions options, LoadOptions load, ScoreSettings scores) {
    for (String list : List.of("--rate", "--concurrency")) {
      boolean named = spec.commandLine().getParseResult().hasMatchedOption(list);
      boolean empty = spec.findOption(list).<List<?>>getValue().isEmpty();
      refuse(named && empty, list + " needs a number");
    }
    if (scores.consistency()) {
      refuse(
          options.target.virtual(),
          "--consistency compares responses, and --virtual makes none; leave out --virtual");
      options.request.temperatureZero("--consistency");
    }
    Setup setup = options.setup("bench", "");
    TargetPlan common = setup.common();
    boolean embedded = options.target.embedded();
    boolean again = LoadPlan.orAsCaptured(load, common.workload());
    boolean noLoad = LoadPlan.orUsual(load, embedded);
    LoadPlan plan = LoadPlan.of(load, options.workload, scores.consistency());
    List<LevelPlan> levels = plan.levels();
    checkWindow(setup.judgement().options(), levels);
    refuse(
        load.shard != null && embedded,
        "--shard is for several machines that send to one server: name the server with --url");
    refuse(
        load.beginAt != null && embedded,
        "--begin-at is for several machines that send to one server: name the server with --url");
    if (plan.kind() == ArrivalKind.TRACE) {
      common.requireTimed();
    }
    return new Run(
        new FleetWorker(),
        scores.ofRun(line -> print(spec, options, line)),
        plan.oneLoadRepeated() ? setup.with(setup.judgement().repeated()) : setup,
        load,
        plan,
        levels,
        again || (noLoad && !embedded)
            ? List.of(defaultLoad(load, again))
            : plan.repeated().map(List::of).orElse(List.of()));
  }

  private static void print(CommandSpec spec, ExperimentOptions options, String line) {
    if (!options.output.read().quiet()) {
      RunRecorder.print(spec.commandLine().getErr(), line);
    }
  }

  /// Rejects a warm-up and a cool-down that are known to leave nothing to judge.
  ///
  /// @throws dev.goodput.runner.AppException.Usage with both lengths in the line
  private static void checkWindow(AnalysisOptions judged, List<LevelPlan> levels) {
    long warmup = judged.warmup() instanceof Warmup.Fixed(long nanos) ? nanos : 0;
    long cooldown = judged.cooldownNanos();
    String requested = requested("--warmup", warmup) + requested("--cooldown", cooldown);
    for (LevelPlan level : levels) {
      long lasts = level.durationNanos();
      refuse(
          lasts > 0 && warmup + cooldown >= lasts,
          requested
              + "leaves nothing of a run of "
              + Quantities.format(Duration.ofNanos(lasts))
              + "; set a shorter one, or a longer --duration");
      refuse(
          warmup + cooldown > 0 && level.arrivals() instanceof Arrivals.Burst,
          requested
              + "leaves nothing of --arrivals burst, where all requests start at once; remove it");
    }
  }

  private static String requested(String option, long nanos) {
    return nanos == 0 ? "" : option + " " + Quantities.format(Duration.ofNanos(nanos)) + " ";
  }

  /// Returns the remark on the load of a command line that names none.
  private static String defaultLoad(LoadOptions load, boolean again) {
    String end =
        load.requests != null
            ? Figures.counted(load.requests, "request")
            : Figures.span(LoadPlan.durationOf(load, null).toNanos() / 1e9);
    return "no load given: "
        + (again ? "the traffic again at its own times, " : "one request at a time, ")
        + end
        + "; for load add --rate 8 or --concurrency 16";
  }

  /// One bench: its load levels, one after another.
  ///
  /// @param worker the connection to the coordinator, if there is one
  /// @param study what becomes of the texts of the responses
  /// @param remarks advice on options that were omitted or given twice
  private record Run(
      FleetWorker worker,
      AnswerStudy study,
      Setup setup,
      LoadOptions load,
      LoadPlan plan,
      List<LevelPlan> levels,
      List<String> remarks)
      implements TargetExperiment {
    @Override
    public Replay replay() {
      return plan.kind() == ArrivalKind.TRACE ? Replay.RECORDED : Replay.SHUFFLED;
    }

    @Override
    public Manifest addTo(Manifest manifest) {
      Manifest more = manifest.with("run.arrivals", plan.kind().word());
      Long repeats = load.repeats;
      more = repeats != null && plan.oneLoadRepeated() ? more.with("run.repeats", repeats) : more;
      more = study.addTo(more);
      @Nullable Instant begin = plan.begin();
      more = begin == null ? more : more.with("run.begin-at", begin.toString());
      return Shards.addTo(more, plan);
    }

    /// Returns where a recording leaves the run nothing to do.
    @Override
    public List<String> foreseen(TargetSession opened) {
      study.check(setup.common().plan(opened, levels));
      Workload workload = setup.common().workload();
      List<String> gaps =
          levels.stream()
              .flatMap(level -> TraceGap.of(workload, opened.workload(), level).stream())
              .toList();
      return Stream.concat(study.foreseen(levels.size()).stream(), gaps.stream()).toList();
    }

    @Override
    public Measured measure(TargetSession opened, RunDirectory directory, ProgressView view) {
      BenchPlan bench = study.of(setup.common().plan(opened, levels));
      Target target = opened.target();
      if (plan.oneLoadRepeated()) {
        view.repeatsOneLoad();
      }
      BenchListener seen = worker.register(plan, target, view);
      BenchOutcome outcome =
          Bench.run(
              bench,
              target,
              directory,
              seen,
              study.needsTexts(),
              () -> awaitStart(target, directory));
      worker.ended(directory);
      List<String> judging = study.run(bench, directory, () -> target.interrupted() != null);
      return new Measured(
          outcome.levelsRun() > 0,
          Stream.concat(notes(outcome).stream(), judging.stream()).toList());
    }

    @Override
    public void ended(OpenTargets opened, RunDirectory directory) {
      worker.deliver(directory);
    }

    @Override
    public void close() {
      worker.close();
    }

    /// Waits for the common start. The wall clock is read once, so that a clock that is set while
    /// machines wait moves nothing.
    ///
    /// @throws dev.goodput.runner.AppException.Usage if the time has passed
    private void awaitStart(Target target, RunDirectory directory) {
      @Nullable Instant begin = plan.begin();
      OptionalLong given = worker.awaitStart(target, directory);
      if (begin == null && given.isEmpty()) {
        return;
      }
      long now = NanoClock.SYSTEM.nanoTime();
      long left =
          begin == null
              ? given.getAsLong() - now
              : Duration.between(InstantSource.system().instant(), begin).toNanos();
      long until = now + left;
      if (left < 0) {
        String option = begin == null ? "the start that --coordinator gave" : "--begin-at " + begin;
        throw new AppException.Usage(
            "ready %s after %s, so this machine would start late; name a later time"
                .formatted(Figures.duration(-left / 1e6), option));
      }
      target.setStart(until);
      long prepare = until - PREPARE_NANOS;
      while (prepare - NanoClock.SYSTEM.nanoTime() > 0 && target.interrupted() == null) {
        target.pause(prepare - NanoClock.SYSTEM.nanoTime());
      }
    }

    private List<String> notes(BenchOutcome outcome) {
      List<String> notes = new ArrayList<>();
      if (outcome.levelsRun() < levels.size()) {
        String each = plan.oneLoadRepeated() ? "repeats" : "levels";
        notes.add("%d of %d %s were run".formatted(outcome.levelsRun(), levels.size(), each));
      }
      if (!outcome.reason().isEmpty()) {
        notes.add(outcome.reason());
      }
      FailurePauses pauses = outcome.pauses();
      if (pauses.count() > 0) {
        // Other closed-loop clients continue at once, and count many more failures.
        notes.add(
            "users of the closed loop paused for 0.1 s after each failure: "
                + Figures.counted(pauses.count(), "pause")
                + ", "
                + Figures.number(pauses.nanos() / 1e9)
                + " s of users' time in all");
      }
      return notes;
    }
  }
}
