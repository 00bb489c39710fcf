package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunKindTest {
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEVELS")
  void isFoundByItsKey(RunKind kind) {
    Manifest manifest = Manifest.empty().with("seed", 42).with(kind.key(), "1");
    assertThat(RunKind.of(manifest)).isEqualTo(kind);
    assertThat(kind.describes(manifest)).isTrue();
    assertThat(RunKind.LEVELS.describes(manifest)).isFalse();
  }

  /// A check of a proxy compares latencies in pairs too.
  @Test
  void doesNotTreatAProxyCheckAsAComparison() {
    Manifest manifest = Manifest.empty().with("compare.pairs", 5).with("hop.via", "http://p");
    assertThat(RunKind.of(manifest)).isEqualTo(RunKind.HOP);
  }

  @Test
  void isLevelsWithoutAKey() {
    assertThat(RunKind.of(Manifest.empty().with("run.arrivals", "poisson")))
        .isEqualTo(RunKind.LEVELS);
  }
}
