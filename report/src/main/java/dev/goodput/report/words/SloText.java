package dev.goodput.report.words;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.portrait.LevelChartData;
import dev.goodput.metrics.portrait.LevelChartData.Row;
import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.Promise;
import dev.goodput.metrics.result.LevelResult.Window;
import dev.goodput.metrics.result.PooledSlo;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.metrics.result.SloResult;
import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How a level fares against the SLO.
public final class SloText {

  private SloText() {}

  /// The judgement in two words: `meets chat`, `misses the SLO`, `not judged`; `no SLO` without
  /// one.
  public static String title(ReportInput in, LevelResult level) {
    return title(in, level.sloMet());
  }

  private static String title(ReportInput in, @Nullable Boolean met) {
    SloResult slo = in.result().slo();
    if (slo == null) {
      return "no SLO";
    }
    if (met == null) {
      return "not judged";
    }
    return (met ? "meets " : "misses ") + name(slo);
  }

  private static String name(SloResult slo) {
    return slo.name() == null ? "the SLO" : slo.name();
  }

  /// Of a run: by the level that speaks for it, or of runs of one load by all of their arrivals.
  ///
  /// @param speaking that level
  static Optional<Verdict> ofRun(ReportInput in, LevelResult speaking) {
    Optional<Repeats> repeats = in.repeats();
    return repeats.isEmpty()
        ? verdict(in, speaking)
        : Optional.ofNullable(repeats.get().slo()).map(pooled -> verdict(in, pooled));
  }

  private static Verdict verdict(ReportInput in, PooledSlo pooled) {
    SloResult slo = Objects.requireNonNull(in.result().slo());
    Boolean met = pooled.met();
    String attained =
        attained(pooled.attainment(), pooled.judged(), leftEarly(in.result().levels()))
            + " over "
            + runs(pooled, in.result().levels().size())
            + " of one load ("
            + slo.expression()
            + ")";
    String alone = "alone %d of %d meet it".formatted(pooled.runsMet(), pooled.runs());
    if (met == null) {
      return Severity.WARN.verdict(title(in, met), attained, alone + ".");
    }
    return met
        ? Severity.GOOD.verdict(title(in, met), attained, alone + ".")
        : Severity.BAD.verdict(title(in, met), misses(pooled.bounds()), attained + "; " + alone);
  }

  /// Of the runs that are pooled: those that count, and where none does, all.
  private static long leftEarly(List<LevelResult> levels) {
    List<LevelResult> counted = levels.stream().filter(Repeats::counts).toList();
    return (counted.isEmpty() ? levels : counted).stream().mapToLong(LevelResult::leftEarly).sum();
  }

  /// `5 runs`, or where some do not count `4 of 5 runs`.
  private static String runs(PooledSlo pooled, int all) {
    return (pooled.runs() == all ? "" : pooled.runs() + " of ") + Figures.counted(all, "run");
  }

  static Optional<Verdict> verdict(ReportInput in, LevelResult level) {
    SloResult slo = in.result().slo();
    Boolean met = level.sloMet();
    if (slo == null || level.bounds().isEmpty()) {
      return Optional.empty();
    }
    String title = title(in, level);
    String attained = attained(level) + " (" + slo.expression() + ")";
    String where = where(in, level);
    if (met == null) {
      String text = where + unjudged(level, level.judged()) + " (" + slo.expression() + ")";
      return Optional.of(Severity.WARN.verdict(title, text));
    }
    if (met) {
      String text = where + attained + ", in this run";
      return Optional.of(Severity.GOOD.verdict(title, text, sampleSize(level)));
    }
    String worst =
        level.bounds().stream()
            .filter(BoundResult::missedAlone)
            .findFirst()
            .map(missed -> SlowestRequests.sentence(in, level, missed.bound()))
            .orElse("");
    String more = attained + (worst.isEmpty() ? "" : "; " + worst);
    return Optional.of(Severity.BAD.verdict(title, where + misses(level.bounds()), more));
  }

  static String misses(List<BoundResult> bounds) {
    List<BoundResult> missed = bounds.stream().filter(BoundResult::missedAlone).toList();
    return missed.isEmpty()
        ? "enough arrivals are within each bound, too few within all of them together"
        : missed.stream().map(SloText::miss).collect(Collectors.joining("; "));
  }

  static String unjudged(LevelResult level, long judged) {
    if (level.lost()) {
      return "the log ends before the run did: "
          + (judged == 0
              ? "it holds no request that could be judged"
              : "who waited longest is not among the "
                  + Figures.counted(judged, "arrival")
                  + " in it");
    }
    return judged == 0
        ? "no arrival to judge it by"
        : "requests without a response at the end of the run may change the verdict of the "
            + Figures.counted(judged, "arrival")
            + " that could be judged";
  }

  private static String where(ReportInput in, LevelResult level) {
    if (in.result().levels().size() == 1) {
      return "";
    }
    long judged = in.result().levels().stream().filter(other -> other.sloMet() != null).count();
    String name = LevelName.at(in, level);
    return in.isBest(level) && judged > 1
        ? name + ", the best of " + judged + " levels: "
        : name + ": ";
  }

  private static String attained(LevelResult level) {
    Double attainment = LevelFigures.attainment(level);
    return attained(attainment, level.judged(), level.leftEarly());
  }

  static String attained(@Nullable Double attainment, long judged, long others) {
    if (judged == 0 && others > 0) {
      return "nobody to judge, " + Figures.counted(others, "arrival") + " left too early";
    }
    String early =
        others == 0 ? "" : ", " + Figures.count(others) + " more left too early to be judged";
    String of = Figures.counted(judged, "arrival") + early;
    return attainment == null ? of + " in the log" : Figures.share(attainment) + " of " + of;
  }

  /// What a bound that does not hold lacks: `p95 TTFT 2.31 s, bound 200 ms (11.6 ×); 84 of 240
  /// arrivals were outside it`.
  public static String miss(BoundResult result) {
    if (result.applies() == 0) {
      return "no arrival to judge it by";
    }
    String bound = Figures.bound(result.bound().thresholdNanos() / 1e6);
    if (!result.missedAlone()) {
      return Figures.share(result.share())
          + " of the arrivals are within "
          + bound
          + ", but fewer than "
          + Figures.share(result.required())
          + " are within all bounds together";
    }
    long lost = result.outside().count();
    String outside =
        Figures.count(lost)
            + " of "
            + Figures.counted(result.applies(), "arrival")
            + (lost == 1 ? " was outside it" : " were outside it");
    Double observed = result.observedMs();
    if (observed == null) {
      return "no answer has a "
          + metric(result)
          + ", bound "
          + bound
          + "; "
          + outside
          + who(result.outside());
    }
    String figure = name(result) + " " + Figures.duration(observed) + ", bound " + bound;
    double factor = observed * 1e6 / result.bound().thresholdNanos();
    return factor > 1
        ? figure + " (" + Figures.times(factor) + "); " + outside
        : figure + "; but " + outside + who(result.outside());
  }

  // The figure is within the bound, or there is none: who is it then that was not.
  private static String who(BoundResult.Outside outside) {
    List<String> parts = new ArrayList<>();
    some(parts, outside.failed(), "failed");
    some(parts, outside.left(), "left when it had passed");
    some(parts, outside.cameWhole(), "came whole, too late");
    some(parts, outside.slower(), outside.slower() == 1 ? "was slower" : "were slower");
    return ": " + String.join(", ", parts);
  }

  private static void some(List<String> parts, long count, String what) {
    if (count > 0) {
      parts.add(Figures.count(count) + " " + what);
    }
  }

  // A bound on each request has to be kept by the attainment target's share of the arrivals: the
  // observed figure is that percentile.
  // With too few values for it, the percentile is none: it is the maximum.
  private static String name(BoundResult result) {
    if (!result.isPercentile()) {
      return result.observations() == 1
          ? "the " + metric(result) + " of the only answer"
          : "the slowest " + metric(result) + " of " + result.observations() + " answers";
    }
    BigDecimal percentile = result.bound().percentile();
    String percent =
        percentile == null ? Figures.plain(100 * result.required()) : percentile.toPlainString();
    return "p" + percent + " " + metric(result);
  }

  private static String metric(BoundResult result) {
    return result.bound().metric().word().replace('_', ' ').toUpperCase(Locale.ROOT);
  }

  /// One sentence: how many requests and minutes the SLO's highest percentile needs, p95 where it
  /// names none. Empty where that is not known.
  public static String sampleSize(LevelResult level) {
    double percentile =
        level.bounds().stream()
            .map(BoundResult::bound)
            .filter(bound -> bound.percentile() != null)
            .mapToDouble(bound -> bound.requiredShare(0) * 100)
            .max()
            .orElse(95);
    return covering(level, percentile).map(promise -> sampleSize(level, promise)).orElse("");
  }

  private static Optional<Promise> covering(LevelResult level, double percentile) {
    return level.promises().stream()
        .filter(promise -> promise.percentile() >= percentile - 1e-9)
        .min(Comparator.comparingDouble(Promise::percentile));
  }

  private static String sampleSize(LevelResult level, Promise promise) {
    String name = "p" + Figures.plain(promise.percentile());
    Distribution latency = level.latencies().e2el();
    Double effective = latency == null ? null : latency.nEffective();
    if (effective != null && effective >= promise.effectiveObservations()) {
      return "a "
          + name
          + " needs about "
          + promise.effectiveObservations()
          + " independent observations; this run has "
          + Figures.count(Math.round(effective));
    }
    String minutes = promise.minutes() == null ? "" : ", " + Figures.span(promise.minutes() * 60);
    return "to promise "
        + name
        + " for the service: about "
        + Figures.counted(rounded(promise.requests()), "request")
        + minutes;
  }

  // The number is a rule of thumb; more than two digits would pretend otherwise.
  private static long rounded(long requests) {
    long step = 1;
    while (requests / step >= 100) {
      step *= 10;
    }
    return (requests + step - 1) / step * step;
  }

  /// Names the requests that missed a bound by most, so that someone can look for them in the
  /// server's log: `ok` ones of the sample, as the table's figures are of these.
  static final class SlowestRequests {
    private static final int NAMED = 3;

    private SlowestRequests() {}

    /// Part of a sentence: `slowest TTFT: requests 147 (2.64 s), …`. Empty where no answer is
    /// outside the bound, of a metric that a timeline row does not hold, and where the slowest is
    /// not among the rows: of a long run there is but a part of them.
    static String sentence(ReportInput in, LevelResult level, Bound bound) {
      LatencyMetric metric = bound.metric();
      List<Row> rows =
          in.portrait().levels().stream()
              .filter(drawn -> drawn.level() == level.level())
              .map(LevelChartData::rows)
              .flatMap(List::stream)
              .filter(row -> row.outcome().equals("ok") && within(level.window(), row))
              .filter(row -> nanos(row, metric) > bound.thresholdNanos())
              .sorted(Comparator.comparingDouble((Row row) -> -nanos(row, metric)))
              .limit(NAMED)
              .toList();
      if (rows.isEmpty() || !isMost(nanos(rows.getFirst(), metric), of(level, metric))) {
        return "";
      }
      return rows.stream()
          .map(row -> row.id() + " (" + Figures.duration(nanos(row, metric) / 1e6) + ")")
          .collect(
              Collectors.joining(
                  ", ",
                  "slowest " + metric.name() + (rows.size() == 1 ? ": request " : ": requests "),
                  ""));
    }

    private static boolean within(Window window, Row row) {
      return row.startNanos() >= window.beginNanos() && row.startNanos() <= window.endNanos();
    }

    private static boolean isMost(double nanos, @Nullable Distribution all) {
      return all != null
          && all.max() != null
          && Figures.duration(nanos / 1e6).equals(Figures.duration(all.max()));
    }

    private static @Nullable Distribution of(LevelResult level, LatencyMetric metric) {
      return switch (metric) {
        case TTFT -> level.latencies().ttft();
        case TPOT -> level.latencies().tpot();
        case E2EL -> level.latencies().e2el();
        default -> null; // a row does not hold what they are made of
      };
    }

    /// NaN where the request has no such figure.
    private static double nanos(Row row, LatencyMetric metric) {
      Long first = row.cameWhole() ? null : row.firstTokenNanos();
      Long last = row.lastTokenNanos();
      return switch (metric) {
        case TTFT -> first == null ? Double.NaN : first - row.startNanos();
        case TPOT ->
            first == null || last == null || row.streamedTokens() < 2
                ? Double.NaN
                : (double) (last - first) / (row.streamedTokens() - 1);
        case E2EL -> last == null ? Double.NaN : last - row.startNanos();
        default -> Double.NaN;
      };
    }
  }
}
