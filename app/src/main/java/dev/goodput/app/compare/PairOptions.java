package dev.goodput.app.compare;

import static dev.goodput.app.Checks.refuse;

import dev.goodput.app.NextCommandRole;
import dev.goodput.metrics.comparison.GateRule;
import picocli.CommandLine.Option;

/// How many pairs are run.
final class PairOptions {
  private static final int MOST = 1_000;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--pairs",
      paramLabel = "K",
      description = "runs of each side, at least 5 (default: 5)")
  int pairs = GateRule.LEAST_RUNS;

  void check() {
    refuse(
        pairs < GateRule.LEAST_RUNS || pairs > MOST,
        "--pairs must lie between %d and %d, found %d: fewer do not tell how far pairs differ"
            .formatted(GateRule.LEAST_RUNS, MOST, pairs));
  }
}
