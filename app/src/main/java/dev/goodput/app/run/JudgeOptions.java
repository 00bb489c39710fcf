package dev.goodput.app.run;

import dev.goodput.app.AppException;
import dev.goodput.app.Carried;
import dev.goodput.app.Durations;
import dev.goodput.app.Shares;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.slo.Slo;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// The options for judging a run. An option that is not given keeps its previous value.
public final class JudgeOptions {
  @Carried(Carried.Into.REPEAT)
  @Option(
      names = "--slo",
      paramLabel = "PRESET|EXPR",
      description = "chat, code-completion, …, or \"p95 ttft<=200ms, tpot<=50ms\"")
  @Nullable String slo;

  @Carried(Carried.Into.REPEAT)
  @Option(
      names = "--attainment",
      paramLabel = "SHARE",
      converter = Shares.class,
      description = "good share that meets an SLO, above 0 and at most 100%% (95%%)")
  @Nullable Double attainment;

  @Carried(Carried.Into.REPEAT)
  @Option(
      names = "--max-error-rate",
      paramLabel = "SHARE",
      converter = Shares.class,
      description = "more failures end with code 4 (1%%)")
  @Nullable Double maxErrorRate;

  @Carried(Carried.Into.REPEAT)
  @Option(names = "--warmup", paramLabel = "auto|TIME", description = "cut from the start (auto)")
  @Nullable String warmup;

  @Carried(Carried.Into.REPEAT)
  @Option(names = "--cooldown", paramLabel = "TIME", description = "cut from the end (0)")
  @Nullable Duration cooldown;

  @Carried(Carried.Into.REPEAT)
  @Option(names = "--pace", paramLabel = "TOK/S", description = "reading speed (5)")
  @Nullable Double pace;

  @Carried(Carried.Into.REPEAT)
  @Option(
      names = "--cost-per-hour",
      paramLabel = "PRICE",
      description = "of the whole server: 3.50 or 3.50EUR")
  @Nullable String costPerHour;

  /// Returns whether the command line itself sets a limit that a run can fail.
  public boolean bounds() {
    return slo != null || maxErrorRate != null;
  }

  /// Returns a judgement with these options applied to another.
  ///
  /// @param stream whether responses are streamed
  /// @throws AppException.Usage if a value is invalid or the SLO needs streaming
  /// @throws dev.goodput.metrics.slo.SloSyntaxException if the SLO cannot be parsed
  public Judgement over(Judgement base, boolean stream) {
    check();
    AnalysisOptions old = base.options();
    Slo asked = slo == null ? old.slo() : Slo.parse(slo);
    if (slo != null && !stream && asked != null && asked.needsStream()) {
      throw new AppException.Usage(
          "--slo bounds TTFT, TPOT or ITL, and with --no-stream there is none; bound e2el only");
    }
    AnalysisOptions options =
        new AnalysisOptions(
            asked,
            old.sloClasses(),
            or(attainment, old.attainmentTarget()),
            or(pace, old.paceTps()),
            warmup == null ? old.warmup() : readWarmup(warmup),
            cooldown == null ? old.cooldownNanos() : cooldown.toNanos(),
            costPerHour == null ? old.cost() : Prices.read("--cost-per-hour", costPerHour),
            old.repeated());
    return new Judgement(
        options, slo != null || base.sloAsked(), or(maxErrorRate, base.maxErrorRate()));
  }

  private void check() {
    if (attainment != null && !(attainment > 0 && attainment <= 1)) {
      throw new AppException.Usage(
          "--attainment must be above 0 and at most 1 (0.95 or 95% for 95 %), found " + attainment);
    }
    if (maxErrorRate != null && !(maxErrorRate >= 0 && maxErrorRate <= 1)) {
      throw new AppException.Usage(
          "--max-error-rate must lie between 0 and 1, found " + maxErrorRate);
    }
    if (pace != null && (!(pace > 0) || pace.isInfinite())) {
      throw new AppException.Usage("--pace must be above 0, found " + pace);
    }
  }

  private static double or(@Nullable Double value, double otherwise) {
    return value == null ? otherwise : value;
  }

  static Warmup readWarmup(String text) {
    if (text.equals("auto")) {
      return Warmup.AUTO;
    }
    try {
      return new Warmup.Fixed(readNanos(text));
    } catch (TypeConversionException e) {
      throw new AppException.Usage("--warmup: write auto or a time; " + e.getMessage());
    }
  }

  static long readNanos(String text) {
    return Durations.parse(text).toNanos();
  }
}
