package dev.goodput.lab.saturation;

import dev.goodput.load.LoadSink;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.CurveReader;
import dev.goodput.metrics.saturation.Flood;
import dev.goodput.metrics.saturation.LoadAxis;
import dev.goodput.metrics.saturation.TurnCount;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.RequestRecord;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A sink that forwards everything of one level and reads it again for its analysis.
final class LevelAnalysisSink implements LoadSink {
  private final LoadSink next;
  private final LogSource log;
  private final @Nullable OverloadDetector pileUp;
  private TurnCount requested = TurnCount.NONE;

  /// @param log the level's entries, once it has ended
  LevelAnalysisSink(LoadSink next, LogSource log, @Nullable OverloadDetector pileUp) {
    this.next = next;
    this.log = log;
    this.pileUp = pileUp;
  }

  @Override
  public void entry(LogEntry entry) {
    if (entry instanceof RequestRecord request && request.last()) {
      requested = requested.and(request.requested());
    }
    next.entry(entry);
  }

  /// Returns how many turns the level's sessions were planned to have, also if the level did not
  /// end as planned.
  TurnCount requested() {
    return requested;
  }

  @Override
  public void tick(LoadSnapshot snapshot) {
    next.tick(snapshot);
    if (pileUp != null) {
      pileUp.tick(snapshot);
    }
  }

  /// The analysis of a level.
  ///
  /// @param all all its figures
  /// @param reading the figures that `all` does not contain
  record Seen(LevelResult all, CurveReader reading) {
    /// Returns the level's point on the curve; empty if none of it was in the measurement window.
    ///
    /// @param piledUp whether the level was ended early because requests piled up
    Optional<CurvePoint> point(LoadAxis axis, boolean piledUp) {
      Set<Integer> early = piledUp ? Set.of(all.level()) : Set.of();
      return reading.points(axis, -1, early).stream().findFirst();
    }

    /// Returns the rate at which a flood was answered; empty if too few responses came.
    Optional<Flood> flood() {
      return reading.floods().stream().findFirst();
    }
  }

  /// Analyses a level that ended as planned.
  Seen seen(AnalysisOptions options) {
    RunResult result = Analysis.analyse(log, options);
    return new Seen(result.levels().getFirst(), CurveReader.of(log, result));
  }
}
