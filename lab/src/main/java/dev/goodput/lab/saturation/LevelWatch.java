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

/// Passes everything of one level on, and reads it again for its analysis.
final class LevelWatch implements LoadSink {
  private final LoadSink next;
  private final LogSource log;
  private final @Nullable OverloadDetector pileUp;
  private TurnCount asked = TurnCount.NONE;

  /// @param log where its entries are once it is over
  LevelWatch(LoadSink next, LogSource log, @Nullable OverloadDetector pileUp) {
    this.next = next;
    this.log = log;
    this.pileUp = pileUp;
  }

  @Override
  public void entry(LogEntry entry) {
    if (entry instanceof RequestRecord request && request.last()) {
      asked = asked.and(request.asked());
    }
    next.entry(entry);
  }

  /// How many turns its sessions were to have, also where it did not end as planned.
  TurnCount asked() {
    return asked;
  }

  @Override
  public void tick(LoadSnapshot snapshot) {
    next.tick(snapshot);
    if (pileUp != null) {
      pileUp.tick(snapshot);
    }
  }

  /// What a level showed.
  ///
  /// @param all its figures
  /// @param reading what those do not hold
  record Seen(LevelResult all, CurveReader reading) {
    /// Where it lies on the curve; empty where nothing of it lay in the window.
    ///
    /// @param piledUp whether it was ended early, as requests piled up
    Optional<CurvePoint> point(LoadAxis axis, boolean piledUp) {
      Set<Integer> early = piledUp ? Set.of(all.level()) : Set.of();
      return reading.points(axis, -1, early).stream().findFirst();
    }

    /// What everything at once was answered at; empty where too few were.
    Optional<Flood> flood() {
      return reading.floods().stream().findFirst();
    }
  }

  /// Of a level that ended as planned.
  Seen seen(AnalysisOptions options) {
    RunResult result = Analysis.analyse(log, options);
    return new Seen(result.levels().getFirst(), CurveReader.of(log, result));
  }
}
