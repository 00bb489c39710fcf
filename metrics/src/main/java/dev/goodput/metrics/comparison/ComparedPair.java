package dev.goodput.metrics.comparison;

import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import java.util.Optional;
import java.util.function.Function;

/// Two finished runs with the same requests.
///
/// @param index from 0, continued for new pairs
/// @param fresh whether it is a new pair that confirms the first ones
/// @param seed the seed of its arrivals, prompts and lengths
/// @param a the baseline's result
/// @param b the candidate's result
public record ComparedPair(int index, boolean fresh, long seed, LevelResult a, LevelResult b) {
  /// Returns why the pair does not count, in one sentence; empty if it counts. A pair is void only
  /// if a client was the bottleneck; a run without a response counts, because its server caused it.
  public Optional<String> voidReason() {
    return voidReason(side -> side + "'s run");
  }

  /// Returns the same, with names for the runs.
  ///
  /// @param runName the name of a side's run in the sentence
  public Optional<String> voidReason(Function<Side, String> runName) {
    return voidReason(runName.apply(Side.A), a).or(() -> voidReason(runName.apply(Side.B), b));
  }

  private static Optional<String> voidReason(String runName, LevelResult run) {
    return run.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND
        ? Optional.of(
            "%s was client-bound: %s".formatted(runName, run.client().reasons().getFirst()))
        : Optional.empty();
  }

  /// Returns the figures of both runs.
  public RunPair figures() {
    return new RunPair(RunFigures.of(a), RunFigures.of(b));
  }
}
