package dev.goodput.findings.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.findings.comparison.ComparisonInput.SideVerdict;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.report.model.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class ComparisonSentencesTest {
  private static Verdict first(ComparisonInput in) {
    return new ComparisonSentences(in).verdicts().getFirst();
  }

  @Test
  void isOkIfClearlyWithinTheLimit() {
    ComparisonInput same = InventedComparison.gate(0, 0);
    assertThat(same.conclusion()).isEqualTo(Conclusion.GOOD);
    assertThat(first(same).sentence())
        .startsWith("gate passed: B is at most 2 % worse in TTFT p50,")
        .endsWith("and TPOT p95, at most 1 point worse in error rate");
  }

  @Test
  void namesTheRegressionItsSizeAndItsConfirmation() {
    ComparisonInput slow = InventedComparison.gate(.05, 0);
    assertThat(slow.conclusion()).isEqualTo(Conclusion.REGRESSED);
    assertThat(first(slow).sentence())
        .isEqualTo(
            "gate failed: B regressed: TTFT p50 +5.0 %, TTFT p95 +5.0 %, TPOT p50 +5.0 %,"
                + " TPOT p95 +5.0 % (limit 2 %)");
    assertThat(first(slow).more()).isEqualTo("Confirmed by 5 new pairs");
    assertThat(new ComparisonSentences(slow).claim()).startsWith("Both servers got");
  }

  @Test
  void isNeverOkIfRequestsAreRejected() {
    ComparisonInput failing = InventedComparison.gate(-.2, .4);
    assertThat(failing.conclusion()).isEqualTo(Conclusion.REGRESSED);
    assertThat(first(failing).sentence())
        .isEqualTo("gate failed: B regressed: error rate +40.0 points (limit 1 point)");
  }

  @Test
  void reportsHowManyPairsWouldBeConclusive() {
    ComparisonInput open = InventedComparison.noisy(.015);
    assertThat(open.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
    assertThat(first(open).sentence())
        .startsWith(
            "inconclusive: the runs vary too much to show whether B is within the limit (2 % for");
    assertThat(first(open).more()).matches(".*About [\\d,]+ new pairs, .* \\(--pairs\\)\\..*");
    assertThat(new NextAfterComparison(open).next().command()).endsWith(" --pairs 10");
  }

  @Test
  void suggestsNoPairsIfARunHasNoRequestsLeft() {
    ComparisonInput once = InventedComparison.nothingOnce();
    assertThat(once.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
    assertThat(first(once).more())
        .contains("so the gate cannot pass: use a lighter load")
        .doesNotContain("onger runs");
    assertThat(new NextAfterComparison(once).next().question()).startsWith("at a lighter load");
  }

  /// Nothing is measured in percent there.
  @Test
  void explainsARunWithoutRequestsLeft() {
    assertThat(first(InventedComparison.nothingAlways()).text())
        .startsWith("B regressed: good requests/s (worse in most pairs; none: B 10/10) (limit");
    assertThat(first(InventedComparison.nothingStored()).text())
        .startsWith(
            "B regressed: good requests/s (worse by the ranks of the runs; none: B 5/5) (limit");
  }

  @Test
  void claimsThatStoredRunsDifferAndNotWhy() {
    ComparisonInput slow = InventedComparison.stored(.1, 5);
    assertThat(slow.conclusion()).isEqualTo(Conclusion.REGRESSED);
    assertThat(new ComparisonSentences(slow).verdicts().getLast().sentence())
        .startsWith("cause unknown: anything else that changed");
    assertThat(new ComparisonSentences(slow).claim())
        .contains("differ from the stored ones, but not why");
  }

  @Test
  void isNeverOkIfItEndedEarly() {
    for (int over : List.of(0, 4)) {
      ComparisonInput ended = InventedComparison.stored(-.1, over);
      assertThat(ended.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
      assertThat(new ComparisonSentences(ended).verdicts())
          .extracting(Verdict::title)
          .startsWith("interrupted", "inconclusive");
      assertThat(new NextAfterComparison(ended).next().question())
          .isEqualTo("let it run to its end");
    }
    ComparisonInput ended = InventedComparison.stored(-.1, 4);
    assertThat(new NextAfterComparison(ended).settling()).startsWith("Fewer runs count than were");
    ComparisonInput slow = InventedComparison.stored(.1, 4);
    assertThat(slow.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
    assertThat(new ComparisonSentences(slow).verdicts().get(1).text())
        .startsWith("the finished part looks regressed, but more was planned: TTFT p50");
  }

  @Test
  void reportsDifferencesAndTheDetectableSize() {
    assertThat(first(InventedComparison.compare(.05)).title()).isEqualTo("B is slower than A");
    assertThat(first(InventedComparison.compare(-.05)).title()).isEqualTo("B is faster than A");
    Verdict none = first(InventedComparison.compare(0));
    assertThat(none.title()).isEqualTo("no difference shown");
    assertThat(none.more()).contains("four times in five");
    assertThat(first(InventedComparison.identical()).more()).startsWith("The pairs are identical");
  }

  @Test
  void claimsNoEqualScheduleForAClosedLoop() {
    ComparisonInput open = InventedComparison.gate(0, 0);
    assertThat(new ComparisonSentences(open).claim()).contains("with the same timing");
    ComparisonInput closed = InventedComparison.closed();
    assertThat(new ComparisonSentences(closed).claim())
        .contains("in the same order", "the faster server gets more")
        .doesNotContain("timing");
  }

  @Test
  void reportsTheVerdictOfASideFirst() {
    SideVerdict died =
        new SideVerdict(Side.A, Conclusion.UNREACHABLE, "failed", "A answers nothing");
    ComparisonInput failed = InventedComparison.gate(0, 0).by(died);
    assertThat(failed.conclusion()).isEqualTo(Conclusion.UNREACHABLE);
    assertThat(first(failed).sentence()).isEqualTo("A failed: A answers nothing");
    assertThat(new ComparisonSentences(failed).verdicts())
        .extracting(Verdict::title)
        .containsExactly("A failed", "no slower");
    JsonNode document = ComparisonDocument.tree(failed);
    assertThat(document.has("verdict")).isFalse();
    assertThat(document.get("side").get("conclusion").asString()).isEqualTo("unreachable");
    assertThat(document.get("side").get("side").asString()).isEqualTo("a");
    assertThat(document.get("side").get("why").asString()).isEqualTo("A answers nothing");
    assertThat(new NextAfterComparison(failed).next().command())
        .isEqualTo("goodput report runs/gate/a");
    ComparisonInput nothing = InventedComparison.stored(0, 0).by(died);
    assertThat(new ComparisonSentences(nothing).verdicts())
        .extracting(Verdict::title)
        .containsExactly("interrupted", "A failed");
  }

  @Test
  void reportsBothSidesOfATradeOff() {
    Verdict trade = first(InventedComparison.trade(-.3, .02));
    assertThat(trade.title()).isEqualTo("B differs from A");
    assertThat(trade.text()).startsWith("better: TTFT p50 −30").contains("; worse: TPOT p50 +2");
  }

  @Test
  void reportsWorseInNineOfTenPairsWithoutAMean() {
    Verdict worse = first(InventedComparison.nothingOnBothSides());
    assertThat(worse.title()).isEqualTo("B is worse than A");
    assertThat(worse.text()).contains("good requests/s no mean (none: B 1/10, A 1/10)");
  }

  @Test
  void reportsNothingForTooFewPairs() {
    Verdict few = first(InventedComparison.pairsOf(2, .05));
    assertThat(few.sentence()).startsWith("too few pairs: 2 pairs prove nothing");
  }

  @Test
  void distinguishesFailedResponsesFromTooFew() {
    ComparisonInput few = InventedComparison.lacking(0);
    assertThat(few.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
    assertThat(new NextAfterComparison(few).settling())
        .startsWith("Some runs have too few responses: a p95 needs 20");
    assertThat(new NextAfterComparison(InventedComparison.lacking(.004)).settling())
        .endsWith("fix the failures first.");
  }

  @Test
  void reportsDifferentTokenCounting() {
    ComparisonInput unlike = InventedComparison.inPieces();
    assertThat(unlike.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
    assertThat(unlike.notes()).last().asString().contains("nothing per token is compared");
    assertThat(new NextAfterComparison(unlike).settling())
        .startsWith("Output tokens are counted differently");
    assertThat(InventedComparison.gate(0, 0).notes()).hasSize(1);
  }

  @Test
  void reportsUnwrittenDataFirst() {
    ComparisonInput lost =
        InventedComparison.gate(0, 0).withLosses(List.of("cannot write x: full"));
    assertThat(first(lost).title()).isEqualTo("not all was kept");
  }
}
