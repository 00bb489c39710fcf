package dev.goodput.report.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.lab.search.SearchPlan;
import dev.goodput.lab.search.SearchResult;
import dev.goodput.lab.search.SearchResult.Ending;
import dev.goodput.lab.search.Segment;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.report.words.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SearchWordsTest {
  private static final SearchPlan PLAN = SearchPlan.of(Slo.parse("chat"), .95);

  private static SearchResult found(Ending ending, String reason, int stretches) {
    List<SearchResult.Step> steps = new ArrayList<>();
    for (int i = 0; i < stretches; i++) {
      steps.add(
          new SearchResult.Step(
              new Segment(18.4, Math.log(18.5), 850, 808), 18.88, 18.399, i == 0 ? 9e9 : 19.6));
    }
    boolean known = stretches > 0;
    return new SearchResult(
        ending,
        reason,
        new SearchResult.Unloaded(30, ending == Ending.MISSED_UNLOADED ? 12 : 30, 1.5),
        List.of(new SearchResult.Flooded(64, Double.NaN), new SearchResult.Flooded(1_024, 20.84)),
        known ? 18.88 : Double.NaN,
        known ? 18.399 : Double.NaN,
        known ? 19.6 : Double.NaN,
        12_431,
        steps);
  }

  private static List<Verdict> verdicts(Ending ending, String reason, int stretches) {
    return new SearchWords(PLAN, found(ending, reason, stretches)).verdicts();
  }

  @Test
  void claimsTheLowerBoundAndNeverRoundsItUp() {
    Verdict figure = verdicts(Ending.REACHED, "", 9).getFirst();

    assertThat(figure.title()).isEqualTo("max goodput");
    assertThat(figure.text())
        .isEqualTo(
            "18.9 req/s (18.4–19.6) keeps chat for 95 % of arrivals; claim 18.3 req/s (p95 ttft ≤"
                + " 200 ms, p95 tpot ≤ 80 ms)");
  }

  @Test
  void saysThatEvenOneUserIsServedTooSlowly() {
    assertThat(verdicts(Ending.MISSED_UNLOADED, "", 0))
        .singleElement()
        .satisfies(verdict -> {
          assertThat(verdict.title()).isEqualTo("misses chat");
          assertThat(verdict.text()).contains("only 12 of 30 requests kept it");
        });
  }

  @Test
  void saysFirstWhatSpeaksAgainstAFigure() {
    assertThat(verdicts(Ending.CLIENT_BOUND, "late", 7))
        .extracting(Verdict::title)
        .containsExactly("client-bound", "max goodput");
    assertThat(verdicts(Ending.UNSTABLE, "gone", 0))
        .extracting(Verdict::title)
        .containsExactly("unstable server");
    assertThat(verdicts(Ending.INTERRUPTED, "drained", 1).getFirst().text())
        .isEqualTo("after 1 stretch");
    assertThat(verdicts(Ending.BUDGET, "", 3))
        .extracting(Verdict::title)
        .containsExactly("max goodput", "budget spent");
  }

  @Test
  void everyLineOfTheTableFitsEightyColumns() {
    List<String> lines = SearchTable.lines(found(Ending.REACHED, "", 40));

    assertThat(lines).allMatch(line -> line.length() <= 80);
    assertThat(lines).anyMatch(line -> line.contains("28 more in the report"));
    assertThat(lines).anyMatch(line -> line.contains("64 requests at once: too few answers"));
    assertThat(lines.get(5)).contains("(18.4–open)");
  }
}
