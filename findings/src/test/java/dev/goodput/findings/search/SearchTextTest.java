package dev.goodput.findings.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.search.SearchResult.Ending;
import dev.goodput.metrics.search.Segment;
import dev.goodput.metrics.search.Verification;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.report.Experiment;
import dev.goodput.report.NextCommands;
import dev.goodput.report.model.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SearchTextTest {
  private static final NextCommands COMMANDS =
      new NextCommands("search", List.of("--url=http://h", "--seed=3"), List.of("--stretch=1000"));
  private static final String MEETS = "meets chat up to 18.9 requests/s (18.3 to 19.6)";
  private static final String PERHAPS = "perhaps " + MEETS;
  private static final SearchPlan PLAN = SearchPlan.of(Slo.parse("chat"), .95);

  private static SearchResult.Step step(double rate, double low, double high) {
    Segment segment = new Segment(18.4, Math.log(18.5), 850, 808, 0);
    return new SearchResult.Step(segment, rate, low, high, (high - low) / 2 / rate);
  }

  private static SearchResult found(Ending ending, String reason, int segments) {
    List<SearchResult.Step> steps = new ArrayList<>();
    for (int i = 0; i < segments; i++) {
      steps.add(step(18.88, 18.399, i == 0 ? 9e9 : 19.6));
    }
    return found(ending, reason, steps, 1, Optional.empty());
  }

  private static SearchResult found(
      Ending ending,
      String reason,
      List<SearchResult.Step> steps,
      double turns,
      Optional<Verification> verification) {
    return new SearchResult(
        ending,
        reason,
        new SearchResult.Unloaded(29, ending == Ending.MISSED_UNLOADED ? 12 : 29, 0, 1.5),
        List.of(new SearchResult.Flooded(64, Double.NaN), new SearchResult.Flooded(1_024, 20.84)),
        steps,
        12_431,
        verification.map(Verification::requests).orElse(0L),
        ending == Ending.FAILING ? .04 : 0,
        turns,
        verification,
        "");
  }

  private static List<Verdict> verdicts(Ending ending, String reason, int segments) {
    return new SearchText(PLAN, found(ending, reason, segments)).verdicts();
  }

  @Test
  void claimsTheLowerBoundAndNeverRoundsItUp() {
    Verdict figure = verdicts(Ending.REACHED, "", 9).getFirst();

    assertThat(figure.title()).isEqualTo("meets chat up to 18.9 requests/s (18.3 to 19.6)");
    assertThat(figure.text()).isEqualTo("promise at most 18.3 requests/s (95 % of requests good)");
  }

  @Test
  void reportsThatEvenOneUserIsServedTooSlowly() {
    assertThat(verdicts(Ending.MISSED_UNLOADED, "", 0))
        .singleElement()
        .satisfies(verdict -> {
          assertThat(verdict.title()).isEqualTo("misses chat");
          assertThat(verdict.text()).contains("only 12 of 29 requests met it");
        });
  }

  @Test
  void reportsDoubtsBeforeTheFigure() {
    assertThat(verdicts(Ending.CLIENT_BOUND, "late", 7))
        .extracting(Verdict::title)
        .containsExactly("client-bound", PERHAPS);
    assertThat(verdicts(Ending.UNSTABLE, "gone", 0))
        .extracting(Verdict::title)
        .containsExactly("unstable server");
    assertThat(verdicts(Ending.INTERRUPTED, "drained", 1).getFirst().text())
        .isEqualTo("after 1 segment");
    assertThat(verdicts(Ending.BUDGET, "", 3))
        .extracting(Verdict::title)
        .containsExactly(PERHAPS, "budget spent");
  }

  @Test
  void everyLineOfTheTableFitsEightyColumns() {
    List<String> lines = SearchExperiment.lines(found(Ending.REACHED, "", 40));

    assertThat(lines).allMatch(line -> line.length() <= 80);
    assertThat(lines).anyMatch(line -> line.contains("28 more in the report"));
    assertThat(lines).anyMatch(line -> line.contains("64 requests at once: too few answers"));
    assertThat(lines.get(5)).contains("(18.3–open)");
  }

  private static SearchResult reached(Verification verification) {
    List<SearchResult.Step> steps = List.of(step(18.88, 18.399, 19.6));
    return found(Ending.REACHED, "", steps, 1, Optional.ofNullable(verification));
  }

  @Test
  void showsTheClaimFirstAndNotTheLoadThatWentPastIt() {
    SearchExperiment made = experiment(found(Ending.REACHED, "", 9), "");
    assertThat(made.cards())
        .extracting(Experiment.Card::name)
        .containsExactly("Load to claim", "Max goodput", "Arrivals within chat", "Requests used");
    assertThat(made.cards().getFirst().value()).isEqualTo("18.3");
    assertThat(made.cards().get(1).note()).isEqualTo("interval 18.3–19.6");
  }

  private static SearchExperiment experiment(SearchResult found, String late) {
    return experiment(found, late, "");
  }

  private static SearchExperiment experiment(SearchResult found, String late, String checkLate) {
    return new SearchExperiment(PLAN, found, 2, late, checkLate, false, Path.of("runs/r"));
  }

  @Test
  void reportsALateClientInHeadlineDocumentNextStepAndExitCode() {
    for (Ending ending : List.of(Ending.REACHED, Ending.BUDGET, Ending.AT_FLOOD)) {
      SearchExperiment late = experiment(found(ending, "", 7), "loop lag p99 7 ms");

      assertThat(late.verdicts().getFirst().title()).isEqualTo("client-bound");
      assertThat(late.verdicts().getFirst().text()).isEqualTo("loop lag p99 7 ms");
      assertThat(late.document().node().path("ending").asString()).isEqualTo("client_bound");
      assertThat(late.next(COMMANDS).command()).isEqualTo("goodput selftest");
      assertThat(late.conclusion()).isEqualTo(Conclusion.CLIENT_BOUND);
    }
  }

  @Test
  void reportsFailuresBeforeTheFigure() {
    SearchExperiment failing = experiment(found(Ending.FAILING, "", 7), "");

    assertThat(failing.verdicts())
        .extracting(Verdict::title)
        .containsExactly("4 % failed", PERHAPS);
    assertThat(failing.conclusion()).isEqualTo(Conclusion.TOO_MANY_FAILURES);
  }

  @Test
  void reportsABoundWithoutAFigure() {
    SearchResult.Step atLeast = step(Double.NaN, 20.17, Double.NaN);
    SearchExperiment most =
        experiment(found(Ending.AT_FLOOD, "", List.of(atLeast), 1, Optional.empty()), "");
    assertThat(most.verdicts().getFirst().sentence())
        .isEqualTo(
            "meets chat up to at least 20.1 requests/s: promise at most 20.1 requests/s (95 % of"
                + " requests good)");
    assertThat(most.document().node().has("max_goodput_rps")).isFalse();
    assertThat(most.document().node().path("claim_rps").asDouble()).isEqualTo(20.1);

    SearchResult.Step tiny = step(18.88, 2e-11, 20.84);
    SearchExperiment wide =
        experiment(found(Ending.BUDGET, "", List.of(tiny), 1, Optional.empty()), "");
    assertThat(wide.verdicts().getFirst().headline())
        .isEqualTo(
            "Perhaps meets chat up to 18.9 requests/s (0 to 20.8): nothing can be promised yet");
    assertThat(wide.document().node().has("claim_rps")).isFalse();
  }

  @Test
  void showsSessionsIfTheyHaveSeveralTurns() {
    List<SearchResult.Step> steps = List.of(step(1.9, 1.83, 2));
    SearchExperiment sessions =
        experiment(found(Ending.REACHED, "", steps, 4, Optional.empty()), "");

    assertThat(sessions.verdicts().getFirst().sentence())
        .startsWith("meets chat up to 1.90 sessions/s (1.83 to 2.00)")
        .contains("promise at most 1.83 sessions/s");
    assertThat(sessions.evidence(80)).anyMatch(line -> line.contains("20.8 sessions/s"));
    assertThat(sessions.document().node().path("unit").asString()).isEqualTo("sessions");
  }

  private static Verification check(long good, double low, double high, double lagMillis) {
    return new Verification(18.3, 3_400, 3_000, good, 0, low, high, lagMillis, false, "");
  }

  @Test
  void aMissedClaimWithASpentBudgetIsMissed() {
    for (Ending ending : List.of(Ending.BUDGET, Ending.UNDECIDED)) {
      Optional<Verification> missed = Optional.of(check(2_400, .75, .84, 0));
      List<SearchResult.Step> steps = List.of(step(18.88, 18.399, 19.6));
      SearchExperiment spent = experiment(found(ending, "", steps, 1, missed), "");
      assertThat(spent.verdicts().getFirst().title()).isEqualTo("claim missed");
      assertThat(spent.conclusion()).isEqualTo(Conclusion.SLO_MISSED);

      Optional<Verification> kept = Optional.of(check(2_880, .93, .98, 0));
      SearchExperiment good = experiment(found(ending, "", steps, 1, kept), "");
      assertThat(good.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
    }
    List<SearchResult.Step> steps = List.of(step(18.88, 18.399, 19.6));
    Optional<Verification> check = Optional.of(check(2_880, .93, .98, 0));
    assertThat(experiment(found(Ending.BUDGET, "", steps, 1, check), "").verdicts())
        .anyMatch(verdict -> verdict.text().startsWith("9,031 requests of 60,000"));
  }

  @Test
  void reportsALateClientBeforeAnyVerification() {
    for (Verification check : List.of(check(2_820, .91, .96, 0), check(2_400, .75, .84, 0))) {
      SearchExperiment late = experiment(reached(check), "loop lag p99 7 ms");
      assertThat(late.verdicts())
          .extracting(Verdict::title)
          .containsExactly("client-bound", PERHAPS);
      assertThat(late.conclusion()).isEqualTo(Conclusion.CLIENT_BOUND);
    }
  }

  @Test
  void ignoresAClientBoundVerification() {
    SearchExperiment late =
        experiment(reached(check(2_400, .75, .84, 0)), "", "loop lag p99 20 ms");
    assertThat(late.verdicts().getFirst().title()).isEqualTo("not verified");
    assertThat(late.verdicts().getFirst().text())
        .endsWith("the client was the bottleneck: loop lag p99 20 ms");
    assertThat(late.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
    assertThat(late.document().node().at("/verification/verdict").asString()).isEqualTo("open");
    assertThat(late.nothingToVerify()).isEmpty();
  }

  @Test
  void comparesAVerificationOnlyWithItsOwnClaim() {
    // Judged by a looser SLO the claim is higher, by a stricter one lower.
    for (double claim : new double[] {22, 16}) {
      long good = claim > 20 ? 2_880 : 2_400;
      double high = claim > 20 ? .98 : .84;
      SearchResult other =
          found(
              Ending.REACHED,
              "",
              List.of(step(claim + .5, claim, claim + 1)),
              1,
              Optional.of(check(good, .75, high, 0)));
      SearchExperiment judged = experiment(other, "");
      assertThat(judged.verdicts())
          .extracting(Verdict::title)
          .singleElement()
          .asString()
          .startsWith("meets chat up to ");
      assertThat(judged.conclusion()).isEqualTo(Conclusion.GOOD);
      assertThat(judged.evidence(80)).anyMatch(line -> line.startsWith(" verification"));
      assertThat(judged.document().node().at("/verification/verdict").asString())
          .isEqualTo("aside");
    }
  }

  @Test
  void reportsThatAVerificationFailed() {
    Verification failing = new Verification(18.3, 3_400, 3_000, 2_880, 120, .93, .98, 0, false, "");
    SearchExperiment failed = experiment(reached(failing), "");
    assertThat(failed.verdicts().getFirst().title()).isEqualTo("4 % failed");
    assertThat(failed.conclusion()).isEqualTo(Conclusion.TOO_MANY_FAILURES);
  }

  @Test
  void reportsThatAFewExtraFailuresMayBeChance() {
    Verification few = new Verification(18.3, 3_400, 3_000, 2_880, 45, .93, .98, 0, false, "");
    SearchExperiment open = experiment(reached(few), "");
    assertThat(open.verdicts().getFirst().title()).isEqualTo("not verified");
    assertThat(open.verdicts().getFirst().text()).endsWith("; 1.50 % failed, perhaps by chance");
    assertThat(open.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
  }

  @Test
  void reportsThatTheServerBecameUnreachableAtTheClaim() {
    Verification gone = new Verification(18.3, 1_220, 1_220, 1_200, 20, 0, .99, 0, true, "");
    SearchExperiment failed = experiment(left(Ending.REACHED, gone, "no connection"), "");
    Verdict first = failed.verdicts().getFirst();
    assertThat(first.title()).isEqualTo("failed at the claim");
    assertThat(first.text()).isEqualTo("no connection");
    assertThat(failed.conclusion()).isEqualTo(Conclusion.TOO_MANY_FAILURES);
    assertThat(failed.document().node().at("/verification/verdict").asString())
        .isEqualTo("too_many_failures");
    // It may have been stopped: when it runs again, it can be asked again.
    assertThat(failed.nothingToVerify()).isEmpty();
    assertThat(failed.next(COMMANDS).command())
        .isEqualTo("goodput search --resume runs/r --verify");
  }

  @Test
  void countsNoVerificationForTheBudget() {
    SearchExperiment spent = experiment(left(Ending.BUDGET, null, "drained"), "");
    assertThat(spent.verdicts())
        .anyMatch(verdict -> verdict.text().startsWith("11,231 requests of 60,000"));
  }

  @Test
  void suggestsANextStepAfterAVerification() {
    Map<Verification, String> next =
        Map.of(
            check(2_880, .93, .98, 0), "goodput report runs/r --slo 'p95 e2el<=10s'",
            check(2_820, .91, .96, 0),
                "goodput search --url http://h --seed 3 --verify --stretch 2000",
            check(2_400, .75, .84, 0), "goodput search --url http://h --seed 3 --stretch 1000",
            check(2_880, .93, .98, 9), "goodput search --resume runs/r --verify");
    next.forEach((check, command) ->
        assertThat(experiment(reached(check), "").next(COMMANDS).command()).isEqualTo(command));
  }

  @Test
  void resumesOnlyWithTheRemainingBudget() {
    SearchResult unstable = found(Ending.UNSTABLE, "gone", 2);
    assertThat(experiment(unstable, "").next(COMMANDS).command())
        .isEqualTo("goodput search --url http://h --seed 3 --stretch 1000");
    SearchExperiment left =
        new SearchExperiment(PLAN, unstable, 2, "", "", true, Path.of("runs/r"));
    assertThat(left.next(COMMANDS).command()).isEqualTo("goodput search --resume runs/r");
    SearchExperiment spaced =
        new SearchExperiment(PLAN, unstable, 2, "", "", true, Path.of("runs/it's r"));
    assertThat(spaced.next(COMMANDS).command())
        .isEqualTo("goodput search --resume 'runs/it'\\''s r'");
  }

  @Test
  void doesNotCallAnOpenIntervalWide() {
    Segment segment = new Segment(18.4, Math.log(18.5), 850, 808, 0);
    SearchResult.Step open = new SearchResult.Step(segment, 20, 19.3, Double.NaN, .035);
    SearchExperiment found =
        experiment(found(Ending.REACHED, "", List.of(open), 1, Optional.empty()), "");
    Verdict figure = found.verdicts().getFirst();
    assertThat(figure.title()).isEqualTo("meets chat up to 20.0 requests/s (19.3 or more)");
    assertThat(found.evidence(120).getLast())
        .contains("the interval reaches 3.50 % down and is open above,");
  }

  /// One whose verification did not come to its end.
  private static SearchResult left(Ending ending, @Nullable Verification check, String why) {
    List<SearchResult.Step> steps = List.of(step(18.88, 18.399, 19.6));
    SearchResult done = found(ending, "", steps, 1, Optional.ofNullable(check));
    return new SearchResult(
        done.ending(),
        "",
        done.unloaded(),
        done.floods(),
        done.steps(),
        done.requests(),
        1_200,
        0,
        1,
        done.verification(),
        why);
  }

  @Test
  void aCancelledVerificationKeepsTheClaim() {
    SearchExperiment interrupted = experiment(left(Ending.REACHED, null, "drained"), "");
    assertThat(interrupted.verdicts())
        .extracting(Verdict::title)
        .containsExactly("not verified", MEETS);
    assertThat(interrupted.verdicts().getFirst().text()).endsWith(": drained");
    assertThat(interrupted.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
    assertThat(interrupted.document().node().path("ending").asString()).isEqualTo("reached");
    assertThat(interrupted.nothingToVerify()).isEmpty();
  }

  @Test
  void reportsWhyThereIsNothingToVerify() {
    assertThat(experiment(reached(check(2_880, .93, .98, 0)), "").nothingToVerify())
        .contains("is verified already (kept)");
    assertThat(experiment(reached(check(2_880, .93, .98, 9)), "").nothingToVerify()).isEmpty();
    assertThat(experiment(found(Ending.MISSED_UNLOADED, "", 0), "").nothingToVerify())
        .contains("claims nothing (slo missed unloaded)");
  }

  @Test
  void claimsNoMoreThanTheFloodShowed() {
    SearchResult.Step bound = step(Double.NaN, 20.17, Double.NaN);
    SearchExperiment near =
        experiment(found(Ending.AT_FLOOD, "", List.of(bound), 1, Optional.empty()), "");
    assertThat(near.verdicts().getFirst().more())
        .startsWith("The limit seems to be at or above 20.8 requests/s");
    SearchResult.Step whole = step(Double.NaN, 20.84, Double.NaN);
    SearchExperiment shown =
        experiment(found(Ending.AT_FLOOD, "", List.of(whole), 1, Optional.empty()), "");
    assertThat(shown.verdicts().getFirst().more()).startsWith("It is met at 20.8 requests/s");
  }

  @Test
  void evaluatesAVerificationSeparately() {
    SearchExperiment kept = experiment(reached(check(2_880, .93, .98, 0)), "");
    assertThat(kept.verdicts()).extracting(Verdict::title).containsExactly(MEETS, "verified");
    assertThat(kept.verdicts().getLast().text())
        .isEqualTo(
            "96 % of 3,000 arrivals at 18.3 requests/s were good, measured with new requests"
                + " (93 % to 98 %)");
    assertThat(kept.conclusion()).isEqualTo(Conclusion.GOOD);

    SearchExperiment open = experiment(reached(check(2_820, .91, .96, 0)), "");
    assertThat(open.verdicts().getFirst().title()).isEqualTo("not verified");
    assertThat(open.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);

    SearchExperiment missed = experiment(reached(check(2_400, .75, .84, 0)), "");
    assertThat(missed.verdicts().getFirst().title()).isEqualTo("claim missed");
    assertThat(missed.conclusion()).isEqualTo(Conclusion.SLO_MISSED);

    SearchExperiment late = experiment(reached(check(2_880, .93, .98, 9)), "");
    assertThat(late.verdicts().getFirst().text()).endsWith("schedule lag p99 was 9.00 ms");
  }
}
