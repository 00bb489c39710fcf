package dev.goodput.report.words;

import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.SloClassResult;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How each SLO class of a gateway's traffic fares, with its own goodput.
final class SloClassText {
  private static final List<Severity> WORST_FIRST =
      List.of(Severity.BAD, Severity.WARN, Severity.GOOD, Severity.PLAIN);

  private SloClassText() {}

  /// A verdict for each class that somebody is in: the worst first, because the first of a report
  /// is its headline.
  static List<Verdict> verdicts(LevelResult level) {
    return level.classes().stream()
        .filter(each -> each.judged() + each.left() > 0)
        .map(each -> verdict(level, each))
        .sorted(Comparator.comparingInt((Verdict each) -> WORST_FIRST.indexOf(each.severity())))
        .toList();
  }

  /// Whose output percentile goodput is.
  static String percentiles(List<SloClassResult> classes) {
    return "Delivered output of the classes whose percentile bounds all hold: "
        + named(classes, true)
        + "; they do not hold of "
        + named(classes, false)
        + ".";
  }

  /// Returns classes with percentile bounds and requests to judge, whose bounds hold or do not.
  private static String named(List<SloClassResult> classes, boolean holding) {
    String names =
        classes.stream()
            .filter(each -> each.judged() > 0 && percentiles(each).findAny().isPresent())
            .filter(each -> percentiles(each).allMatch(BoundResult::holds) == holding)
            .map(SloClassResult::name)
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "none" : names;
  }

  /// Whether a class has a bound on a percentile, with or without somebody in it.
  static boolean someHavePercentiles(List<SloClassResult> classes) {
    return classes.stream()
        .flatMap(each -> each.slo().bounds().stream())
        .anyMatch(bound -> bound.percentile() != null);
  }

  /// Whether a class gives each token a deadline, with or without somebody in it.
  static boolean someHaveDeadlines(List<SloClassResult> classes) {
    return classes.stream()
        .map(SloClassResult::slo)
        .anyMatch(slo ->
            slo.tightestNanos(LatencyMetric.TTFT).isPresent()
                && slo.tightestNanos(LatencyMetric.TPOT).isPresent());
  }

  private static Stream<BoundResult> percentiles(SloClassResult found) {
    return found.bounds().stream().filter(each -> each.bound().percentile() != null);
  }

  private static Verdict verdict(LevelResult level, SloClassResult found) {
    Boolean met = found.met();
    String expression = " (" + found.slo().expression() + ")";
    String good = SloText.good(found.goodput().attainment(), found.judged(), found.left(), "");
    String goodput = goodput(found.goodput());
    if (found.bounds().isEmpty()) {
      return Severity.PLAIN.verdict(found.name(), good + expression, goodput);
    }
    if (met == null) {
      String why = SloText.unjudged(level, found.judged()) + expression;
      return Severity.WARN.verdict(found.name() + " not judged", why);
    }
    return met
        ? Severity.GOOD.verdict("meets " + found.name(), good + expression, goodput)
        : Severity.BAD.verdict(
            "misses " + found.name(),
            SloText.misses(found.bounds()),
            good + expression + (goodput.isEmpty() ? "" : "; " + goodput));
  }

  /// `goodput 7.37 requests/s, 1,664 output tok/s`; empty where it is not known.
  private static String goodput(Goodput goodput) {
    List<String> rates = new ArrayList<>();
    put(goodput.requestRps(), " requests/s", rates);
    put(goodput.tokenTps(), " output tok/s", rates);
    return rates.isEmpty() ? "" : "goodput " + String.join(", ", rates);
  }

  private static void put(@Nullable Double rate, String unit, List<String> rates) {
    if (rate != null) {
      rates.add(Figures.number(rate) + unit);
    }
  }
}
