package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Channel;
import dev.goodput.record.TokenSource;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TokenSourcesTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void promptsThatNobodyCountedAreNotOfNoTokens() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.add(RequestMaker.at(0).chunks(100, 120).make());

    TrafficWindow unknown = meter.snapshot(SECOND).all().minute();

    assertThat(unknown.latency(LatencyMetric.PROMPT_TOKENS)).isNull();
    assertThat(unknown.rates().inputTps()).isNull();
    assertThat(unknown.rates().totalTps()).isNull();
    assertThat(unknown.rates().outputTps()).isEqualTo(2);
    assertThat(unknown.counts().tokens().sources().inputUnknown()).isEqualTo(1);

    meter.add(RequestMaker.at(0).chunks(100, 120).usage(40, 2).make());
    TrafficWindow known = meter.snapshot(SECOND).all().minute();

    assertThat(Objects.requireNonNull(known.latency(LatencyMetric.PROMPT_TOKENS)).mean())
        .isEqualTo(40.0);
    assertThat(known.rates().inputTps()).isEqualTo(40);
  }

  @Test
  void tellsByWhatTokensWereCounted() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.add(RequestMaker.at(0).chunks(100, 120).usage(5, 2).make());

    TokenSources named = meter.snapshot(SECOND).all().minute().counts().tokens().sources();
    assertThat(named.worstOutput()).isEqualTo(TokenSource.USAGE);
    assertThat(named.itl()).isEqualTo(ItlSource.CHUNKS);

    meter.add(RequestMaker.at(0).chunks(100, 120).make());
    meter.add(RequestMaker.at(0).chunks(100, 120).usage(5, 0).make());
    meter.add(RequestMaker.at(0).chunks(100, 120).usage(5, 8).make());
    meter.add(
        RequestMaker.at(0)
            .chunk(100, Channel.ANSWER, 1)
            .chunk(120, Channel.ANSWER, 3)
            .usage(5, 4)
            .make());

    TokenSources mixed = meter.snapshot(SECOND).all().minute().counts().tokens().sources();
    assertThat(mixed).isEqualTo(new TokenSources(1, 3, 0, 2, 1, ItlSource.NONE, 1));
    assertThat(mixed.worstOutput()).isEqualTo(TokenSource.CHUNKS);
  }
}
