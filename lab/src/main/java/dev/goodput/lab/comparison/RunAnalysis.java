package dev.goodput.lab.comparison;

import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.LogSource;

/// An analysis of the two runs of a pair from the same time on. If the warm-up is detected in each
/// run, both runs are cut at the later cut, because a slower run would otherwise lose its worst
/// part. In an open loop those are the same requests.
final class RunAnalysis {
  private RunAnalysis() {}

  /// Analyses one run with its own cut.
  static LevelResult of(LogSource run, AnalysisOptions options) {
    return Analysis.analyse(run, options).levels().getFirst();
  }

  /// Returns whether any request of a run reached a server.
  static boolean reached(LogSource run, AnalysisOptions options) {
    return Conclusion.of(Analysis.analyse(run, options), false, 1) != Conclusion.UNREACHABLE;
  }

  /// Returns the warm-up to exclude from both runs, in nanoseconds.
  static long cut(LevelResult one, LevelResult other) {
    return Math.max(warmup(one), warmup(other));
  }

  /// Returns whether a run must be analysed again, because the pair's cut is later than its own.
  static boolean again(LevelResult run, long cut, AnalysisOptions options) {
    return options.warmup() instanceof Warmup.Auto && warmup(run) < cut;
  }

  /// Returns the options with another cut.
  static AnalysisOptions cutAt(long cut, AnalysisOptions options) {
    return options.withWarmup(new Warmup.Fixed(cut));
  }

  private static long warmup(LevelResult run) {
    return run.window().beginNanos() - run.window().runBeginNanos();
  }
}
