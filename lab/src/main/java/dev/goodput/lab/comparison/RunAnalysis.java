package dev.goodput.lab.comparison;

import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.LogSource;

/// Judges the two runs of a pair from the same time on: where the warm-up is found in each run
/// itself, both are cut where the later cut is, as a slower run would else lose its worst start. In
/// an open loop those are the same requests.
final class RunAnalysis {
  private RunAnalysis() {}

  /// One run, by a cut of its own.
  static LevelResult of(LogSource run, AnalysisOptions options) {
    return Analysis.analyse(run, options).levels().getFirst();
  }

  /// Whether anything that a run asked found a server.
  static boolean reached(LogSource run, AnalysisOptions options) {
    return Conclusion.of(Analysis.analyse(run, options), false, 1) != Conclusion.UNREACHABLE;
  }

  /// The warm-up that both are to lose, in nanoseconds.
  static long cut(LevelResult one, LevelResult other) {
    return Math.max(warmup(one), warmup(other));
  }

  /// Whether a run has to be judged again, as another cut of the pair is later.
  static boolean again(LevelResult run, long cut, AnalysisOptions options) {
    return options.warmup() instanceof Warmup.Auto && warmup(run) < cut;
  }

  /// The same with another cut.
  static AnalysisOptions cutAt(long cut, AnalysisOptions options) {
    return options.withWarmup(new Warmup.Fixed(cut));
  }

  private static long warmup(LevelResult run) {
    return run.window().beginNanos() - run.window().runBeginNanos();
  }
}
