package dev.goodput.lab.saturation;

import dev.goodput.load.LoadSink;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.metrics.Analysis;
import dev.goodput.metrics.AnalysisOptions;
import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.RunResult;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.CurveReading;
import dev.goodput.metrics.saturation.Flood;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    Set<Integer> piledUp =
        pileUp == null || pileUp.why().isEmpty()
            ? Set.of()
            : Set.of(result.levels().getFirst().level());
    return CurveReading.of(log, result).points(result, plan.axis(), -1, piledUp).stream()
        .findFirst();
  }

  /// What everything at once was answered at.
  ///
  /// @param flood how fast
  /// @param level all that it showed
  record Flooded(Flood flood, LevelResult level) {
    double rps() {
      return flood.rps();
    }

    long nanos() {
      return level.window().runEndNanos() - level.window().runBeginNanos();
    }
  }

  Flooded flood() {
    LogSource log = entries::forEach;
    RunResult result = Analysis.analyse(log, AnalysisOptions.DEFAULTS);
    Flood flood = CurveReading.of(log, result).flood().orElse(Flood.NONE);
    return new Flooded(flood, result.levels().getFirst());
  }
}
