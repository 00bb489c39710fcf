package dev.goodput.app.hop;

import static dev.goodput.runner.Checks.positive;
import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.NextCommandRole;
import dev.goodput.load.LevelPlan;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.report.words.Figures;
import dev.goodput.workload.arrival.Arrivals;
import java.time.Duration;
import picocli.CommandLine.Option;

/// The load by which added delay is measured: far below what a proxy can carry, so that what it
/// adds is its own and no queue's.
final class HopLoad {
  private static final int MAX_PAIRS = 1_000;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--pairs",
      paramLabel = "K",
      description = "runs of each path, alternating, at least 5 (default: 5)")
  int pairs = GateRule.MIN_RUNS;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--rate", paramLabel = "R", description = "requests per second (default: 8)")
  double rate = 8;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "duration of each run (default: 5s)")
  Duration duration = Duration.ofSeconds(5);

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--input-tokens",
      paramLabel = "N",
      description = "prompt length in tokens (default: 64)")
  long inputTokens = 64;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--output-tokens",
      paramLabel = "N",
      description = "response length in tokens (default: 64)")
  long outputTokens = 64;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--seed", paramLabel = "N", description = "random seed (default: 42)")
  long seed = 42;

  void check() {
    refuse(
        pairs < GateRule.MIN_RUNS || pairs > MAX_PAIRS,
        "--pairs must be between %d and %d, found %d: fewer pairs do not show how far they differ"
            .formatted(GateRule.MIN_RUNS, MAX_PAIRS, pairs));
    refuse(!(rate > 0 && rate <= 1e6), "--rate must be above 0, found " + Figures.plain(rate));
    positive("--duration", duration);
    refuse(inputTokens < 1, "--input-tokens must be 1 or more, found " + inputTokens);
    refuse(outputTokens < 2, "--output-tokens must be 2 or more, found " + outputTokens);
  }

  LevelPlan level() {
    return new LevelPlan(new Arrivals.Constant(rate), 0, 0, duration.toNanos(), 0);
  }

  String lengths() {
    return "%d tokens in, %d out".formatted(inputTokens, outputTokens);
  }

  String words() {
    return "%s/s, %s a run, %s"
        .formatted(Figures.plain(rate), Figures.span(duration.toNanos() / 1e9), lengths());
  }
}
