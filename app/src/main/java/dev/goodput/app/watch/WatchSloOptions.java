package dev.goodput.app.watch;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.ShareConverter;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.analysis.Warmup;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for judging probes.
final class WatchSloOptions {
  private static final String DEFAULT = "chat";

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--slo",
      paramLabel = "PRESET|EXPR",
      description =
          "preset or expression: \"p95 ttft<=200ms, tpot<=50ms\"; if given and missed, "
              + "the exit code is 6 (default: chat)")
  @Nullable String slo;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--attainment",
      paramLabel = "SHARE",
      converter = ShareConverter.class,
      description = "share of requests that must be good (default: 95%%)")
  double attainment = AnalysisOptions.DEFAULTS.attainmentTarget();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--max-error-rate",
      paramLabel = "SHARE",
      converter = ShareConverter.class,
      description = "share of failed requests above which the exit code is 4 (default: 1%%)")
  double maxErrorRate = Judgement.DEFAULT.maxErrorRate();

  /// Rejects invalid values.
  ///
  /// @throws dev.goodput.runner.AppException.Usage an invalid value; the message names the option
  void check() {
    refuse(
        !(attainment > 0 && attainment <= 1),
        "--attainment must be above 0 and at most 1 (0.95 or 95% for 95 %), found " + attainment);
    refuse(
        !(maxErrorRate >= 0 && maxErrorRate <= 1),
        "--max-error-rate must be between 0 and 1, found " + maxErrorRate);
  }

  /// Returns the SLO that requests are judged by.
  ///
  /// @throws dev.goodput.metrics.slo.SloSyntaxException an SLO that cannot be parsed
  SloClass sloClass() {
    return SloClass.of(slo == null ? DEFAULT : slo);
  }

  /// Returns the same criteria for readers of a stored log. No warm-up is excluded: each probe
  /// counts like a user's request.
  Judgement judgement() {
    AnalysisOptions options =
        AnalysisOptions.DEFAULTS
            .withSlo(sloClass().slo())
            .withAttainmentTarget(attainment)
            .withWarmup(Warmup.NONE);
    return new Judgement(options, slo != null, maxErrorRate);
  }
}
