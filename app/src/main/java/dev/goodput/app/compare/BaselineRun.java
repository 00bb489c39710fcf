package dev.goodput.app.compare;

import static dev.goodput.app.Checks.refuse;

import dev.goodput.app.bench.RepeatedLoad;
import dev.goodput.app.bench.StoredBenchCommand;
import dev.goodput.app.endpoint.CommonOptions;
import dev.goodput.app.endpoint.TargetSession;
import dev.goodput.app.measure.OpenTargets;
import dev.goodput.app.measure.Setup;
import dev.goodput.app.measure.SidedExperiment;
import dev.goodput.app.run.Comparisons;
import dev.goodput.app.run.StoredSide;
import dev.goodput.history.RunStore;
import dev.goodput.lab.Bench;
import dev.goodput.lab.BenchOutcome;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.comparison.Comparison;
import dev.goodput.lab.comparison.ComparisonRecord;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.comparison.ComparisonStages;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.observe.ServerMetricsRecorder;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.Manifest;
import dev.goodput.record.ModelName;
import dev.goodput.record.RunDirectory;
import dev.goodput.findings.comparison.ComparisonInput.Question;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.report.words.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// Runs of a live target that get the requests of stored runs, to compare with those. Arrivals,
/// prompts and lengths are drawn anew.
///
/// @param name the name of the baseline
/// @param baseline the runs of the baseline that still exist
/// @param stored the runs of the baseline that count
/// @param load the load of each run
/// @param stages the number of new runs, and the rule
record BaselineRun(
    Setup setup,
    String name,
    BaselineRuns baseline,
    StoredSide stored,
    RepeatedLoad load,
    ComparisonStages stages)
    implements SidedExperiment {
  /// Checks the options and reads the stored runs.
  ///
  /// @param fresh how many runs of the target
  /// @throws dev.goodput.app.AppException.Usage contradictory options, and a baseline that cannot
  ///   be compared with
  /// @throws dev.goodput.history.HistoryException a baseline that does not exist
  static BaselineRun of(CompareOptions options, RunStore store, String name, int fresh) {
    options.output.check();
    BaselineRuns runs = BaselineRuns.of(store, name);
    Manifest first = runs.first();
    Judgement judgement = options.judgedLike(first);
    GateRule rule = options.rule.rule(judgement.options().slo() != null, Judgement.streamed(first));
    StoredSide stored =
        StoredSide.of(runs.runs(), judgement.options(), new ArrayList<>()).requireEnough(name);
    StoredBenchCommand again = StoredBenchCommand.of(runs.runs().getFirst());
    options.target.answersLike(again.target(), first.text("target.model").orElse(null));
    options.workload.draw();
    again.workload().reseed(options.workload.seed());
    CommonOptions.check(options.target, again.workload(), again.request());
    CommonOptions common = CommonOptions.of(options.target, again.workload(), again.request());
    Path folder = options.output.folder("gate-" + common.shortName());
    return new BaselineRun(
        new Setup("gate", List.of(common), judgement, options.output, folder),
        name,
        runs,
        stored,
        RepeatedLoad.of(again.load(), again.workload(), options.target.embedded()),
        new ComparisonStages(fresh, false, rule));
  }

  @Override
  public ArrivalKind arrivals() {
    return load.kind();
  }

  @Override
  public int runs() {
    return stages.pairs();
  }

  @Override
  public Map<Side, TargetSession> sides(OpenTargets opened) {
    return Map.of(Side.B, opened.first());
  }

  /// Rejects a target that cannot be compared with the stored runs.
  @Override
  public void check(OpenTargets opened) {
    String model = opened.first().target().facts().model();
    boolean virtual = opened.virtual();
    Manifest first = baseline.first();
    String before = first.text("target.model").orElse(model);
    refuse(
        !ModelName.same(before, model),
        "the runs of baseline %s used %s, and this target has %s: measure a baseline of it"
            .formatted(name, before, model));
    boolean were = first.text("target.url").orElse("").startsWith("virtual:");
    refuse(
        were != virtual,
        "the runs of baseline %s are %s, and this target is measured %s: the two cannot be compared"
            .formatted(name, time(were), time(virtual)));
    stored.requireSame(opened.first().addTo(Manifest.empty()), "this target");
  }

  private static String time(boolean virtual) {
    return virtual ? "in virtual time" : "over HTTP";
  }

  @Override
  public Manifest manifest(OpenTargets opened) {
    Manifest manifest =
        Comparisons.addTo(
                setup.judgement().addTo(Manifest.empty()),
                Question.GATE,
                stages,
                "baseline " + name + ", " + stored.words(),
                SidedExperiment.name(opened.first()),
                load.words())
            .with("run.workload", setup.common().workload().name())
            .with("run.seed", setup.common().seed())
            .with("run.arrivals", load.kind().word());
    return baseline.addTo(manifest);
  }

  @Override
  public List<String> remarks(OpenTargets opened) {
    double run = opened.virtual() ? Double.NaN : load.seconds();
    String price =
        Figures.counted(runs(), "run")
            + (Double.isNaN(run)
                ? ""
                : " of about " + Figures.span(run) + ": about " + Figures.span(runs() * run));
    return List.of(
        "%s, as in the %s of baseline %s; Ctrl-C keeps the finished runs"
            .formatted(price, stored.words(), name));
  }

  @Override
  public Measured measure(OpenTargets opened, RunDirectory parent, TerminalScreen terminal) {
    TargetSession target = opened.first();
    RunDirectory own = start(parent, Side.B, target);
    BenchPlan plan = setup.common().plan(target, Collections.nCopies(runs(), load.level()));
    String workload = setup.common().workload().name();
    try (ServerMetricsRecorder _ = target.watch(own);
        ProgressView view = setup.view(workload, target.address(), opened, terminal)) {
      new PairedRun.Screen(view).warms(Side.B);
      // The runs show a failure of the warm-up themselves.
      var _ = Comparison.warm(load.level(), plan, target.target(), entry -> {});
      BenchOutcome outcome = Bench.run(plan, target.target(), own, view);
      parent.updateManifest(
          ComparisonRecord.singleFailure(
              parent.manifest(),
              outcome.ending(),
              outcome.reason(),
              Side.B,
              outcome.levelsRun() - 1));
      // If every request failed, the verdict gives the reason.
      boolean failed = outcome.ending() == LevelEnded.Ending.ALL_FAILED;
      boolean noted = !failed && !outcome.reason().isEmpty();
      return new Measured(outcome.levelsRun() > 0, noted ? List.of(outcome.reason()) : List.of());
    }
  }
}
