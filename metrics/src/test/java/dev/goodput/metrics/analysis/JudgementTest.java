package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Judgements that are stored in a manifest and read back.
class JudgementTest {
  @Test
  void readsBackWhatItStored() {
    AnalysisOptions options =
        new AnalysisOptions(
            Slo.parse("p95 ttft<=200ms"),
            new TreeMap<>(),
            0.9,
            7.5,
            new Warmup.Fixed(1_500_000_000L),
            250_000_000L,
            new Cost(3.5, "EUR"),
            false);
    Judgement stored = new Judgement(options, true, 0.02);

    assertThat(Judgement.of(stored.addTo(Manifest.empty()))).isEqualTo(stored);
  }

  @Test
  void readsBackSeveralClasses() {
    SortedMap<String, Slo> classes = new TreeMap<>();
    classes.put("a:b/c", Slo.parse("p95 ttft<=200ms, tpot<=50ms"));
    classes.put("batch", Slo.parse("batch"));
    Judgement stored = new Judgement(AnalysisOptions.DEFAULTS.withSloClasses(classes), false, 0.01);

    assertThat(Judgement.of(stored.addTo(Manifest.empty()))).isEqualTo(stored);
  }

  @Test
  void judgesByDefaultsWhatSaysNothing() {
    assertThat(Judgement.of(Manifest.empty())).isEqualTo(Judgement.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"chat", "\u001b[2Jx chat", "talk "})
  void refusesAClassThatNoGatewayWrote(String entry) {
    Manifest damaged = Manifest.empty().with("run.slo_class.2", entry);
    assertThatThrownBy(() -> Judgement.of(damaged))
        .isInstanceOf(RecordException.BadValue.class)
        .hasMessage("manifest: run.slo_class.2 is \"" + entry + "\", expected a class and its SLO");
  }

  @ParameterizedTest
  @CsvSource({
    "run.warmup, soon",
    "run.cooldown, 5",
    "run.attainment, 1.5",
    "run.attainment, 0",
    "run.pace_tps, -1",
    "run.cost_per_hour, -0.5"
  })
  void refusesAValueThatNoRunWrote(String key, String value) {
    Manifest damaged = Manifest.empty().with(key, value);
    assertThatThrownBy(() -> Judgement.of(damaged))
        .isInstanceOf(RecordException.BadValue.class)
        .hasMessageContaining("manifest: " + key + " is ");
  }
}
