package dev.goodput.app.compare;

import dev.goodput.app.run.JudgeOptions;
import dev.goodput.findings.stored.Aspect;
import dev.goodput.findings.stored.ComparedRun;
import dev.goodput.findings.stored.StoredComparison;
import dev.goodput.history.RunStore;
import dev.goodput.history.StoredRun;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.ReportInput;
import dev.goodput.runner.AppException;
import dev.goodput.runner.report.Prices;
import dev.goodput.runner.report.RunReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// From what was typed to runs that are judged and held against each other.
final class StoredRunComparison {
  /// More are no picture any more, and no table.
  private static final int MAX = 26;

  private final RunStore store;
  private final JudgeOptions judge;
  private final List<Integer> gpus;

  /// @param gpus the number of GPUs of each run, or one number for all; empty if unknown
  StoredRunComparison(RunStore store, JudgeOptions judge, List<Integer> gpus) {
    this.store = store;
    this.judge = judge;
    this.gpus = gpus;
  }

  /// @param typed directories, names, ids, or names of baselines for all of their runs
  /// @param by the aspects of the trade-off; empty for none
  /// @param limits the largest changes for the worse, by aspect
  /// @throws AppException.Usage where these are not two runs
  StoredComparison of(List<String> typed, Set<Aspect> by, Map<Aspect, Double> limits) {
    List<StoredRun> runs =
        store.withoutCopies(typed.stream().flatMap(each -> store.resolve(each).stream()).toList());
    check(runs);

    // What is typed wrong is no run's fault.
    judge.over(Judgement.DEFAULT, true);
    List<ComparedRun> compared = new ArrayList<>();
    for (StoredRun run : runs) {
      compared.add(compared(run, compared.size()));
    }
    return new StoredComparison(compared, by, limits);
  }

  private void check(List<StoredRun> runs) {
    if (runs.size() < 2) {
      throw new AppException.Usage(
          "compare needs two runs or more, found "
              + runs.size()
              + "; a copy of a run, or a link to it, is the same run; goodput runs lists those"
              + " there are");
    }
    if (runs.size() > MAX) {
      throw new AppException.Usage(
          "compare takes at most %d runs, found %d".formatted(MAX, runs.size()));
    }
    if (gpus.size() > 1 && gpus.size() != runs.size()) {
      List<String> names = runs.stream().map(StoredRunComparison::name).toList();
      throw new AppException.Usage(
          "--gpus takes one number, or one for each of the %d runs, found %d; they are: %s"
              .formatted(runs.size(), gpus.size(), String.join(", ", names)));
    }
  }

  private ComparedRun compared(StoredRun run, int number) {
    RunDirectory directory = RunDirectory.open(run.path());
    ReportInput report =
        RunReport.of(directory, judgement(directory.manifest(), name(run)), List.of()).input();
    return new ComparedRun(String.valueOf((char) ('A' + number)), name(run), report, gpus(number));
  }

  private Judgement judgement(Manifest manifest, String run) {
    try {
      return Prices.priced(
          judge.over(Judgement.of(manifest), Judgement.streamed(manifest)), manifest);
    } catch (AppException.Usage | RecordException.BadValue e) {
      throw new AppException.Usage(run + ": " + e.getMessage());
    }
  }

  private static String name(StoredRun run) {
    return run.name() == null ? run.directory() : run.name();
  }

  private @Nullable Integer gpus(int number) {
    return gpus.isEmpty() ? null : gpus.get(gpus.size() == 1 ? 0 : number);
  }
}
