package dev.goodput.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.chart.LevelChartData.Row;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.document.ResultDocument;
import dev.goodput.report.words.Figures;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Every figure that is printed is one of the result document, written by the house's rules.
final class TruthfulFiguresTest {
  private static final Pattern FIGURE =
      Pattern.compile(
          "(?<![\\w.\\-/])\\d[\\d,]*(?:\\.\\d+)?(?= (?:ms|s|%|×|tok/s|output|requests|ok|in"
              + " flight|independent))");

  @Test
  void printsNoFigureInTheTerminalThatIsNotInTheResult() {
    for (ReportInput in : List.of(SampleRuns.good(), SampleRuns.notStreamed(), SampleRuns.few())) {
      Set<String> known = known(in);
      assertThat(figures(TerminalReport.render(in, 160, false))).isSubsetOf(known);
      assertThat(figures(TerminalReport.render(in, 80, false))).isSubsetOf(known);
    }
  }

  @Test
  void printsNoFigureInTheSummaryThatIsNotInTheResult() {
    for (ReportInput in : List.of(SampleRuns.good(), SampleRuns.notStreamed(), SampleRuns.few())) {
      assertThat(figures(MarkdownSummary.markdown(in))).isSubsetOf(known(in));
    }
  }

  @Test
  void wouldNoticeAFigureThatIsNotThere() {
    assertThat(figures(" TTFT 61.4 ms  0.123 % of 17 requests"))
        .containsExactlyInAnyOrder("61.4", "0.123", "17");
    assertThat(known(SampleRuns.good())).doesNotContain("61.4321");
  }

  private static Set<String> figures(String text) {
    Set<String> found = new HashSet<>();
    FIGURE.matcher(text).results().forEach(match -> found.add(match.group()));
    return found;
  }

  private static Set<String> known(ReportInput in) {
    Set<String> known = new HashSet<>();
    collect(ResultDocument.tree(in), known);
    // Bounds and paces in words, shares of people, and what the words themselves name.
    known.addAll(Set.of("200", "80", "95", "5", "1", "50,000", "0.1", "99.9"));
    in.result()
        .levels()
        .forEach(level -> level.client().reasons().forEach(text -> known.addAll(figures(text))));
    in.result()
        .levels()
        .forEach(level -> level.warnings().forEach(text -> known.addAll(figures(text))));
    // Requests for a percentile are a rule of thumb: two digits, rounded up.
    in.result().levels().stream()
        .flatMap(level -> level.promises().stream())
        .map(each -> new BigDecimal(each.requests()).round(new MathContext(2, RoundingMode.UP)))
        .forEach(requests -> known.add(Figures.count(requests.longValue())));
    // Quotients and differences of what is in the result: the wholes of goodput, load and drain.
    in.result().levels().forEach(level -> wholes(level, known));
    // The slowest requests are named with their own waits.
    in.charts().levels().forEach(level -> level.rows().forEach(row -> waits(row, known)));
    return known;
  }

  private static void wholes(LevelResult level, Set<String> known) {
    LevelResult.Window window = level.window();
    add(Figures.number(level.judgedRps()), known);
    add(Figures.number(level.tokens().output() / window.seconds()), known);
    add(Figures.span((window.endNanos() - window.runBeginNanos()) / 1e9), known);
    add(Figures.span((window.runEndNanos() - window.endNanos()) / 1e9), known);
  }

  private static void waits(Row row, Set<String> known) {
    if (row.firstTokenNanos() != null) {
      add(Figures.duration((row.firstTokenNanos() - row.startNanos()) / 1e6), known);
    }
  }

  private static void collect(JsonNode node, Set<String> known) {
    if (node.isNumber()) {
      double value = node.doubleValue();
      add(Figures.duration(value), known);
      add(Figures.number(value), known);
      add(Figures.share(value), known);
      add(Figures.share(1 - value), known);
      add(Figures.span(value), known);
      add(Figures.count(Math.round(value)), known);
    }
    node.forEach(child -> collect(child, known));
  }

  private static void add(String figure, Set<String> known) {
    known.add(figure.replaceAll("[^\\d.,]", ""));
  }
}
