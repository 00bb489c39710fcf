package dev.goodput.app.run;

import dev.goodput.app.Durations;
import dev.goodput.app.NextCommandRole;
import dev.goodput.app.ShareConverter;
import dev.goodput.gateway.config.PriceFile;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.result.Pricing;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.runner.AppException;
import dev.goodput.runner.report.Prices;
import dev.goodput.runner.report.RollupPlace;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// Options for the judgement of a run. An absent option keeps the value of the base judgement.
public final class JudgeOptions {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--slo",
      paramLabel = "PRESET|EXPR|FILE",
      description =
          "preset (chat, code-completion, …), expression (\"p95 ttft<=200ms, tpot<=50ms\") or SLO "
              + "file (slo.yaml, slo.yaml#NAME)")
  @Nullable String slo;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--attainment",
      paramLabel = "SHARE",
      converter = ShareConverter.class,
      description = "share of requests that must be good (default: 95%%)")
  @Nullable Double attainment;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--max-error-rate",
      paramLabel = "SHARE",
      converter = ShareConverter.class,
      description = "share of failed requests above which the exit code is 4 (default: 1%%)")
  @Nullable Double maxErrorRate;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--warmup",
      paramLabel = "auto|TIME",
      description = "time to exclude at the start, or auto (default: auto)")
  @Nullable String warmup;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--cooldown",
      paramLabel = "TIME",
      description = "time to exclude at the end (default: 0)")
  @Nullable Duration cooldown;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--pace",
      paramLabel = "TOK/S",
      description = "reading speed in tokens/s (default: 5)")
  @Nullable Double pace;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--cost-per-hour",
      paramLabel = "PRICE",
      description = "price of the whole server per hour: 3.50 or 3.50EUR")
  @Nullable String costPerHour;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--prices",
      paramLabel = "FILE",
      description =
          "price list of a metered API (YAML); costs follow from the tokens of each request")
  @Nullable Path prices;

  /// Returns whether a price list was given.
  public boolean hasPriceList() {
    return prices != null;
  }

  /// Refuses options that need a log.
  ///
  /// @param place the roll-ups that are judged instead
  /// @throws AppException.Usage if there is one
  public void refuseForRollups(RollupPlace place) {
    String option =
        warmup != null
            ? "--warmup"
            : cooldown != null
                ? "--cooldown"
                : costPerHour != null ? "--cost-per-hour" : prices != null ? "--prices" : "";
    if (!option.isEmpty()) {
      throw new AppException.Usage(
          "%s needs the log of a run; %s holds roll-ups".formatted(option, place));
    }
  }

  /// Returns whether the command line sets an SLO or a maximum error rate.
  public boolean setsBound() {
    return slo != null || maxErrorRate != null;
  }

  /// Returns a judgement with these options in place of those of another.
  ///
  /// @param stream whether responses are streamed
  /// @throws AppException.Usage if a value is out of range, or the SLO needs streams
  /// @throws dev.goodput.metrics.slo.SloSyntaxException if the SLO cannot be parsed
  /// @throws dev.goodput.wire.BadSettingException where the SLO file or the price list cannot be
  ///   read
  public Judgement over(Judgement base, boolean stream) {
    check();
    AnalysisOptions old = base.options();
    SloArgument argument = slo == null ? null : SloArgument.of(slo);
    Slo requested = argument == null ? old.slo() : argument.slo();
    double target =
        argument == null
            ? old.attainmentTarget()
            : argument.attainment().orElse(old.attainmentTarget());
    if (slo != null && !stream && requested != null && requested.needsStream()) {
      throw new AppException.Usage(
          "--slo bounds TTFT, TPOT or ITL, and with --no-stream there is none; bound e2el only");
    }
    AnalysisOptions options =
        new AnalysisOptions(
            requested,
            old.sloClasses(),
            orElse(attainment, target),
            orElse(pace, old.paceTps()),
            warmup == null ? old.warmup() : readWarmup(warmup),
            cooldown == null ? old.cooldownNanos() : cooldown.toNanos(),
            pricing(old.cost()),
            old.repeated());
    return new Judgement(
        options, slo != null || base.sloRequested(), orElse(maxErrorRate, base.maxErrorRate()));
  }

  private @Nullable Pricing pricing(@Nullable Pricing old) {
    if (prices != null) {
      return PriceFile.read(prices);
    }
    return costPerHour == null ? old : Prices.read("--cost-per-hour", costPerHour);
  }

  private void check() {
    if (prices != null && costPerHour != null) {
      throw new AppException.Usage(
          "--prices is for a metered API, and --cost-per-hour for your own server: remove one");
    }
    if (attainment != null && !(attainment > 0 && attainment <= 1)) {
      throw new AppException.Usage(
          "--attainment must be above 0 and at most 1 (0.95 or 95% for 95 %), found " + attainment);
    }
    if (maxErrorRate != null && !(maxErrorRate >= 0 && maxErrorRate <= 1)) {
      throw new AppException.Usage(
          "--max-error-rate must be between 0 and 1, found " + maxErrorRate);
    }
    if (pace != null && (!(pace > 0) || pace.isInfinite())) {
      throw new AppException.Usage("--pace must be above 0, found " + pace);
    }
  }

  private static double orElse(@Nullable Double value, double otherwise) {
    return value == null ? otherwise : value;
  }

  private static Warmup readWarmup(String text) {
    if (text.equals("auto")) {
      return Warmup.AUTO;
    }
    try {
      return new Warmup.Fixed(Durations.parse(text).toNanos());
    } catch (TypeConversionException e) {
      throw new AppException.Usage("--warmup: write auto or a time; " + e.getMessage());
    }
  }
}
