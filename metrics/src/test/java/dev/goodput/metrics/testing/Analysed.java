package dev.goodput.metrics.testing;

import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.LogSource;

/// Analyses logs of one level without warm-up.
public final class Analysed {
  /// Nothing cut off, no SLO.
  public static final AnalysisOptions WHOLE = AnalysisOptions.DEFAULTS.withWarmup(Warmup.NONE);

  private Analysed() {}

  /// The only level's result.
  public static LevelResult level(LogSource log, AnalysisOptions options) {
    return Analysis.analyse(log, options).levels().getFirst();
  }

  /// The only level's result by an SLO.
  public static LevelResult level(LogSource log, String slo) {
    return level(log, WHOLE.withSlo(Slo.parse(slo)));
  }

  /// The only level's result without an SLO.
  public static LevelResult level(LogSource log) {
    return level(log, WHOLE);
  }
}
