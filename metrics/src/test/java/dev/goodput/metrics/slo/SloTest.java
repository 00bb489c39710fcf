package dev.goodput.metrics.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.goodput.metrics.stream.LatencyMetric;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class SloTest {
  private static final long MILLI = 1_000_000;

  private static SloSyntaxException refusal(String text) {
    return catchThrowableOfType(SloSyntaxException.class, () -> Slo.parse(text));
  }

  @Test
  void readsAConjunctionOfBounds() {
    assertThat(Slo.parse("p95 ttft<=200ms, tpot<=50ms, e2el<=10s").bounds())
        .containsExactly(
            new Bound(BigDecimal.valueOf(95), LatencyMetric.TTFT, 200 * MILLI),
            new Bound(null, LatencyMetric.TPOT, 50 * MILLI),
            new Bound(null, LatencyMetric.E2EL, 10_000 * MILLI));
  }

  @Test
  void readsBothWaysToWriteAtMostAndAnySpacing() {
    assertThat(Slo.parse("P99.9  TTFT ≤ 1.5 s;e2e<=2m and stall<=500us"))
        .isEqualTo(Slo.parse("p99.9 ttft<=1500ms,e2el<=120s,stall<=0.5ms"));
  }

  @Test
  void readsEveryUnit() {
    assertThat(Slo.parse("ttft<=250us").bounds().getFirst().thresholdNanos()).isEqualTo(250_000);
    assertThat(Slo.parse("ttft<=250µs").bounds().getFirst().thresholdNanos()).isEqualTo(250_000);
    assertThat(Slo.parse("ttft<=.5ms").bounds().getFirst().thresholdNanos()).isEqualTo(500_000);
    assertThat(Slo.parse("ttft<=2s").bounds().getFirst().thresholdNanos()).isEqualTo(2_000_000_000);
    assertThat(Slo.parse("ttft<=1m").bounds().getFirst().thresholdNanos())
        .isEqualTo(60_000_000_000L);
  }

  @Test
  void readsPercentilesWrittenAsInTheResultDocument() {
    assertThat(Slo.parse("p999 ttft<=1s")).isEqualTo(Slo.parse("p99.9 ttft<=1s"));
    assertThat(Slo.parse("p99.90 ttft<=1s")).isEqualTo(Slo.parse("p99.9 ttft<=1s"));
  }

  @Test
  void printsAnExpressionThatReadsTheSameAgain() {
    Slo slo = Slo.parse("p95 ttft<=200ms,tpot<=1500us, p99.9 e2el<=90s, p50 itl<=1.5s");

    assertThat(slo.expression())
        .isEqualTo("p95 ttft ≤ 200 ms, tpot ≤ 1.5 ms, p99.9 e2el ≤ 90 s, p50 itl ≤ 1.5 s");
    assertThat(Slo.parse(slo.expression())).isEqualTo(slo);
  }

  @Test
  void namesTheNearestMetric() {
    SloSyntaxException e = refusal("p95 tftt<=200ms");

    assertThat(e)
        .hasMessage(
            "SLO \"p95 tftt<=200ms\": \"tftt\" at character 5 is not a metric: did you mean ttft?");
    assertThat(e.position()).isEqualTo(5);
    assertThat(e.found()).isEqualTo("tftt");
    assertThat(e.nearest()).isEqualTo("ttft");
  }

  @Test
  void namesTheNearestPreset() {
    SloSyntaxException e = refusal("chta");

    assertThat(e)
        .hasMessageStartingWith("no SLO preset \"chta\"; did you mean chat? Presets: chat");
    assertThat(e.nearest()).isEqualTo("chat");
    assertThat(refusal("code-compleiton").nearest()).isEqualTo("code-completion");
    assertThat(refusal("xyzzyplugh").nearest()).isNull();
  }

  @Test
  void saysWhereEachMistakeIs() {
    assertThat(refusal("").position()).isEqualTo(1);
    assertThat(refusal("ttft").position()).isEqualTo(5);
    assertThat(refusal("ttft<200ms").found()).isEqualTo("<");
    assertThat(refusal("ttft>=200ms").found()).isEqualTo(">");
    assertThat(refusal("ttft<=200").position()).isEqualTo(10);
    assertThat(refusal("ttft<=200mss").nearest()).isEqualTo("ms");
    assertThat(refusal("ttft<=fast").found()).isEqualTo("fast");
    assertThat(refusal("ttft<=-5ms").found()).isEqualTo("-5ms");
    assertThat(refusal("ttft<=200ms tpot<=5ms").position()).isEqualTo(13);
    assertThat(refusal("ttft<=200ms,").position()).isEqualTo(13);
    assertThat(refusal("p100 ttft<=1s").found()).isEqualTo("p100");
    assertThat(refusal("p0 ttft<=1s").found()).isEqualTo("p0");
    assertThat(refusal("ttft<=0ms")).hasMessageContaining("out of range");
    assertThat(refusal("ttft<=99999999999999s")).hasMessageContaining("out of range");
    assertThat(refusal("ttft<=1s, ttft<=2s")).hasMessageContaining("bounds the same twice");
    assertThat(refusal("x".repeat(2000))).hasMessageContaining("longer than 1000 characters");
  }

  @Test
  void namesThePresetsForAnEmptyText() {
    assertThat(refusal(" "))
        .hasMessageMatching("SLO is empty\\. Presets: chat, .*; or an expression, for example .*");
  }

  @Test
  void everyMessageIsOneLine() {
    for (String text : List.of("", "ttft", "ttft<=1", "bogus", "ttft<=1s x", "p95")) {
      assertThat(refusal(text).getMessage()).doesNotContain("\n").isNotBlank();
    }
  }

  @Test
  void theTightestThresholdOfSeveralCounts() {
    Slo slo = Slo.parse("p50 ttft<=100ms, p99 ttft<=500ms");

    assertThat(slo.tightestNanos(LatencyMetric.TTFT)).hasValue(100 * MILLI);
    assertThat(slo.tightestNanos(LatencyMetric.TPOT)).isEmpty();
  }

  @Test
  void knowsWhichBoundsNeedAStream() {
    assertThat(Slo.parse("e2el<=10s").needsStream()).isFalse();
    assertThat(Slo.parse("e2el<=10s, ttft<=1s").needsStream()).isTrue();
    assertThat(Slo.parse("batch").needsStream()).isFalse();
  }

  @Test
  void boundsCheckTheirRanges() {
    assertThatThrownBy(() -> new Bound(null, LatencyMetric.TTFT, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Bound(BigDecimal.valueOf(100), LatencyMetric.TTFT, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
