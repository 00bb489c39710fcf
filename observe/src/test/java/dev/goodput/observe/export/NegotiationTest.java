package dev.goodput.observe.export;

import static dev.goodput.observe.export.Negotiation.Format.OPEN_METRICS;
import static dev.goodput.observe.export.Negotiation.Format.PROTOBUF;
import static dev.goodput.observe.export.Negotiation.Format.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class NegotiationTest {
  @Test
  void givesTextWhereNothingOrAnythingIsAskedFor() {
    assertThat(Negotiation.of(null)).isEqualTo(TEXT);
    assertThat(Negotiation.of("")).isEqualTo(TEXT);
    assertThat(Negotiation.of("*/*")).isEqualTo(TEXT);
    assertThat(Negotiation.of("text/html,application/json;q=0.9,*/*;q=0.8")).isEqualTo(TEXT);
    assertThat(Negotiation.of(";;;q=,,")).isEqualTo(TEXT);
  }

  @Test
  void givesWhatPrometheusLikesBest() {
    String usual =
        "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
            + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
    String natives =
        "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited,"
            + "application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
    assertThat(Negotiation.of(usual)).isEqualTo(OPEN_METRICS);
    assertThat(Negotiation.of(natives)).isEqualTo(PROTOBUF);
    assertThat(Negotiation.of("APPLICATION/OPENMETRICS-TEXT")).isEqualTo(OPEN_METRICS);
  }

  @Test
  void heedsHowMuchEachIsLiked() {
    assertThat(Negotiation.of("text/plain,application/openmetrics-text;q=0.5")).isEqualTo(TEXT);
    assertThat(Negotiation.of("text/plain;q=0.2 , application/openmetrics-text ; q=0.3"))
        .isEqualTo(OPEN_METRICS);
    assertThat(Negotiation.of("application/openmetrics-text;q=0,text/plain;q=0.1")).isEqualTo(TEXT);
  }

  @Test
  void givesNoOtherMessageOrFramingOfProtobuf() {
    assertThat(Negotiation.of("application/vnd.google.protobuf;proto=other.Message"))
        .isEqualTo(TEXT);
    assertThat(
            Negotiation.of(
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
                    + "encoding=text"))
        .isEqualTo(TEXT);
  }
}
