package dev.goodput.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NumberMatchTest {
  @Test
  void readsTheLastNumber() {
    assertThat(NumberMatch.last("from 3 to 1,234,567.50 dollars"))
        .hasValue(new BigDecimal("1234567.50"));
    assertThat(NumberMatch.last("it is -4.")).hasValue(new BigDecimal("-4"));
    assertThat(NumberMatch.last("5-7")).hasValue(new BigDecimal("7"));
    assertThat(NumberMatch.last("about 2.5e-3")).hasValue(new BigDecimal("0.0025"));
    assertThat(NumberMatch.last(".5")).hasValue(new BigDecimal("0.5"));
    assertThat(NumberMatch.last("1, 2, 3")).hasValue(new BigDecimal("3"));
    assertThat(NumberMatch.last("none")).isEmpty();
  }

  @Test
  void comparesValuesAndNotDigits() {
    assertThat(NumberMatch.EQUAL.matches("18.0", List.of("#### 18"))).isTrue();
    assertThat(NumberMatch.EQUAL.matches("1,800", List.of("1800"))).isTrue();
    assertThat(NumberMatch.EQUAL.matches("18.01", List.of("18"))).isFalse();
    assertThat(NumberMatch.EQUAL.matches("none", List.of("none"))).isFalse();
  }

  @Test
  void allowsTheTolerance() {
    assertThat(new NumberMatch(0.1, false).matches("3.2", List.of("3.1"))).isTrue();
    assertThat(new NumberMatch(0.1, false).matches("3.21", List.of("3.1"))).isFalse();
    assertThat(new NumberMatch(0.01, true).matches("-101", List.of("-100"))).isTrue();
    assertThat(new NumberMatch(0.01, true).matches("-101.1", List.of("-100"))).isFalse();
  }

  @Test
  void refusesANegativeTolerance() {
    assertThatThrownBy(() -> new NumberMatch(-1, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a tolerance must be 0 or more, found -1.0");
  }
}
