package dev.goodput.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
  @ParameterizedTest
  @CsvSource({"500ms, 500", "30s, 30000", "1.5m, 90000", "2h, 7200000", "1m30s, 90000", "0, 0"})
  void readsWhatPeopleType(String text, long millis) {
    assertThat(Durations.parse(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "30", "s", "30 s", "-5s", "30s x", "1e3s", "30sec"})
  void refusesWhatHasNoUnitOrIsNoNumber(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .hasMessageContaining("is not a duration")
        .hasMessageContaining("30s");
  }

  @Test
  void writesWholeUnitsShortestFirst() {
    assertThat(Durations.format(Duration.ofSeconds(30))).isEqualTo("30s");
    assertThat(Durations.format(Duration.ofMillis(1500))).isEqualTo("1500ms");
    assertThat(Durations.format(Duration.ofMinutes(2))).isEqualTo("2m");
    assertThat(Durations.format(Duration.ofSeconds(90))).isEqualTo("90s");
  }
}
