package dev.goodput.runner.report;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.gateway.config.PriceFile;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.result.PriceList;
import dev.goodput.runner.AppException;
import org.junit.jupiter.api.Test;

class PricesTest {
  @Test
  void namesModelsWithoutAPrice() {
    PriceList list =
        PriceFile.parse(
            "prices.yaml",
            """
            {currency: USD, source: a page, date: 2026-11-27, models: [
              {model: a, input: 3, output: 15}, {model: b, input: 1, output: 2}]}
            """);
    assertThatThrownBy(() -> Prices.priced(Judgement.DEFAULT.with(list), "c"))
        .isInstanceOf(AppException.Usage.class)
        .hasMessage("prices.yaml has no prices for the model \"c\"; it has: a, b");
  }
}
