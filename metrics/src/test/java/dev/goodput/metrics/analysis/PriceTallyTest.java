package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.CostResult;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Manifest;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenCounts;
import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Costs by a price list: 1 dollar for a million input tokens, 10 for a million output tokens.
final class PriceTallyTest {
  private static final ModelPrice PRICE =
      new ModelPrice(
          "m",
          "USD",
          "https://example.com",
          LocalDate.of(2026, 11, 27),
          Map.of(Kind.INPUT, 1.0, Kind.OUTPUT, 10.0),
          0.5,
          true,
          false);

  private static LevelResult level(RequestRecord... requests) {
    return Analysed.level(
        Logs.open(requests), Analysed.WHOLE.withCost(PRICE).withSlo(Slo.parse("ttft<=10ms")));
  }

  /// A good answer of 100 tokens, a retry after a truncated one, a late one, and a refused request.
  @Test
  void billsEveryAttemptAndCallsWasteWhatIsNotGood() {
    CostResult cost =
        Objects.requireNonNull(
            level(
                    RequestMaker.at(0).id(1).chunks(1, 2).usage(1000, 100).make(),
                    RequestMaker.at(10)
                        .id(2)
                        .attempt(0, false)
                        .chunks(11)
                        .usage(1000, 50)
                        .outcome(new Outcome.Truncated("cut"))
                        .make(),
                    RequestMaker.at(10)
                        .id(2)
                        .attempt(1, true)
                        .chunks(12, 13)
                        .usage(1000, 100)
                        .make(),
                    RequestMaker.at(20).id(3).chunks(90, 91).usage(1000, 100).make(),
                    RequestMaker.at(30)
                        .id(4)
                        .ended(31)
                        .outcome(new Outcome.HttpError(503, "busy"))
                        .make())
                .cost());
    // Micros: 2,000 each for three answers, 1,500 for the truncated one, nothing for the refusal.
    assertThat(cost.total()).isCloseTo(7_500e-6, within(1e-12));
    assertThat(cost.waste()).isCloseTo(3_500e-6, within(1e-12));
    assertThat(cost.perRequest()).isCloseTo(2_500e-6, within(1e-12));
    assertThat(cost.perMillionOutputTokens()).isCloseTo(7_500.0 / 350, within(1e-9));
    assertThat(cost.perMillionGoodTokens()).isCloseTo(7_500.0 / 200, within(1e-9));
    assertThat(cost.perSession()).isNotNull();
    assertThat(cost.currency()).isEqualTo("USD");
    assertThat(cost.pricing().basis())
        .isEqualTo("m by the prices of 2026-11-27, https://example.com; as a batch × 0.5");
  }

  /// Prompts of 1,000 tokens without usage: left and timed out before the first token, refused, cut
  /// while it was sent.
  @Test
  void chargesThePromptOfWhatTheServerAcceptedBeforeTheFirstToken() {
    LevelResult level =
        level(
            RequestMaker.at(0)
                .id(1)
                .requested(1000, 9)
                .ended(5)
                .outcome(new Outcome.Cancelled())
                .make(),
            RequestMaker.at(10)
                .id(2)
                .requested(1000, 9)
                .ended(15)
                .outcome(new Outcome.Timeout(Outcome.Timeout.Stage.FIRST_TOKEN))
                .make(),
            RequestMaker.at(20)
                .id(3)
                .requested(1000, 9)
                .ended(25)
                .outcome(new Outcome.HttpError(429, "busy"))
                .make(),
            RequestMaker.at(30)
                .id(4)
                .requested(1000, 9)
                .neverWhole()
                .ended(35)
                .outcome(new Outcome.Refused("refused"))
                .make());
    CostResult cost = Objects.requireNonNull(level.cost());
    assertThat(cost.total()).isCloseTo(2_000e-6, within(1e-12));
    assertThat(cost.waste()).isCloseTo(2_000e-6, within(1e-12));
    assertThat(level.warnings())
        .contains(
            "cost estimated for 2 of the requests, which have no usage, from our own token counts");
  }

  @Test
  void saysWhereItEstimatesAndGuessesNoPriceOfAudio() {
    LevelResult estimated = level(RequestMaker.at(0).requested(10, 2).chunks(1, 2).make());
    assertThat(Objects.requireNonNull(estimated.cost()).total()).isCloseTo(30e-6, within(1e-12));
    assertThat(estimated.warnings())
        .contains(
            "cost estimated for 1 of the requests, which have no usage, from our own token counts");
    TokenCounts audio =
        TokenCounts.ofUsage(10, 2, -1, -1, -1).with(new TokenCounts.Priced(-1, -1, 5, -1, -1));
    LevelResult unknown = level(RequestMaker.at(0).chunks(1, 2).tokens(audio).make());
    assertThat(unknown.cost()).isNull();
    assertThat(unknown.warnings())
        .anyMatch(each -> each.startsWith("cost unknown: 1 of the requests"));
  }

  @Test
  void readsBackThePricesOfARun() {
    Judgement stored = Judgement.DEFAULT.with(PRICE);
    assertThat(Judgement.of(stored.addTo(Manifest.empty()))).isEqualTo(stored);
  }
}
