package dev.goodput.telemetry.metric;

import static dev.goodput.telemetry.metric.FormatNegotiation.Format.OPEN_METRICS;
import static dev.goodput.telemetry.metric.FormatNegotiation.Format.PROTOBUF;
import static dev.goodput.telemetry.metric.FormatNegotiation.Format.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FormatNegotiationTest {
  @Test
  void givesTextWhereNothingOrAnythingIsAskedFor() {
    assertThat(FormatNegotiation.of(null)).isEqualTo(TEXT);
    assertThat(FormatNegotiation.of("")).isEqualTo(TEXT);
    assertThat(FormatNegotiation.of("*/*")).isEqualTo(TEXT);
    assertThat(FormatNegotiation.of("text/html,application/json;q=0.9,*/*;q=0.8")).isEqualTo(TEXT);
    assertThat(FormatNegotiation.of(";;;q=,,")).isEqualTo(TEXT);
  }

  @Test
  void givesWhatPrometheusLikesBest() {
    String usual =
        "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
            + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
    String natives =
        "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited,"
            + "application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
    assertThat(FormatNegotiation.of(usual)).isEqualTo(OPEN_METRICS);
    assertThat(FormatNegotiation.of(natives)).isEqualTo(PROTOBUF);
    assertThat(FormatNegotiation.of("APPLICATION/OPENMETRICS-TEXT")).isEqualTo(OPEN_METRICS);
  }

  @Test
  void heedsHowMuchEachIsLiked() {
    assertThat(FormatNegotiation.of("text/plain,application/openmetrics-text;q=0.5"))
        .isEqualTo(TEXT);
    assertThat(FormatNegotiation.of("text/plain;q=0.2 , application/openmetrics-text ; q=0.3"))
        .isEqualTo(OPEN_METRICS);
    assertThat(FormatNegotiation.of("application/openmetrics-text;q=0,text/plain;q=0.1"))
        .isEqualTo(TEXT);
  }

  @Test
  void givesNoOtherMessageOrFramingOfProtobuf() {
    assertThat(FormatNegotiation.of("application/vnd.google.protobuf;proto=other.Message"))
        .isEqualTo(TEXT);
    assertThat(
            FormatNegotiation.of(
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
                    + "encoding=text"))
        .isEqualTo(TEXT);
  }
}
