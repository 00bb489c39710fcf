package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.RandomRun;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenCounts;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests of the accounting of wasted tokens: every exchange has at most one cause.
class LedgerTest {
  private static final TrafficPlan PLAN =
      TrafficPlan.DEFAULTS
          .withSlo("chat", Slo.parse("ttft<=200ms"))
          .withPrice(
              "llama",
              ModelPrice.of(
                  "",
                  "USD",
                  Map.of(
                      Kind.INPUT,
                      2.0,
                      Kind.CACHED_INPUT,
                      0.5,
                      Kind.OUTPUT,
                      10.0,
                      Kind.REASONING,
                      20.0)));

  private static SortedMap<WasteCause, Waste> waste(TrafficPlan plan, RequestRecord... requests) {
    return counts(plan, requests).waste();
  }

  private static TrafficCounts counts(TrafficPlan plan, RequestRecord... requests) {
    TrafficMeter meter = new TrafficMeter(plan);
    for (RequestRecord request : requests) {
      meter.add(request);
    }
    return meter.snapshot(20_000_000_000L).all().totals();
  }

  private static RequestMaker answer(double ttftMs, GatewayInfo.Parting parting) {
    return RequestMaker.at(100)
        .chunks(100 + ttftMs, 110 + ttftMs, 120 + ttftMs)
        .usage(1000, 3)
        .passage(Passages.parting(parting));
  }

  private static RequestMaker answer(double ttftMs) {
    return answer(ttftMs, GatewayInfo.Parting.DELIVERED);
  }

  @Test
  void anAnswerInTimeIsNoWaste() {
    assertThat(waste(PLAN, answer(150).make())).isEmpty();
  }

  @Test
  void eachCauseHasItsPlace() {
    SortedMap<WasteCause, Waste> waste =
        waste(
            PLAN,
            answer(20).attempt(0, false).outcome(new Outcome.Reset("")).make(),
            answer(20, GatewayInfo.Parting.CLIENT_LEFT)
                .outcome(new Outcome.Cancelled("left"))
                .make(),
            answer(20).outcome(new Outcome.Timeout(Outcome.Timeout.Stage.IDLE)).make(),
            answer(20).outcome(new Outcome.Truncated("")).make(),
            answer(20).outcome(new Outcome.ErrorEvent("")).make(),
            answer(300).make());

    assertThat(waste).containsOnlyKeys(WasteCause.values());
    assertThat(waste.values())
        .allMatch(found -> found.attempts() == 1)
        .allMatch(found -> found.outputTokens() == 3 && found.inputTokens() == 1000);
  }

  @Test
  void theFirstCauseThatAppliesHolds() {
    RequestRecord retriedAndTimedOut =
        answer(900, GatewayInfo.Parting.CLIENT_LEFT)
            .attempt(0, false)
            .outcome(new Outcome.Timeout(Outcome.Timeout.Stage.TOTAL))
            .make();
    RequestRecord leftLateAndCut =
        answer(900, GatewayInfo.Parting.CLIENT_LEFT).outcome(new Outcome.Truncated("")).make();

    assertThat(waste(PLAN, retriedAndTimedOut)).containsOnlyKeys(WasteCause.RETRIED);
    assertThat(waste(PLAN, leftLateAndCut)).containsOnlyKeys(WasteCause.CLIENT_GONE);
  }

  @Test
  void moneyIsOfTheKindsOfTokens() {
    RequestRecord request = answer(300).tokens(TokenCounts.ofUsage(1000, 300, 100, 400, -1)).make();

    TrafficCounts counts = counts(PLAN, request);

    double expected = (600 * 2 + 400 * 0.5 + 200 * 10 + 100 * 20) / 1e6;
    assertThat(counts.money()).isCloseTo(expected, within(1e-15));
    assertThat(Objects.requireNonNull(counts.waste().get(WasteCause.LATE)).money())
        .isCloseTo(expected, within(1e-15));
    assertThat(counts.priced()).isEqualTo(1);
  }

  /// Prompts of 1,000 tokens at 2 dollars a million, without usage and without a token.
  @Test
  void whatTheServerAcceptedBeforeTheFirstTokenCostsItsPrompt() {
    SortedMap<WasteCause, Waste> waste =
        waste(
            PLAN,
            prompt(GatewayInfo.Parting.CLIENT_LEFT, new Outcome.Cancelled("left")),
            prompt(
                GatewayInfo.Parting.DELIVERED,
                new Outcome.Timeout(Outcome.Timeout.Stage.FIRST_TOKEN)),
            prompt(GatewayInfo.Parting.DELIVERED, new Outcome.HttpError(503, "busy")));
    assertThat(Objects.requireNonNull(waste.get(WasteCause.CLIENT_GONE)).money())
        .isCloseTo(2e-3, within(1e-15));
    assertThat(Objects.requireNonNull(waste.get(WasteCause.TIMED_OUT)).money())
        .isCloseTo(2e-3, within(1e-15));
    assertThat(Objects.requireNonNull(waste.get(WasteCause.ERRORED)).money()).isZero();
  }

  private static RequestRecord prompt(GatewayInfo.Parting parting, Outcome outcome) {
    return RequestMaker.at(100)
        .requested(1000, -1)
        .ended(200)
        .passage(Passages.parting(parting))
        .outcome(outcome)
        .make();
  }

  @Test
  void lateMayBeMeasuredByAnotherSlo() {
    TrafficPlan patient = PLAN.withLate(Slo.parse("e2el<=10s"));

    assertThat(waste(patient, answer(900).make())).isEmpty();
    assertThat(waste(patient, answer(11_000).make())).containsOnlyKeys(WasteCause.LATE);
  }

  @Test
  void whereNoSloJudgesNothingIsLate() {
    assertThat(waste(TrafficPlan.DEFAULTS, answer(90_000).make())).isEmpty();
  }

  @Test
  @Tag("property")
  void tokensReceivedAreWastedOnceOrUseful() {
    TrafficPlan plan = TrafficPlan.DEFAULTS.withSlo("", Slo.parse("ttft<=6ms, tpot<=12ms"));
    for (long seed = 1; seed <= 40; seed++) {
      TrafficCounts counts =
          counts(plan, RandomRun.requests(seed, 150, false, 0).toArray(RequestRecord[]::new));
      long wasted = counts.waste().values().stream().mapToLong(Waste::outputTokens).sum();
      long good = Objects.requireNonNull(counts.slos().get("")).goodTokens();

      assertThat(wasted + good).as("seed %d", seed).isEqualTo(counts.tokens().output());
      assertThat(wasted).isPositive();
      assertThat(good).isPositive();
    }
  }
}
