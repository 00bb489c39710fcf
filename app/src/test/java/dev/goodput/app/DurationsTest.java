package dev.goodput.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class DurationsTest {
  @Test
  void aDurationOfAnOptionIsReadOrRefusedInTheWordsOfTheCommandLine() {
    assertThat(Durations.parse("1m30s")).isEqualTo(Duration.ofSeconds(90));
    assertThatThrownBy(() -> Durations.parse("30"))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("is not a duration");
  }
}
