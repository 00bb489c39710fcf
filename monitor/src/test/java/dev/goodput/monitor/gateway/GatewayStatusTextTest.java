package dev.goodput.monitor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.distribution.Distribution;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class GatewayStatusTextTest {
  private static final List<String> HEAD = List.of("goodput gateway  127.0.0.1:9000 → http://a");

  private static Distribution latency(@Nullable Double p50, @Nullable Double p95, double max) {
    return new Distribution(
        true, 40, p50 == null ? max : p50, null, null, p50, null, p95, null, null, max, null);
  }

  /// Returns the summary of a gateway that works well, except for its problems.
  static TrafficSummary health(List<String> troubles) {
    Distribution ttft = latency(61.0, 118.0, 240);
    return new TrafficSummary(12, 0, 1, 2, ttft, latency(9.1, 14.0, 20), 1590.0, 0.971, troubles);
  }

  private static GatewayStatusText frame(TrafficSummary health) {
    return new GatewayStatusText(HEAD, health, 3_725);
  }

  @Test
  void namesTheWindowAndThePercentilesOfItsFigures() {
    assertThat(frame(health(List.of())).lines(80))
        .containsExactly(
            HEAD.getFirst(),
            " 01:02:05   12 requests   0 in flight   1 failed   2 cancelled",
            " last minute   good 97.1 %   output 1,590 tok/s",
            " p50 / p95     TTFT 61.0 ms / 118 ms   ITL 9.10 ms / 14.0 ms");
  }

  @Test
  void aMaximumIsCalledOne() {
    TrafficSummary few =
        new TrafficSummary(
            4, 0, 0, 0, latency(61.0, null, 240), latency(null, null, 20), null, null, List.of());
    assertThat(frame(few).lines(80))
        .contains(" last minute", " p50 / p95     TTFT 61.0 ms / max 240 ms   ITL max 20.0 ms");
    TrafficSummary none = new TrafficSummary(4, 0, 4, 0, null, null, 0.0, null, List.of());
    assertThat(frame(none).lines(80)).contains(" no successful requests in the last minute");
  }

  @Test
  void aTroubleIsToldToItsEndHoweverNarrowTheTerminal() {
    List<String> troubles =
        List.of(
            "the configuration was refused, the one before stays in force: gateway.yaml:4:7: pace"
                + " must be a number of tokens per second",
            "upstream engine is out of reach: connection refused");
    assertThat(frame(health(troubles)).lines(60).subList(4, 8))
        .containsExactly(
            " ✘ the configuration was refused, the one before stays in",
            "   force: gateway.yaml:4:7: pace must be a number of tokens",
            "   per second",
            " ✘ upstream engine is out of reach: connection refused");
    assertThat(frame(health(troubles)).lines(30))
        .hasSizeGreaterThan(8)
        .allMatch(line -> line.length() < 30);
    assertThat(frame(health(troubles)).line())
        .endsWith("tokens per second   ✘ upstream engine is out of reach: connection refused");
  }
}
