package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ArrivalKindTest {
  @ParameterizedTest
  @EnumSource
  void isFoundByItsKey(ArrivalKind kind) {
    assertThat(ArrivalKind.of(kind.word())).isEqualTo(kind);
  }

  /// The words in logs that were written before this type existed.
  @ParameterizedTest
  @CsvSource({
    "closed, CLOSED", "constant, CONSTANT", "poisson, POISSON", "gamma, GAMMA", "trace, TRACE",
    "stages, STAGES", "burst, BURST", "steered, STEERED", "looks, PROBES", "observed, OBSERVED",
    "unknown, UNKNOWN"
  })
  void readsTheKeysOfEarlierLogs(String word, ArrivalKind kind) {
    assertThat(ArrivalKind.of(word)).isEqualTo(kind);
  }

  @Test
  void readsAKeyOfALaterVersionAsUnknown() {
    assertThat(ArrivalKind.of("diurnal")).isEqualTo(ArrivalKind.UNKNOWN);
    assertThat(ArrivalKind.of("")).isEqualTo(ArrivalKind.UNKNOWN);
  }
}
