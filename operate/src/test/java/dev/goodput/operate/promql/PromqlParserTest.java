package dev.goodput.operate.promql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PromqlParserTest {
  /// Precedence as in Prometheus' documentation: ^ binds to the right, a sign is weaker than ^.
  @ParameterizedTest
  @CsvSource({
    "1 + 2 * 3, 7",
    "2 ^ 3 ^ 2, 512",
    "-2 ^ 2, -4",
    "(1 + 2) * 3, 9",
    "8 / 4 / 2, 1",
    "0x10, 16",
    "1.5e1 - 5, 10",
    "3 * 1d, 259200"
  })
  void computesConstants(String query, double value) throws PromqlException {
    assertThat(PromqlParser.parse(query).constant()).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sum by (a, b) (rate(x{c=~\"d|e\", f!=\"\"}[5m] offset 1h)) / on (a) group_left (z) y",
        "sum(rate(x[5m])) without (instance) > bool 0.5 unless absent(y)",
        ":node:sum{a='b'}[1h:5m]",
        "max_over_time(rate(x[5m])[1h:])",
        "x @ start() and y @ 1600000000",
        "{__name__=\"x\", job=`a`}",
        "{\"utf8.name\", a=\"b\"}",
        "topk(3, x) # a comment",
        "label_replace(up, \"a\", \"$1\", \"b\", \"(.*)\")",
        "rate(x[1h30m])",
        "count_values(\"v\", x) or vector(0)",
        "quantile(0.9, x) == Inf",
        "sum by () (x)",
      })
  void readsTheLanguage(String query) throws PromqlException {
    assertThat(PromqlParser.parse(query).all().count()).isPositive();
  }

  @Test
  void keepsWindowsAndConditions() throws PromqlException {
    Expr.Selector selector =
        PromqlParser.parse("rate(x_total{a=\"b\"}[1h30m])").selectors().findFirst().orElseThrow();
    assertThat(selector.metric()).isEqualTo("x_total");
    assertThat(selector.range()).isEqualTo(Duration.ofMinutes(90));
    assertThat(selector.matchers()).containsExactly(new Expr.Matcher("a", "=", "b"));
    assertThat(selector.at()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sum(x | 5 | expected \")\", found the end of the expression",
        "x y | 2 | expected an operator or the end, found \"y\"",
        "rate(x[]) | 7 | expected a duration such as 5m, found \"]\"",
        "x{a} | 3 | expected =, !=, =~ or !~, found \"}\"",
        "1 + ? | 4 | unexpected character \"?\"",
      })
  void reportsPositions(String query, int at, String message) {
    assertThatThrownBy(() -> PromqlParser.parse(query))
        .isInstanceOfSatisfying(PromqlException.class, e -> assertThat(e.at()).isEqualTo(at))
        .hasMessage(message);
  }

  @Test
  void refusesEndlessNesting() {
    String deep = "(".repeat(5000) + "x" + ")".repeat(5000);
    assertThatThrownBy(() -> PromqlParser.parse(deep)).hasMessageContaining("nested more than 100");
  }
}
