package dev.goodput.lab.comparison;

import dev.goodput.metrics.ClientHealth;
import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.comparison.RunFigures;
import dev.goodput.metrics.comparison.RunPair;
import java.util.Optional;

/// Two runs with the same requests at the same moments, both over.
///
/// @param index from 0; fresh pairs count on
/// @param fresh whether it is to confirm what the first pairs said
/// @param seed of its arrivals, prompts and lengths
/// @param a what the baseline's run showed
/// @param b what the candidate's run showed
public record ComparedPair(int index, boolean fresh, long seed, LevelResult a, LevelResult b) {
  /// Why it counts for nothing, in one sentence; empty where it counts.
  public Optional<String> voided() {
    return voided(Side.A, a).or(() -> voided(Side.B, b));
  }

  private static Optional<String> voided(Side side, LevelResult run) {
    if (run.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND) {
      return Optional.of(
          "%s's run was client-bound: %s".formatted(side, run.client().reasons().getFirst()));
    }
    return run.requests().ok() == 0
        ? Optional.of("%s's run has no ok answer".formatted(side))
        : Optional.empty();
  }

  /// Its figures.
  public RunPair figures() {
    return new RunPair(RunFigures.of(a), RunFigures.of(b));
  }
}
