package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import org.junit.jupiter.api.Test;

final class RatingsTest {
  private static LevelResult level(ReportInput in) {
    return in.result().levels().getFirst();
  }

  @Test
  void ratesNothingWithoutAPercentile() {
    LevelResult few = level(SampleRuns.few());
    assertThat(few.requests().ok()).isBetween(2L, 19L);
    assertThat(Ratings.ttft(few)).isNull();
    assertThat(Ratings.tpot(few)).isNull();
    assertThat(Ratings.e2el(few)).isNull();
    assertThat(Ratings.ttft(level(InventedResult.good()))).isNotNull();
  }

  @Test
  void ratesNoStreamIfMostResponsesAreUnstreamed() {
    LevelResult whole = level(SampleRuns.mostlyWhole());
    assertThat(whole.latencies().ttft()).isNotNull();
    assertThat(Ratings.ttft(whole)).isNull();
    assertThat(Ratings.tpot(whole)).isNull();
    assertThat(Ratings.e2el(whole)).isNotNull();
  }
}
