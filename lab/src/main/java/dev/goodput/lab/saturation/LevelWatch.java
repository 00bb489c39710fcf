package dev.goodput.lab.saturation;

import dev.goodput.load.LoadSink;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.metrics.Analysis;
import dev.goodput.metrics.AnalysisOptions;
import dev.goodput.metrics.RunResult;
import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.CurveReading;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps the entries of one level for its analysis, and passes everything on.
final class LevelWatch implements LoadSink {
  private final LoadSink next;
  private final @Nullable PileUp pileUp;
  private final List<LogEntry> entries = new ArrayList<>();

  LevelWatch(LoadSink next, @Nullable PileUp pileUp) {
    this.next = next;
    this.pileUp = pileUp;
  }

  @Override
  public void entry(LogEntry entry) {
    next.entry(entry);
    entries.add(entry);
  }

  @Override
  public void tick(LoadSnapshot snapshot) {
    next.tick(snapshot);
    if (pileUp != null) {
      pileUp.tick(snapshot);
    }
  }

  /// Of a level that ended as planned; empty where nothing of it lay in the window.
  Optional<CurvePoint> point(SaturationPlan plan) {
    LogSource log = entries::forEach;
    RunResult result = Analysis.analyse(log, plan.analysis());
    return CurveReading.of(log, result).points(result, plan.axis(), -1).stream().findFirst();
  }

  /// What everything at once was answered at.
  ///
  /// @param rps answers per second, NaN of too few
  /// @param answerSeconds how long they took on average
  record Flood(double rps, double answerSeconds) {}

  Flood flood() {
    LogSource log = entries::forEach;
    RunResult result = Analysis.analyse(log, AnalysisOptions.DEFAULTS);
    Distribution took = result.levels().getFirst().latencies().e2el();
    double seconds = took == null ? Double.NaN : took.mean() / 1e3;
    return new Flood(CurveReading.of(log, result).floodRps().orElse(Double.NaN), seconds);
  }
}
