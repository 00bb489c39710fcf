package dev.goodput.report.words;

import dev.goodput.metrics.chart.LevelChartData;
import dev.goodput.metrics.chart.LevelChartData.Row;
import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.Promise;
import dev.goodput.metrics.result.LevelResult.Window;
import dev.goodput.metrics.result.PooledSlo;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.metrics.result.SloResult;
import dev.goodput.metrics.server.EngineMetric;
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
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How a level fares against the SLO.
public final class SloText {

  /// No minute more for a few requests more, as their number is a rule of thumb.
  private static final double ABOUT = 0.95;

  private static final String TOO_SHORT = "too short to judge";

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

  /// The expression with the metrics' names as they are written elsewhere: `p95 TTFT ≤ 200 ms`.
  public static String shown(SloResult slo) {
    return Pattern.compile("\\b(ttft|tpot|itl|e2el)\\b")
        .matcher(slo.expression())
        .replaceAll(metric -> metric.group().toUpperCase(Locale.ROOT));
  }

  /// Of a run: by the level that speaks for it, or of runs of one load by all of their arrivals.
  ///
  /// @param speaking that level
  static Optional<Verdict> ofRun(ReportInput in, LevelResult speaking) {
    Optional<Repeats> repeats = in.repeats();
    return repeats.isEmpty()
        ? verdict(in, speaking)
            .map(own ->
                own.severity().verdict(own.title() + where(in, speaking), own.text(), own.more()))
        : Optional.ofNullable(repeats.get().slo()).map(pooled -> verdict(in, pooled));
  }

  private static Verdict verdict(ReportInput in, PooledSlo pooled) {
    Boolean met = pooled.met();
    List<LevelResult> levels = in.result().levels();
    String over = " in " + runs(pooled, levels.size());
    String good = good(pooled.attainment(), pooled.judged(), leftEarly(levels), over);
    String alone = alone(pooled);
    if (met == null) {
      return Severity.WARN.verdict(title(in, met), good, alone);
    }
    Optional<String> tooFew = tooFewUsers(levels);
    if (met && in.result().sloSettled() == null && tooFew.isPresent()) {
      return Severity.WARN.verdict(TOO_SHORT, tooFew.get(), good + " so far");
    }
    return met
        ? Severity.GOOD.verdict(
            title(in, met), good + target(pooled.attainment(), pooled.bounds()), alone)
        : Severity.BAD.verdict(title(in, met), misses(pooled.bounds()), good + ". " + alone);
  }

  /// `3 of the 5 runs meet it on their own`.
  private static String alone(PooledSlo pooled) {
    if (pooled.runsMet() == pooled.runs()) {
      return "Each of the " + Figures.counted(pooled.runs(), "run") + " meets it on its own";
    }
    return "%d of the %s %s"
        .formatted(
            pooled.runsMet(),
            Figures.counted(pooled.runs(), "run"),
            pooled.runsMet() == 1 ? "meets it on its own" : "meet it on their own");
  }

  /// Returns `too short to judge: only 16 of 20 users sent requests` for the level with the fewest
  /// users who sent one; empty if all users of all levels did.
  public static Optional<String> tooShort(List<LevelResult> levels) {
    return tooFewUsers(levels).map(users -> TOO_SHORT + ": " + users);
  }

  private static Optional<String> tooFewUsers(List<LevelResult> levels) {
    return levels.stream()
        .filter(level -> level.usersWithoutTurn() > 0)
        .max(Comparator.comparingLong(LevelResult::usersWithoutTurn))
        .map(Notes::someUsers);
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
    Boolean met = level.sloMet();
    if (in.result().slo() == null || level.bounds().isEmpty()) {
      return Optional.empty();
    }
    String title = title(in, level);
    Double attainment = LevelFigures.attainment(level);
    String good = good(attainment, level.judged(), level.leftEarly(), "");
    if (met == null) {
      return Optional.of(Severity.WARN.verdict(title, unjudged(level, level.judged())));
    }
    if (level.sloSettled() == null) {
      return Optional.of(
          Severity.WARN.verdict(TOO_SHORT, Notes.someUsers(level), good + " so far"));
    }
    return Optional.of(
        met
            ? Severity.GOOD.verdict(title, good + target(attainment, level.bounds()))
            : Severity.BAD.verdict(
                title, misses(level.bounds()), missed(level, good) + cause(in, level)));
  }

  /// How many requests a miss is of: those outside the only bound that is missed, else the good.
  private static String missed(LevelResult level, String good) {
    List<BoundResult> missed = level.bounds().stream().filter(BoundResult::missedAlone).toList();
    return missed.size() == 1 && isBeyond(missed.getFirst()) ? outside(missed.getFirst()) : good;
  }

  /// Why requests are slow, as far as it is known.
  private static String cause(ReportInput in, LevelResult level) {
    LevelResult.Backlog backlog = level.backlog();
    if (backlog != null) {
      return "; " + Figures.number(backlog.lastQuarter()) + " in flight and rising";
    }
    return in.servers()
        .of(level)
        .flatMap(server -> Optional.ofNullable(server.gauge(EngineMetric.WAITING)))
        .filter(waiting -> waiting.mean() >= 1)
        .map(waiting ->
            "; %s requests waited in the server's queue on average, %s at most"
                .formatted(Figures.number(waiting.mean()), Figures.plain(waiting.max())))
        .orElse("");
  }

  /// The share that was wanted; nothing where fewer are good, as each percentile is held alone.
  private static String target(@Nullable Double attainment, List<BoundResult> bounds) {
    double most = bounds.stream().mapToDouble(BoundResult::required).max().orElse(1);
    return attainment == null || attainment < most
        ? "; every limit holds"
        : ", target " + Figures.share(most);
  }

  static String misses(List<BoundResult> bounds) {
    List<BoundResult> missed = bounds.stream().filter(BoundResult::missedAlone).toList();
    return missed.isEmpty()
        ? "enough requests are within each limit, too few within all of them together"
        : missed.stream()
            .map(each -> isBeyond(each) || each.applies() == 0 ? distance(each) : uncounted(each))
            .collect(Collectors.joining("; "));
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
        ? "no request to judge it by"
        : "requests without a response at the end of the run may change the verdict of the "
            + Figures.counted(judged, "arrival")
            + " that could be judged";
  }

  private static String where(ReportInput in, LevelResult level) {
    if (in.result().levels().size() == 1) {
      return "";
    }
    long judged = in.result().levels().stream().filter(other -> other.sloMet() != null).count();
    String best = in.isBest(level) && judged > 1 ? ", the best of " + judged + " levels" : "";
    return " " + LevelName.at(in, level) + best;
  }

  /// `97.1 % of 240 requests were good`.
  static String good(@Nullable Double attainment, long judged, long others, String where) {
    if (judged == 0 && others > 0) {
      return "no request to judge, " + Figures.count(others) + " left too early";
    }
    String early =
        others == 0 ? "" : " (" + Figures.count(others) + " more left too early to be judged)";
    String of = Figures.counted(judged, "request") + where;
    return (attainment == null
            ? of + " in the log"
            : Figures.share(attainment) + " of " + of + (judged == 1 ? " was good" : " were good"))
        + early;
  }

  /// What a bound that does not hold lacks: `p95 TTFT 2.31 s, limit 200 ms (11.6 ×); 84 of 240
  /// requests missed it`.
  public static String miss(BoundResult result) {
    return result.applies() == 0 || !result.missedAlone()
        ? distance(result)
        : distance(result) + "; " + outside(result);
  }

  private static String distance(BoundResult result) {
    if (result.applies() == 0) {
      return "no request to judge it by";
    }
    String limit = limit(result);
    if (!result.missedAlone()) {
      return Figures.share(result.share())
          + " of the requests are within "
          + limit
          + ", but fewer than "
          + Figures.share(result.required())
          + " are within all limits together";
    }
    Double observed = result.observedMs();
    if (observed == null) {
      return "no response has a " + metric(result) + ", limit " + limit;
    }
    double factor = observed * 1e6 / result.bound().thresholdNanos();
    return name(result)
        + " "
        + Figures.duration(observed)
        + ", limit "
        + limit
        + (factor > 1 ? " (" + Figures.times(factor) + ")" : "");
  }

  /// Whether the observed figure shows that a bound is missed: else failures are why.
  private static boolean isBeyond(BoundResult result) {
    Double observed = result.observedMs();
    return observed != null && observed * 1e6 > result.bound().thresholdNanos();
  }

  private static String uncounted(BoundResult result) {
    return outside(result, "the " + metric(result) + " limit of " + limit(result));
  }

  private static String outside(BoundResult result) {
    return outside(result, "it");
  }

  /// How many missed a bound, and why where the observed figure does not show it.
  private static String outside(BoundResult result, String what) {
    return Figures.count(result.outside().count())
        + " of "
        + Figures.counted(result.applies(), "request")
        + " missed "
        + what
        + (isBeyond(result) ? "" : describeOutside(result.outside()));
  }

  private static String limit(BoundResult result) {
    return Figures.bound(result.bound().thresholdNanos() / 1e6);
  }

  // The figure is within the bound, or there is none: who is it then that was not.
  private static String describeOutside(BoundResult.Outside outside) {
    List<String> parts = new ArrayList<>();
    some(parts, outside.failed(), "failed");
    some(parts, outside.left(), "left after the limit");
    some(parts, outside.unstreamed(), "arrived in one piece, too late");
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
          ? "the " + metric(result) + " of the only response"
          : "the slowest " + metric(result) + " of " + result.observations() + " responses";
    }
    BigDecimal percentile = result.bound().percentile();
    String percent =
        percentile == null ? Figures.plain(100 * result.required()) : percentile.toPlainString();
    return "p" + percent + " " + metric(result);
  }

  private static String metric(BoundResult result) {
    return result.bound().metric().key().replace('_', ' ').toUpperCase(Locale.ROOT);
  }

  /// One sentence: how many requests it takes to promise the SLO's highest percentile, p95 where it
  /// names none. Empty where these were as many, and where that is not known.
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
      return "";
    }
    long requests = rounded(promise.requests());
    boolean shown = latency != null && latency.count() * (100 - promise.percentile()) >= 100;
    return (shown ? "To promise this " : "To promise a ")
        + name
        + (level.load().observed() ? ", measure about " : ", run about ")
        + Figures.counted(requests, "request")
        + level.longer().map(longer -> option(longer, requests, promise.minutes())).orElse("");
  }

  /// How to run so long; nothing where no single option does it.
  private static String option(String longer, long requests, @Nullable Double minutes) {
    if (longer.contains("--requests")) {
      return ": --requests " + requests;
    }
    if (longer.contains("--duration") && minutes != null) {
      return ": --duration " + Math.round(Math.ceil(ABOUT * minutes)) + "m";
    }
    return "";
  }

  // The number is a rule of thumb; more than two digits would pretend otherwise.
  private static long rounded(long requests) {
    long step = 1;
    while (requests / step >= 100) {
      step *= 10;
    }
    return (requests + step - 1) / step * step;
  }

  /// The slowest requests by the first bound that is missed; empty where none is.
  public static String slowest(ReportInput in, LevelResult level) {
    return level.bounds().stream()
        .filter(BoundResult::missedAlone)
        .findFirst()
        .map(missed -> SlowestRequests.sentence(in, level, missed.bound()))
        .orElse("");
  }

  /// Names the requests that missed a bound by most, so that someone can look for them in the
  /// server's log: `ok` ones of the sample, as the table's figures are of these.
  static final class SlowestRequests {
    private static final int NAMED = 3;

    private SlowestRequests() {}

    /// `TTFT: requests 147 (2.64 s), …`. Empty where no answer is outside the bound, of a metric
    /// that a timeline row does not hold, and where the slowest is not among the rows: of a long
    /// run there is but a part of them.
    static String sentence(ReportInput in, LevelResult level, Bound bound) {
      LatencyMetric metric = bound.metric();
      List<Row> rows =
          in.charts().levels().stream()
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
                  ", ", metric.name() + (rows.size() == 1 ? ": request " : ": requests "), ""));
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
      Long first = row.unstreamed() ? null : row.firstTokenNanos();
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
