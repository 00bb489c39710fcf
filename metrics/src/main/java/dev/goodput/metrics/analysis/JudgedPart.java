package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.stream.RequestView;

/// The part of a level's requests that one SLO judges, with the tokens and rates of that part: all
/// of them, or of a gateway's traffic those of one class.
///
/// @param slo how its sample fared
/// @param tokens of its sample
/// @param windowRates what was stamped in the window
/// @param runRates what was stamped in the whole run
record JudgedPart(SloTally slo, TokenTally tokens, RateTally windowRates, RateTally runRates) {
  /// Of a class that nobody is in yet.
  static JudgedPart of(SloTally slo, LevelResult.Window window) {
    return new JudgedPart(
        slo,
        new TokenTally(),
        new RateTally(window.beginNanos(), window.endNanos()),
        new RateTally(window.runBeginNanos(), window.runEndNanos()));
  }

  /// Takes in an attempt.
  void add(RequestView view, boolean inSample) {
    windowRates.add(view);
    runRates.add(view);
    if (inSample) {
      tokens.add(view);
    }
  }

  RateTally rates(boolean ofWholeRun) {
    return ofWholeRun ? runRates : windowRates;
  }
}
