package dev.goodput.app.compare;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.bench.LoadOptions;
import dev.goodput.app.bench.RepeatedLoads;
import dev.goodput.app.bench.StoredBenchCommand;
import dev.goodput.app.endpoint.CommonOptions;
import dev.goodput.app.endpoint.RequestOptions;
import dev.goodput.app.endpoint.SideOptions;
import dev.goodput.app.endpoint.TargetOptions;
import dev.goodput.app.endpoint.WorkloadOptions;
import dev.goodput.app.run.JudgeOptions;
import dev.goodput.app.run.OutputOptions;
import dev.goodput.findings.comparison.ComparisonInput.Question;
import dev.goodput.history.RunStore;
import dev.goodput.lab.comparison.ComparisonPlan;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.comparison.ComparisonStages;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.record.Manifest;
import dev.goodput.runner.directory.Output;
import dev.goodput.runner.endpoint.TargetPlan;
import dev.goodput.runner.measure.BaselineRun;
import dev.goodput.runner.measure.PairedRun;
import dev.goodput.runner.measure.RepeatedLoad;
import dev.goodput.runner.measure.Setup;
import dev.goodput.runner.report.BaselineRuns;
import dev.goodput.runner.report.Prices;
import dev.goodput.runner.report.StoredSide;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// The options of the commands that compare two sides, or one side with stored runs.
final class CompareOptions {
  private static final int MAX_PAIRS = 1_000;

  @ArgGroup(validate = false, order = 1, heading = "%nServers%n")
  SideOptions sides = new SideOptions();

  @ArgGroup(validate = false, order = 2, heading = "%nRegression limits%n")
  GateRuleOptions rule = new GateRuleOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nRuns%n")
  Pairs pairs = new Pairs();

  @ArgGroup(validate = false, order = 4, heading = "%nTarget options of both servers%n")
  TargetOptions target = new TargetOptions();

  @ArgGroup(validate = false, order = 5, heading = "%nWorkload%n")
  WorkloadOptions workload = new WorkloadOptions();

  @ArgGroup(validate = false, order = 6, heading = "%nLoad of each run%n")
  LoadOptions load = new LoadOptions();

  @ArgGroup(validate = false, order = 7, heading = "%nRequest options%n")
  RequestOptions request = new RequestOptions();

  @ArgGroup(validate = false, order = 8, heading = "%nSLO and measurement window%n")
  JudgeOptions judge = new JudgeOptions();

  @ArgGroup(validate = false, order = 9, heading = "%nOutput%n")
  OutputOptions output = new OutputOptions();

  /// The number of pairs.
  static final class Pairs {
    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--pairs",
        paramLabel = "K",
        description = "runs of each side, at least 5 (default: 5)")
    int pairs = GateRule.MIN_RUNS;
  }

  /// Returns the judgement for a side that repeats stored runs, and its rule.
  ///
  /// @param first the manifest of the first stored run
  Judgement judgedLike(Manifest first) {
    return Prices.priced(
        judge.over(Judgement.of(first).alone().forInformation(), Judgement.streamed(first)), first);
  }

  /// Checks the options and returns a comparison of two targets in pairs of runs.
  ///
  /// @param command the name of the command
  /// @throws dev.goodput.runner.AppException.Usage contradictory options
  /// @throws dev.goodput.workload.input.WorkloadException a workload that cannot be found or read
  /// @throws dev.goodput.runner.AppException.Usage an SLO that cannot be parsed
  PairedRun paired(String command, Question question) {
    boolean same = question == Question.SAME;
    boolean gate = question == Question.GATE;
    sides.check(target, same);
    refuse(
        pairs.pairs < GateRule.MIN_RUNS || pairs.pairs > MAX_PAIRS,
        "--pairs must be between %d and %d, found %d: fewer pairs do not show how far they differ"
            .formatted(GateRule.MIN_RUNS, MAX_PAIRS, pairs.pairs));
    if (gate) {
      workload.draw();
    }
    TargetOptions first = sides.a(target);
    TargetOptions second = same ? first : sides.b(target);
    CommonOptions.check(first, workload, request);
    CommonOptions.check(second, workload, request);
    Output written = output.read();
    written.check();
    RepeatedLoad repeated = RepeatedLoads.of(load, workload, first.embedded() && second.embedded());
    refuse(
        judge.hasPriceList(),
        "--prices is for one server or for stored runs: measure both with goodput bench --prices,"
            + " then goodput compare RUN RUN");
    Judgement requested = judge.over(Judgement.DEFAULT, first.streams());
    TargetPlan a = CommonOptions.of(first, workload, request);
    List<TargetPlan> targets =
        same ? List.of(a) : List.of(a, CommonOptions.of(second, workload, request));
    Judgement judged = requested.orPreset(a.sloPreset());
    GateRule declared = rule.rule(judged.options().slo() != null, first.streams());
    if (gate) {
      repeated.requireEnough(declared.metrics(), a.singles());
    }
    return new PairedRun(
        new Setup(command, targets, judged, written, written.folder(command + "-" + a.shortName())),
        question,
        repeated,
        new ComparisonPlan(repeated.level(), pairs.pairs, gate, declared, judged.options()));
  }

  /// Checks the options, reads the stored runs and returns runs of a target that repeat them.
  ///
  /// @param name the name of the baseline
  /// @param fresh how many runs of the target
  /// @throws dev.goodput.runner.AppException.Usage contradictory options, and a baseline that
  ///   cannot be compared with
  /// @throws dev.goodput.history.HistoryException a baseline that does not exist
  BaselineRun against(RunStore store, String name, int fresh) {
    Output written = output.read();
    written.check();
    BaselineRuns runs = BaselineRuns.of(store, name);
    Manifest first = runs.first();
    Judgement judgement = judgedLike(first);
    GateRule declared = rule.rule(judgement.options().slo() != null, Judgement.streamed(first));
    StoredSide stored =
        StoredSide.of(runs.runs(), judgement.options(), new ArrayList<>()).requireEnough(name);
    StoredBenchCommand again = StoredBenchCommand.of(runs.runs().getFirst());
    target.answersLike(again.target(), first.text("target.model").orElse(null));
    workload.draw();
    again.workload().reseed(workload.seed());
    CommonOptions.check(target, again.workload(), again.request());
    TargetPlan common = CommonOptions.of(target, again.workload(), again.request());
    Path folder = written.folder("gate-" + common.shortName());
    return new BaselineRun(
        new Setup("gate", List.of(common), judgement, written, folder),
        name,
        runs,
        stored,
        RepeatedLoads.of(again.load(), again.workload(), target.embedded()),
        new ComparisonStages(fresh, false, declared));
  }
}
