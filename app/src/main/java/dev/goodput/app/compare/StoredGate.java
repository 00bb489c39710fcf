package dev.goodput.app.compare;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.bench.StoredBenchCommand;
import dev.goodput.app.run.FailureReports;
import dev.goodput.findings.comparison.ComparisonInput;
import dev.goodput.findings.comparison.ComparisonInput.SideVerdict;
import dev.goodput.history.RunStore;
import dev.goodput.history.StoredRun;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.comparison.ComparisonStages;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.Secrets;
import dev.goodput.runner.directory.Output;
import dev.goodput.runner.report.BaselineRuns;
import dev.goodput.runner.report.Comparisons;
import dev.goodput.runner.report.RunReport;
import dev.goodput.runner.report.Screen;
import dev.goodput.runner.report.StoredSide;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;

/// A comparison of stored runs with stored runs. It sends no requests and stores only the files
/// that options name.
///
/// @param store the directory of runs
/// @param name of the baseline
/// @param candidates as typed
/// @param options how they are judged and what is written
record StoredGate(RunStore store, String name, List<String> candidates, CompareOptions options) {

  /// Judges them.
  ///
  /// @return the exit code
  ExitCode call(CommandLine line) {
    Output output = options.output.read();
    output.check();
    FailureReports files = new FailureReports(output, line);
    RunReport report = files.unlessFailed(() -> RunReport.of(judged(line)), Runnable::run);
    try (TerminalScreen terminal = Screen.terminal()) {
      Screen screen = Screen.of(line.getOut(), line.getErr(), terminal);
      report.requireWritten(
          report.write(
              output.jobFiles(), shown -> screen.show(shown, null, output.json(), output.quiet())));
    }
    return report.exit();
  }

  private ComparisonInput judged(CommandLine line) {
    BaselineRuns baseline = BaselineRuns.of(store, name);
    List<StoredRun> ofB = store.withoutCopies(candidates.stream().map(store::find).toList());
    requireOtherSeeds(ofB);
    Manifest first = baseline.first();
    Judgement judgement = options.judgedLike(first);
    AnalysisOptions judged = judgement.options();
    GateRule rule = options.rule.rule(judged.slo() != null, Judgement.streamed(first));
    List<String> notes = new ArrayList<>(baseline.notes());
    baseline.runs().forEach(StoredBenchCommand::requireBench);
    StoredSide a = StoredSide.of(baseline.runs(), judged, notes).requireEnough(name);
    List<RunDirectory> runs = ofB.stream().map(run -> RunDirectory.open(run.path())).toList();
    runs.forEach(StoredBenchCommand::requireBench);
    StoredSide b = StoredSide.of(runs, judged, notes);
    a.requireAlike(b, String.join(", ", candidates));
    ofB.forEach(run -> requireOther(run, baseline));
    SideVerdict failed = Comparisons.firstFailure(runs, judgement, rule.metrics());
    refuse(
        b.runs().isEmpty() && failed == null,
        "every run of the candidate ended early, so there is nothing to judge; measure it again");
    return a.gate(b, typed(line), store.root(), requested(a, b, rule), notes).by(failed);
  }

  /// Refuses a copy of the baseline's, or a link to it, too: held against itself a run is ok.
  private void requireOther(StoredRun run, BaselineRuns baseline) {
    List<StoredRun> all = new ArrayList<>(baseline.stored());
    all.add(run);
    refuse(
        store.withoutCopies(all).size() < all.size(),
        "%s is a run of baseline %s itself, or a copy of it: name one that was measured of the candidate"
            .formatted(run.path(), name));
  }

  /// Of two measurements with the same requests only one counts, and none is to be dropped unseen:
  /// it might be the slow one.
  private static void requireOtherSeeds(List<StoredRun> runs) {
    Map<Long, StoredRun> bySeed = new HashMap<>();
    for (StoredRun run : runs) {
      long seed = RunDirectory.open(run.path()).manifest().whole("run.seed").orElse(0);
      StoredRun other = bySeed.putIfAbsent(seed, run);
      if (other != null) {
        throw new AppException.Usage(
            "%s and %s sent the same requests (--seed %d): measure one of them again with another --seed, or name only one"
                .formatted(other.path(), run.path(), seed));
      }
    }
  }

  private static Manifest typed(CommandLine line) {
    CommandLine top = line.getCommandSpec().root().commandLine();
    List<String> typed = top.getParseResult().originalArgs();
    return Manifest.empty().with("run.command", Secrets.commandLine(typed));
  }

  private ComparisonInput.Requested requested(StoredSide a, StoredSide b, GateRule rule) {
    return new ComparisonInput.Requested(
        ComparisonInput.Question.GATE,
        "baseline " + name + ", " + a.words(),
        String.join(", ", candidates) + ", " + b.words(),
        a.facts().entrySet().stream()
            .filter(fact -> Set.of("workload", "model", "load").contains(fact.getKey()))
            .map(fact -> fact.getValue())
            .toList(),
        new ComparisonStages(b.planned(), false, rule));
  }
}
