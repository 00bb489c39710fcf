package dev.goodput.record.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {
  @ParameterizedTest
  @CsvSource({"500ms, 500", "30s, 30000", "1.5m, 90000", "2h, 7200000", "1m30s, 90000", "0, 0"})
  void readsDurationsAsPeopleTypeThem(String text, long millis) {
    assertThat(Quantities.duration(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "30", "s", "30 s", "-5s", "30s x", "1e3s", "30sec"})
  void refusesADurationWithoutAUnitOrANumber(String text) {
    assertThatThrownBy(() -> Quantities.duration(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not a duration")
        .hasMessageContaining("30s");
  }

  @Test
  void writesDurationsInWholeUnitsShortestFirst() {
    assertThat(Quantities.format(Duration.ofSeconds(30))).isEqualTo("30s");
    assertThat(Quantities.format(Duration.ofMillis(1500))).isEqualTo("1500ms");
    assertThat(Quantities.format(Duration.ofMinutes(2))).isEqualTo("2m");
    assertThat(Quantities.format(Duration.ofMinutes(90))).isEqualTo("90m");
    assertThat(Quantities.format(Duration.ofHours(1))).isEqualTo("1h");
    assertThat(Quantities.format(Duration.ZERO)).isEqualTo("0s");
    assertThat(Quantities.format(Duration.ofSeconds(90))).isEqualTo("90s");
  }

  @ParameterizedTest
  @CsvSource({
    "95%, .95",
    "99.9%, .999",
    "4.1%, .041",
    "99.99 %, .9999",
    ".5, .5",
    "1e-3, .001",
    "1., 1",
    "200%, 2"
  })
  void readsSharesToTheLastDigit(String text, double share) {
    assertThat(Quantities.share(text)).isEqualTo(share);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "%", "most", "-1%", "9,5%", "NaN", "95%%"})
  void refusesValuesThatAreNotShares(String text) {
    assertThatThrownBy(() -> Quantities.share(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not a share");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "100, 100", "64KiB, 65536", "256MiB, 268435456", "10GiB, 10737418240"})
  void readsAndWritesSizes(String text, long bytes) {
    assertThat(Quantities.bytes(text)).isEqualTo(bytes);
    assertThat(Quantities.formatBytes(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1GB", "-1", "1.5", "0.0001KiB"})
  void refusesValuesThatAreNotSizes(String text) {
    assertThatThrownBy(() -> Quantities.bytes(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not a size");
  }
}
