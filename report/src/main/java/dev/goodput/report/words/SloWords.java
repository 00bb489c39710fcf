package dev.goodput.report.words;

import dev.goodput.metrics.BoundResult;
import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.SloResult;
import dev.goodput.metrics.slo.Metric;
import dev.goodput.report.ReportInput;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// How a level fares against the SLO.
public final class SloWords {
  private SloWords() {}

  /// The judgement in two words: `meets chat`, `misses the SLO`, `not judged`; `no SLO` without
  /// one.
  public static String title(ReportInput in, LevelResult level) {
    SloResult slo = in.result().slo();
    if (slo == null) {
      return "no SLO";
    }
    if (level.sloMet() == null) {
      return "not judged";
    }
    String name = slo.name() == null ? "the SLO" : slo.name();
    return (level.sloMet() ? "meets " : "misses ") + name;
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
      String text = where + "no arrival to judge it by (" + slo.expression() + ")";
      return Optional.of(new Verdict(Tone.WARN, title, text, ""));
    }
    if (met) {
      String text = where + attained + ", in this run";
      return Optional.of(new Verdict(Tone.GOOD, title, text, Promises.sentence(level)));
    }
    List<BoundResult> missed = level.bounds().stream().filter(SloWords::missedAlone).toList();
    String misses =
        missed.stream().map(bound -> miss(bound, level)).collect(Collectors.joining("; "));
    if (missed.isEmpty()) {
      misses = "enough arrivals are within each bound, too few within all of them together";
    }
    Metric metric = missed.isEmpty() ? Metric.E2EL : missed.getFirst().bound().metric();
    String worst = Slowest.sentence(in, level, metric);
    String more = attained + (worst.isEmpty() ? "" : "; " + worst);
    return Optional.of(new Verdict(Tone.BAD, title, where + misses, more));
  }

  private static String where(ReportInput in, LevelResult level) {
    int levels = in.result().levels().size();
    if (levels == 1) {
      return "";
    }
    String name = "at " + LevelName.of(level.load());
    return in.isBest(level) ? name + ", the best of " + levels + " levels: " : name + ": ";
  }

  private static String attained(LevelResult level) {
    Double attainment = level.goodput() == null ? null : level.goodput().attainment();
    String arrivals = Figures.counted(level.requests().judged(), "arrival");
    return Figures.share(attainment) + " of " + arrivals;
  }

  // A bound on each request does not hold where too few arrivals are within all bounds; it need not
  // be the one that they miss.
  private static boolean missedAlone(BoundResult result) {
    Double share = result.share();
    return !result.holds()
        && (result.bound().percentile() != null || share == null || share < result.required());
  }

  /// What a bound that does not hold lacks: `p95 TTFT 2.31 s, bound 200 ms (11.6 ×); 84 of 240
  /// arrivals were outside it`.
  public static String miss(BoundResult result, LevelResult level) {
    if (result.applies() == 0) {
      return "no arrival to judge it by";
    }
    String bound = Figures.bound(result.bound().thresholdNanos() / 1e6);
    if (!missedAlone(result)) {
      return Figures.share(result.share())
          + " of the arrivals are within "
          + bound
          + ", but fewer than "
          + Figures.share(result.required())
          + " are within all bounds together";
    }
    long lost = result.applies() - result.within();
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
          + who(result, level);
    }
    String figure = name(result) + " " + Figures.duration(observed) + ", bound " + bound;
    double factor = observed * 1e6 / result.bound().thresholdNanos();
    return factor > 1
        ? figure + " (" + Figures.times(factor) + "); " + outside
        : figure + "; but " + outside + who(result, level);
  }

  // Whoever has no value failed, left when the threshold had passed, or got a whole answer, which
  // may
  // be within a bound on the first word: those are counted with the slower ones.
  private static String who(BoundResult result, LevelResult level) {
    Metric metric = result.bound().metric();
    boolean firstWord = metric == Metric.TTFT || metric == Metric.FIRST_ANSWER;
    long whole = firstWord ? level.cameWhole() : 0;
    long outside = result.applies() - result.within();
    long lost = Math.clamp(result.applies() - result.observations() - whole, 0, outside);
    boolean left = level.requests().cancelled() > 0;
    List<String> parts = new ArrayList<>();
    if (lost > 0) {
      parts.add(Figures.count(lost) + (left ? " failed or left waiting" : " failed"));
    }
    if (outside > lost) {
      String were = outside - lost == 1 ? " was slower" : " were slower";
      parts.add(Figures.count(outside - lost) + were + (whole > 0 ? " or came whole" : ""));
    }
    return ": " + String.join(", ", parts);
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
}
