package dev.goodput.findings.stored;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.record.TokenCounts;
import dev.goodput.report.InventedLog;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import java.util.ArrayList;
import java.util.List;

/// Comparisons of invented runs.
public final class Compared {
  private Compared() {}

  /// Runs with letters for labels.
  public static StoredComparison of(ReportInput... runs) {
    List<ComparedRun> labelled = new ArrayList<>();
    for (ReportInput run : runs) {
      String label = String.valueOf((char) ('A' + labelled.size()));
      labelled.add(
          new ComparedRun(label, "run-" + label.toLowerCase(java.util.Locale.ROOT), run, null));
    }
    return new StoredComparison(labelled);
  }

  /// The run with another value in its manifest.
  public static ReportInput with(ReportInput run, String key, String value) {
    return run.with(run.manifest().with(key, value), run.notes());
  }

  /// One open-loop level of a server that fails nobody.
  public static ReportInput good() {
    return SampleRuns.chat(new InventedLog(InventedLog.Shape.GOOD).failing(0).open(0, 8, 0));
  }

  /// The same server with answers of twice as many tokens.
  public static ReportInput wordy() {
    return SampleRuns.counted(reported ->
        TokenCounts.ofUsage(
            reported.requested().inputTokens(),
            2 * reported.requested().outputTokens(),
            -1,
            -1,
            -1));
  }

  /// Five runs of a server that is slower at more requests, and fails most of them.
  public static ReportInput slow() {
    InventedLog log = new InventedLog(InventedLog.Shape.GOOD).failing(.7);
    for (int level = 0; level < 5; level++) {
      log.open(level, 16, 0);
    }
    ReportInput run = SampleRuns.of(log, SampleRuns.repeated().options());
    return with(run, "run.max_error_rate", "0.9");
  }

  /// Four closed-loop levels of a server that fails nobody.
  public static ReportInput levels() {
    InventedLog log = new InventedLog(new InventedLog.Shape(20, 0, 0.02, 0, true, "busy"));
    log.closed(0, 1).closed(1, 4).closed(2, 16).closed(3, 64);
    return SampleRuns.chat(log);
  }

  /// The first two of them.
  public static ReportInput fewLevels() {
    InventedLog log = new InventedLog(new InventedLog.Shape(25, 0, 0.02, 0, true, "busy"));
    return SampleRuns.chat(log.closed(0, 1).closed(1, 4).closed(2, 32));
  }

  /// A run without an SLO.
  public static ReportInput unjudged() {
    InventedLog log = new InventedLog(InventedLog.Shape.GOOD).failing(0).open(0, 8, 0);
    return SampleRuns.of(log, AnalysisOptions.DEFAULTS);
  }
}
