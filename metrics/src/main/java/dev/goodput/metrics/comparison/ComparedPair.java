package dev.goodput.metrics.comparison;

import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import java.util.Optional;
import java.util.function.Function;

/// Two runs with the same requests, both over.
///
/// @param index from 0; fresh pairs count on
/// @param fresh whether it is to confirm what the first pairs said
/// @param seed of its arrivals, prompts and lengths
/// @param a what the baseline's run showed
/// @param b what the candidate's run showed
public record ComparedPair(int index, boolean fresh, long seed, LevelResult a, LevelResult b) {
  /// Why it counts for nothing, in one sentence; empty where it counts. Only the client's fault
  /// makes it void: a run without an answer is what its server did.
  public Optional<String> voided() {
    return voided(side -> side + "'s run");
  }

  /// The same.
  ///
  /// @param called what a side's run is called in the sentence
  public Optional<String> voided(Function<Side, String> called) {
    return voided(called.apply(Side.A), a).or(() -> voided(called.apply(Side.B), b));
  }

  private static Optional<String> voided(String called, LevelResult run) {
    return run.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND
        ? Optional.of(
            "%s was client-bound: %s".formatted(called, run.client().reasons().getFirst()))
        : Optional.empty();
  }

  /// Its figures.
  public RunPair figures() {
    return new RunPair(RunFigures.of(a), RunFigures.of(b));
  }
}
