package dev.goodput.report.words;

import dev.goodput.metrics.interval.QuantileInterval;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.RepeatedLatency;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.report.ReportInput;
import java.util.Optional;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/// The pooled result of repeated runs, in words.
public final class RepeatText {
  private RepeatText() {}

  /// `5 runs together, 95 % intervals between them: 1,200 ok requests, about 40 independent
  /// observations, 16.6 in flight`; where too few runs count, or some are short, that too.
  public static String title(Repeats repeats) {
    return title(repeats, observations(repeats));
  }

  /// The same without how much it rests on.
  public static String brief(Repeats repeats) {
    return title(repeats, "");
  }

  private static String title(Repeats repeats, String observations) {
    int runs = repeats.runs();
    if (runs < QuantileInterval.MIN_RUNS) {
      return "%d of %d runs count, and an interval takes %d"
              .formatted(runs, runs + repeats.excluded().size(), QuantileInterval.MIN_RUNS)
          + why(repeats);
    }
    return "%d runs together, %.0f %% intervals between them"
            .formatted(runs, 100 * repeats.confidence())
        + observations
        + why(repeats)
        + lacking(repeats)
        + tooShort(repeats);
  }

  private static String why(Repeats repeats) {
    return repeats.excluded().stream()
        .map(each -> "run " + (each.level() + 1) + " " + words(each.why()))
        .collect(joining("; excluded: "));
  }

  private static String words(Repeats.Reason why) {
    return switch (why) {
      case CUT_SHORT -> "was cut short";
      case CLIENT_BOUND -> "was client-bound";
    };
  }

  private static String lacking(Repeats repeats) {
    return repeats.lacking().stream()
        .map(kind -> kind.name())
        .collect(joining("; not every run has an answer with: "));
  }

  /// All of them behind an opening; nothing where there are none.
  private static Collector<CharSequence, ?, String> joining(String opening) {
    return Collectors.collectingAndThen(
        Collectors.joining(", "), all -> all.isEmpty() ? "" : opening + all);
  }

  private static String tooShort(Repeats repeats) {
    return repeats.shortRuns() == 0
        ? ""
        : "; %s have fewer than %d requests for each request in flight, so intervals may be too narrow: make runs longer"
            .formatted(
                Figures.counted(repeats.shortRuns(), "run"), LevelResult.REQUESTS_PER_IN_FLIGHT);
  }

  private static String observations(Repeats repeats) {
    return repeats.latencies().stream()
        .flatMap(latency -> latency.percentiles().stream())
        .findFirst()
        .map(RepeatText::observations)
        .orElse("");
  }

  private static String observations(QuantileInterval any) {
    Double worth = any.nEffective();
    Double inFlight = any.concurrency();
    return ": "
        + Figures.counted(any.count(), "ok request")
        + (worth == null ? "" : ", " + Figures.observations(worth))
        + (inFlight == null ? "" : ", " + Figures.number(inFlight) + " in flight");
  }

  /// Which run the figures of one run are from, and by what it was chosen: `run 3, the median of 5
  /// runs by share of good requests`; empty if the levels are not runs of one load.
  public static Optional<String> inDetail(ReportInput in) {
    long counted =
        in.result().levels().stream()
            .filter(level -> Repeats.counts(level) && level.requests().ok() > 0)
            .count();
    return in.repeats().isEmpty() || counted < 2
        ? Optional.empty()
        : in.best()
            .map(level ->
                "%s, the median of %d runs by %s"
                    .formatted(LevelName.of(in, level), counted, measure(level)));
  }

  private static String measure(LevelResult level) {
    if (LevelFigures.attainment(level) != null) {
      return "share of good requests";
    }
    return (level.latencies().ttft() == null ? "E2EL" : "TTFT") + " p95";
  }

  /// `p50`.
  public static String name(double share) {
    return "p" + Math.round(100 * share);
  }

  /// `118 ms (110–131 ms)`; `201 ms (from 188 ms)` if the upper end is unknown, `201 ms (to 240
  /// ms)` the lower, `201 ms (open)` neither.
  public static String figure(QuantileInterval found) {
    String value = Figures.duration(found.value());
    boolean noLow = Double.isInfinite(found.low());
    boolean noHigh = Double.isInfinite(found.high());
    if (noLow || noHigh) {
      String end = noLow ? "to " : "from ";
      double known = noLow ? found.high() : found.low();
      return value + " (" + (noLow && noHigh ? "open" : end + Figures.duration(known)) + ")";
    }
    String low = Figures.duration(found.low());
    return value + " (" + Figures.both(low, "–", Figures.duration(found.high())) + ")";
  }

  /// All percentiles of one latency: `p50 61 ms (58–64 ms), p90 …`.
  public static String figures(RepeatedLatency latency) {
    return latency.percentiles().stream()
        .map(each -> name(each.share()) + " " + figure(each))
        .collect(Collectors.joining(", "));
  }
}
