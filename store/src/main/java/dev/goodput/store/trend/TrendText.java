package dev.goodput.store.trend;

import dev.goodput.findings.comparison.ComparisonSentences;
import dev.goodput.metrics.trend.ChangePoint;
import dev.goodput.metrics.trend.ChangePoints;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.TextLayout;
import dev.goodput.store.RunSeries;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The text of trends for people: a line per metric with a small chart, and one per change point.
public final class TrendText {
  private static final int WIDTH = 78;
  private static final int CHART = 40;
  private static final int MAX_SERIES = 10;
  private static final String BARS = "▁▂▃▄▅▆▇█";

  private final StringBuilder text = new StringBuilder();

  private TrendText() {}

  /// Returns the text.
  public static String of(List<MetricTrends> trends) {
    TrendText text = new TrendText();
    trends.stream().limit(MAX_SERIES).forEach(text::series);
    if (trends.size() > MAX_SERIES) {
      text.wrapped(
          "%s with fewer runs not shown; add --workload or --model, or use --json."
              .formatted(Figures.counted(trends.size() - MAX_SERIES, "load")));
    }
    return text.text.toString();
  }

  private void series(MetricTrends trends) {
    RunSeries series = trends.series();
    wrapped(
        Stream.of(series.workload(), series.model(), series.load(), series.url())
            .filter(Objects::nonNull)
            .map(SafeText::text)
            .collect(Collectors.joining(" · ")));
    List<RunSeries.Run> runs = series.runs();
    wrapped(
        "%s, %s to %s UTC"
            .formatted(
                Figures.counted(runs.size(), "run"),
                started(runs.getFirst()),
                started(runs.getLast())));
    line("");
    trends.metrics().forEach(this::metric);
    if (trends.metrics().stream().noneMatch(MetricTrends.Metric::isTested)) {
      line("");
      wrapped(
          "Change points need %d runs of the same workload, model, URL and load."
              .formatted(2 * ChangePoints.MIN_RUNS));
    }
    line("");
  }

  private static String started(RunSeries.Run run) {
    return run.started() == null ? "unknown" : run.started().substring(0, 16);
  }

  private void metric(MetricTrends.Metric metric) {
    String name = ComparisonSentences.name(metric.metric());
    if (metric.values().isEmpty()) {
      line("  %-16s no run has it".formatted(name));
      return;
    }
    double last = metric.values().getLast().value();
    line(
        ("  %-16s %-" + CHART + "s %s")
            .formatted(name, chart(metric), ComparisonSentences.figure(metric.metric(), last)));
    DoubleSummaryStatistics all =
        metric.values().stream().mapToDouble(MetricTrends.Value::value).summaryStatistics();
    if (all.getMin() < all.getMax()) {
      line(
          "  %-16s from %s to %s"
              .formatted(
                  "",
                  ComparisonSentences.figure(metric.metric(), all.getMin()),
                  ComparisonSentences.figure(metric.metric(), all.getMax())));
    }
    metric.points().forEach(point -> point(metric, point));
  }

  private void point(MetricTrends.Metric metric, ChangePoint point) {
    MetricTrends.Value first = metric.values().get(point.index());
    boolean better = point.effect() > 0 == metric.metric().moreIsBetter();
    line(
        "    %s  %s → %s, %s, p %s"
            .formatted(
                started(first.run()),
                ComparisonSentences.figure(metric.metric(), point.before()),
                ComparisonSentences.figure(metric.metric(), point.after()),
                change(metric, point) + (better ? " better" : " worse"),
                p(point.p())));
    line("      first run: " + SafeText.text(first.run().name()));
  }

  private static String change(MetricTrends.Metric metric, ChangePoint point) {
    if (Double.isInfinite(point.effect())) {
      return "from zero,";
    }
    String unit = metric.metric().isShare() ? " points" : " %";
    return String.format(Locale.ROOT, "%+.1f", 100 * point.effect()).replace('-', '−') + unit;
  }

  private static String p(double p) {
    return p < .001 ? "< 0.001" : String.format(Locale.ROOT, "%.3f", p);
  }

  /// Returns bars of the values, of means of neighbouring runs if there are many. A line marks each
  /// change point.
  private static String chart(MetricTrends.Metric metric) {
    int runs = metric.values().size();
    int bars = Math.min(CHART - metric.points().size(), runs);
    List<Double> heights = new ArrayList<>();
    for (int i = 0; i < bars; i++) {
      heights.add(
          metric.values().subList(i * runs / bars, (i + 1) * runs / bars).stream()
              .mapToDouble(MetricTrends.Value::value)
              .average()
              .orElse(0));
    }
    double least = heights.stream().mapToDouble(height -> height).min().orElse(0);
    double most = heights.stream().mapToDouble(height -> height).max().orElse(0);
    StringBuilder chart = new StringBuilder();
    for (int i = 0; i < bars; i++) {
      int from = i * runs / bars;
      int to = (i + 1) * runs / bars;
      if (metric.points().stream().anyMatch(p -> p.index() >= from && p.index() < to)) {
        chart.append('│');
      }
      double share = most == least ? 0 : (heights.get(i) - least) / (most - least);
      chart.append(BARS.charAt((int) Math.round(share * (BARS.length() - 1))));
    }
    return chart.toString();
  }

  private void wrapped(String words) {
    TextLayout.lines(words, WIDTH).forEach(this::line);
  }

  private void line(String line) {
    text.append(line.stripTrailing()).append(System.lineSeparator());
  }
}
