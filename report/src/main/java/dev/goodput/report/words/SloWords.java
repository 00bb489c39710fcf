package dev.goodput.report.words;

import dev.goodput.metrics.BoundResult;
import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.SloResult;
import dev.goodput.metrics.slo.Metric;
import dev.goodput.report.ReportInput;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// How a level fares against the SLO.
public final class SloWords {
  private SloWords() {}

  /// The judgement in two words: `meets chat`, `misses the SLO`; `no SLO` without one.
  public static String title(ReportInput in, LevelResult level) {
    SloResult slo = in.result().slo();
    if (slo == null || level.sloMet() == null) {
      return "no SLO";
    }
    String name = slo.name() == null ? "the SLO" : slo.name();
    return (level.sloMet() ? "meets " : "misses ") + name;
  }

  static Optional<Verdict> verdict(ReportInput in, LevelResult level) {
    SloResult slo = in.result().slo();
    Boolean met = level.sloMet();
    if (slo == null || met == null || level.bounds().isEmpty()) {
      return Optional.empty();
    }
    String title = title(in, level);
    String attained = attained(level) + " (" + slo.expression() + ")";
    String where = where(in, level);
    if (met) {
      String text = where + attained + ", in this run";
      return Optional.of(new Verdict(Tone.GOOD, title, text, Promises.sentence(level)));
    }
    List<BoundResult> missed = level.bounds().stream().filter(bound -> !bound.holds()).toList();
    String misses = missed.stream().map(SloWords::miss).collect(Collectors.joining("; "));
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
    boolean best = in.speaks(level) && Boolean.TRUE.equals(level.sloMet());
    String name = "at " + LevelName.of(level.load());
    return best ? name + ", the best of " + levels + " levels: " : name + ": ";
  }

  private static String attained(LevelResult level) {
    Double attainment = level.goodput() == null ? null : level.goodput().attainment();
    String arrivals = Figures.count(level.requests().judged()) + " arrivals";
    return Figures.share(attainment) + " of " + arrivals;
  }

  /// What a bound that does not hold lacks: `p95 TTFT 2.31 s, bound 200 ms (11.6 ×); 84 of 240
  /// arrivals were outside it`.
  public static String miss(BoundResult result) {
    String bound = Figures.bound(result.bound().thresholdNanos() / 1e6);
    String outside =
        Figures.count(result.applies() - result.within())
            + " of "
            + Figures.count(result.applies())
            + " arrivals were outside it";
    Double observed = result.observedMs();
    if (observed == null) {
      return "no answer has a " + metric(result) + ", bound " + bound + "; " + outside;
    }
    String figure = name(result) + " " + Figures.duration(observed);
    double factor = observed * 1e6 / result.bound().thresholdNanos();
    return factor > 1
        ? figure + ", bound " + bound + " (" + Figures.times(factor) + "); " + outside
        : figure + " of the answers is within " + bound + ", but " + outside + ", failures too";
  }

  /// The figure a bound is on: `p95 TTFT`; `TTFT` for a bound on each request.
  public static String name(BoundResult result) {
    return result.bound().percentile() == null
        ? metric(result)
        : "p" + result.bound().percentile().toPlainString() + " " + metric(result);
  }

  private static String metric(BoundResult result) {
    return result.bound().metric().word().replace('_', ' ').toUpperCase(Locale.ROOT);
  }
}
