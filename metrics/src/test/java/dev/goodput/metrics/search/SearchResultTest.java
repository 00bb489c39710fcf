package dev.goodput.metrics.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SearchResultTest {
  @ParameterizedTest
  @CsvSource({
    "18.4, 18.4",
    "18.399, 18.3",
    "18.49999, 18.4",
    "20.2, 20.2",
    "0.1, 0.1",
    "1239, 1230",
    "0, 0"
  })
  void roundsALowerBoundDownToThreeOfItsDecimalDigits(double bound, double rounded) {
    assertThat(SearchResult.roundedDown(bound)).isEqualTo(rounded);
  }
}
