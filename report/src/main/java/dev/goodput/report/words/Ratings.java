package dev.goodput.report.words;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Rating;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.report.model.Severity;
import org.jspecify.annotations.Nullable;

/// How a level's p95 feels, by the bands of docs/reference/slo.md. Where there is no p95 there is
/// no rating; nor of a stream's figures where most answers came whole; nor of any figure where the
/// client was the bottleneck, because it describes the client.
public final class Ratings {
  private Ratings() {}

  /// The rating of TTFT, absent where there is none.
  public static @Nullable Rating ttft(LevelResult level) {
    Double millis = streamed(level, level.latencies().ttft());
    return millis == null ? null : Rating.ofTtft(millis);
  }

  /// The rating of TPOT, absent where there is none.
  public static @Nullable Rating tpot(LevelResult level) {
    Double millis = streamed(level, level.latencies().tpot());
    return millis == null ? null : Rating.ofTpot(millis);
  }

  /// The rating of E2EL by the mean length of the answers, absent where there is none.
  public static @Nullable Rating e2el(LevelResult level) {
    Double millis = judged(level, level.latencies().e2el());
    Double tokens = level.outputTokensPerAnswer();
    return millis == null || tokens == null ? null : Rating.ofE2el(millis, Math.max(1, tokens));
  }

  /// Whether answers start soon enough for the flow of their text to be worth a word: TTFT p95 is
  /// acceptable (at most 800 ms), or the level keeps an SLO that bounds TTFT.
  public static boolean startsInTime(LevelResult level) {
    boolean kept =
        Boolean.TRUE.equals(level.sloMet())
            && level.bounds().stream()
                .anyMatch(each -> each.bound().metric() == LatencyMetric.TTFT);
    Distribution ttft = level.latencies().ttft();
    Double slow = ttft == null ? null : ttft.p95OrMax();
    return kept || (slow != null && Rating.ofTtft(slow).compareTo(Rating.ACCEPTABLE) <= 0);
  }

  /// The tone of a rating.
  public static Severity severity(Rating rating) {
    return switch (rating) {
      case INSTANT, EXCELLENT -> Severity.GOOD;
      case ACCEPTABLE -> Severity.PLAIN;
      case NOTICEABLE, SLOW -> Severity.WARN;
      case POOR, STUTTERS, ABANDONED -> Severity.BAD;
    };
  }

  private static @Nullable Double streamed(LevelResult level, @Nullable Distribution values) {
    return level.mostlyUnstreamed() ? null : judged(level, values);
  }

  private static @Nullable Double judged(LevelResult level, @Nullable Distribution values) {
    boolean bound = level.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND;
    return bound || values == null ? null : values.p95();
  }
}
