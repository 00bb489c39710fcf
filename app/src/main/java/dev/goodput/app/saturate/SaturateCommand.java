package dev.goodput.app.saturate;

import static dev.goodput.runner.Checks.oneOf;
import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.CommandHelp;
import dev.goodput.app.NextCommandRole;
import dev.goodput.app.measure.ExperimentOptions;
import dev.goodput.app.measure.MeasuringRun;
import dev.goodput.app.run.MeasurementCommand;
import dev.goodput.lab.saturation.Profiler;
import dev.goodput.lab.saturation.SaturationListener;
import dev.goodput.lab.saturation.SaturationPlan;
import dev.goodput.lab.saturation.SaturationRecord;
import dev.goodput.lab.saturation.ServerProfiler;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.LoadAxis;
import dev.goodput.metrics.saturation.SaturationResult;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.words.Quantities;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.words.Figures;
import dev.goodput.runner.AppException;
import dev.goodput.runner.endpoint.TargetSession;
import dev.goodput.runner.measure.Measurement;
import dev.goodput.runner.measure.Setup;
import dev.goodput.runner.measure.TargetExperiment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput saturate`: finds the load at which a server saturates.
@CommandHelp(
    common = {
      "--url",
      "--model",
      "--workload",
      "--slo",
      "--axis",
      "--to",
      "--level-time",
      "--virtual",
      "--out",
      "--json"
    })
@Command(
    name = "saturate",
    description = {
      "Finds the load at which a server saturates.",
      "It reports the peak, the knee, the saturation point and the cliff. The load rises level by"
          + " level until more load brings no more output. Levels in between then refine the"
          + " result. Warning signs are shown with their evidence."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput saturate [--url URL] [OPTIONS]", ""},
    sortOptions = false,
    footer = {
      "",
      "goodput saturate --virtual                          a simulated H100, in seconds",
      "goodput saturate --url http://host:8000 --slo chat",
      "goodput saturate --url http://host:8000 --axis rate --level-time 2m"
    })
public final class SaturateCommand implements Callable<Integer>, MeasurementCommand {
  private static final List<String> AXES = List.of("concurrency", "rate");
  private static final double MAX_USERS = 100_000;
  private static final double MAX_RATE = 1_000_000;
  private static final double MIN_GROWTH = 1.1;
  private static final double MAX_GROWTH = 10;

  @Mixin private ExperimentOptions options = new ExperimentOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nLoad levels%n")
  private Growth growth = new Growth();

  @Spec private CommandSpec spec = CommandSpec.create();

  /// Called by picocli.
  public SaturateCommand() {}

  /// The options for the load levels to try.
  static final class Growth {
    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--axis",
        paramLabel = "AXIS",
        description =
            "what grows: concurrency (users, closed loop) or rate (arrivals per second) "
                + "(default: concurrency)")
    String axis = "concurrency";

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--from",
        paramLabel = "LOAD",
        description = "first load (default: 1 user, or 1/8 of the rate that a flood reaches)")
    @Nullable Double from;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--to",
        paramLabel = "LOAD",
        description = "highest load (default: 1024 users, or twice the rate that a flood reaches)")
    @Nullable Double to;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--growth",
        paramLabel = "FACTOR",
        description = "factor from one load to the next (default: 2)")
    @Nullable Double growth;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--level-time",
        paramLabel = "TIME",
        description = "longest duration of a load level (default: 3m)")
    @Nullable Duration levelTime;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--profiler",
        paramLabel = "engine",
        description =
            "repeat the load at the saturation point while the engine's own profiler runs "
                + "(POST /start_profile and /stop_profile, as in vLLM and SGLang)")
    @Nullable String profiler;

    @NextCommandRole(NextCommandRole.Into.SECRET)
    @Option(
        names = "--profiler-begin",
        paramLabel = "COMMAND",
        description =
            "shell command that starts a profiler before the repeated load; GOODPUT_LOAD in "
                + "its environment is the load")
    @Nullable String profilerBegin;

    @NextCommandRole(NextCommandRole.Into.SECRET)
    @Option(
        names = "--profiler-end",
        paramLabel = "COMMAND",
        description = "shell command that stops the profiler")
    @Nullable String profilerEnd;

    boolean profiles() {
      return profiler != null || profilerBegin != null || profilerEnd != null;
    }
  }

  /// Checks everything that can be checked before a connection is opened, then measures.
  ///
  /// @return the exit code
  @Override
  public Integer call() {
    return MeasuringRun.call(spec, options.output.read(), this::prepare);
  }

  private Measurement prepare() {
    check();
    options.workload.requireSessionsForThinkTime();
    Setup setup = options.setup("saturate", "saturate-");
    return new Run(setup, growth, plan(setup.judgement()));
  }

  private void check() {
    oneOf("--axis", growth.axis, AXES);
    boolean users = growth.axis.equals(AXES.getFirst());
    load("--from", growth.from, users);
    load("--to", growth.to, users);
    refuse(
        growth.from != null && growth.to != null && growth.to < growth.from,
        "--to must not be below --from: found " + growth.from + " to " + growth.to);
    refuse(
        growth.growth != null && !(growth.growth >= MIN_GROWTH && growth.growth <= MAX_GROWTH),
        "--growth must be from 1.1 to 10, found " + growth.growth);
    if (growth.levelTime != null && growth.levelTime.toSeconds() < 1) {
      throw new AppException.Usage(
          "--level-time must be at least 1s, found " + Quantities.format(growth.levelTime));
    }
    if (growth.profiler != null) {
      oneOf("--profiler", growth.profiler, List.of("engine"));
    }
    refuse(
        growth.profiles() && options.target.embedded(),
        "--profiler looks into a server, and the simulated engine has nothing to look into; name"
            + " yours with --url");
  }

  private static void load(String option, @Nullable Double load, boolean users) {
    if (load == null) {
      return;
    }
    double most = users ? MAX_USERS : MAX_RATE;
    refuse(
        !(load > 0 && load <= most) || (users && load != Math.rint(load)),
        users
            ? "%s is a whole number of users, at least 1 and at most 100000, found %s"
                .formatted(option, load)
            : "%s is a rate above 0 and at most 1000000 per second, found %s"
                .formatted(option, load));
  }

  private SaturationPlan plan(Judgement judgement) {
    boolean users = growth.axis.equals(AXES.getFirst());
    double from = growth.from == null ? users ? SaturationPlan.DEFAULT_FROM_USERS : 0 : growth.from;
    double to =
        growth.to == null ? users ? Math.max(from, SaturationPlan.DEFAULT_TO_USERS) : 0 : growth.to;
    return new SaturationPlan(
        users ? LoadAxis.CONCURRENCY : LoadAxis.RATE,
        from,
        to,
        growth.growth == null ? SaturationPlan.DEFAULT_GROWTH : growth.growth,
        growth.levelTime == null ? SaturationPlan.DEFAULT_LEVEL_NANOS : growth.levelTime.toNanos(),
        judgement.options(),
        judgement.maxErrorRate());
  }

  /// A saturation run: levels of increasing load.
  private record Run(Setup setup, Growth growth, SaturationPlan plan) implements TargetExperiment {
    @Override
    public Manifest addTo(Manifest manifest) {
      ArrivalKind arrivals = plan.axis().open() ? ArrivalKind.POISSON : ArrivalKind.CLOSED;
      return manifest.with("run.arrivals", arrivals.word());
    }

    @Override
    public List<String> remarks() {
      double level = plan.levelNanos() / 1e9;
      if (plan.axis().open()) {
        return List.of(
            "floods first, without think time, to find the range of rates; then level by level,"
                + " each at most "
                + Figures.span(level));
      }
      SaturationPlan.Price most = plan.price();
      return List.of(
          "from %s to %s: at most %s requests in %s of %s, then up to six levels in between and a flood; it ends when more users bring no more output"
              .formatted(
                  plan.axis().text(plan.from()),
                  plan.axis().text(plan.to()),
                  Figures.count(most.requests()),
                  Figures.counted(most.levels(), "level"),
                  Figures.span(level)));
    }

    @Override
    public Measured measure(TargetSession opened, RunDirectory directory, ProgressView view) {
      List<String> notes = new ArrayList<>();
      Profiler profiler = profiler(opened, directory.path(), notes);
      SaturationResult found =
          SaturationRecord.run(
              plan,
              ownLevels(opened),
              opened.target(),
              directory,
              view,
              new Screen(view, notes),
              profiler);
      shared(directory.manifest()).ifPresent(notes::add);
      boolean anything = !found.curve().points().isEmpty() || directory.state().blocksRead() > 0;
      return new Measured(anything, notes);
    }

    private Profiler profiler(TargetSession opened, Path directory, List<String> notes) {
      return growth.profiles()
          ? new ServerProfiler(
              // The last page is at the host's root, where engines have their profiler endpoints.
              page -> opened.pages(page).getLast(),
              () -> opened.target().interrupted() != null,
              growth.profiler != null,
              growth.profilerBegin,
              growth.profilerEnd,
              plan.axis(),
              directory.resolve(ServerProfiler.LOG),
              notes)
          : Profiler.NONE;
    }

    /// Returns a note on prefix caches if all levels take their prompts from the same file.
    private static Optional<String> shared(Manifest manifest) {
      return manifest
          .text("workload.written")
          .filter("true"::equals)
          .map(_ ->
              "all levels take their prompts from the same "
                  + Figures.counted(manifest.whole("workload.requests").orElse(0), "request")
                  + ": a prefix cache may know those of an earlier level (--cache-bust)");
    }
  }

  /// A listener that prints the state of a saturation run next to the progress of each level.
  ///
  /// @param view the output
  /// @param notes receives what the run must keep
  private record Screen(ProgressView view, List<String> notes) implements SaturationListener {
    @Override
    public void floods(long sessions) {
      view.status("saturate: flooded, " + Figures.count(sessions) + " at once");
    }

    @Override
    public void flooded(long sessions, double rps) {
      view.result(
          "saturate: a flood of "
              + Figures.count(sessions)
              + " is answered at "
              + Figures.number(rps)
              + " req/s");
    }

    @Override
    public void tries(LoadAxis axis, double load, boolean refining) {
      String why = refining ? ", to refine the result" : "";
      view.status("saturate: " + axis.text(load) + why + "; Ctrl-C keeps the results so far");
    }

    @Override
    public void measured(CurvePoint point, Curve curve) {
      view.result(
          "saturate: %s: %s output tok/s (±%s)"
              .formatted(
                  curve.axis().text(point.load()),
                  Figures.number(point.tps()),
                  Figures.number(point.throughput().halfWidth())));
    }

    @Override
    public void endedEarly(LoadAxis axis, double load, String why) {
      notes.add("the level of %s was ended early: %s".formatted(axis.text(load), why));
    }

    @Override
    public void profiles(LoadAxis axis, double load) {
      view.status("saturate: once more with " + axis.text(load) + ", for the profiler");
    }
  }
}
