package dev.goodput.runner.measure;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.findings.comparison.ComparisonInput.Question;
import dev.goodput.lab.Bench;
import dev.goodput.lab.BenchOutcome;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.comparison.Comparison;
import dev.goodput.lab.comparison.ComparisonRecord;
import dev.goodput.metrics.comparison.ComparisonStages;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.observe.ServerMetricsRecorder;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.Manifest;
import dev.goodput.record.ModelName;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.report.words.Figures;
import dev.goodput.runner.endpoint.TargetSession;
import dev.goodput.runner.report.BaselineRuns;
import dev.goodput.runner.report.Comparisons;
import dev.goodput.runner.report.StoredSide;
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
public record BaselineRun(
    Setup setup,
    String name,
    BaselineRuns baseline,
    StoredSide stored,
    RepeatedLoad load,
    ComparisonStages stages)
    implements SidedExperiment {
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
