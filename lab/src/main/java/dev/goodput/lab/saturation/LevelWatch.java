package dev.goodput.lab.saturation;

import dev.goodput.load.LoadSink;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.metrics.Analysis;
import dev.goodput.metrics.AnalysisOptions;
import dev.goodput.metrics.RunResult;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.CurveReading;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import java.util.ArrayList;
import java.util.List;
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

  /// Of a level that ended as planned.
  CurvePoint point(SaturationPlan plan, int index) {
    LogSource log = entries::forEach;
    RunResult result = Analysis.analyse(log, plan.analysis());
    List<CurvePoint> points = CurveReading.of(log, result).points(result, plan.axis(), -1);
    if (points.size() != 1) {
      throw new IllegalStateException(
          "level %d has %d points on its own curve".formatted(index, points.size()));
    }
    return points.getFirst();
  }

  double floodRps() {
    LogSource log = entries::forEach;
    RunResult none = Analysis.analyse(log, AnalysisOptions.DEFAULTS);
    return CurveReading.of(log, none).floodRps().orElse(Double.NaN);
  }
}
