package dev.goodput.operate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.wire.BadSettingException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

final class PanelRowTest {
  private static final String TABLE =
      """
      rows:
        - row: Latency
          panels:
            - title: TTFT
              type: stat
              unit: s
              threshold: ttft
              queries:
                ttft: max by (window) (goodput_latency_seconds{metric="ttft"})
      """;

  @Test
  void fillsTheMatchersIn() {
    assertThat(PanelRow.read(TABLE).getFirst().panels().getFirst().queries().getFirst().text())
        .isEqualTo(
            "max by (window) (goodput_latency_seconds{job=~\"$job\",instance=~\"$instance\","
                + "metric=\"ttft\"})");
  }

  /// One mistake each: what is replaced, by what, and what the error must report.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "goodput_latency_seconds | goodput_latency_second | the gateway exports no metric"
            + " goodput_latency_second; did you mean goodput_latency_seconds?",
        "goodput_latency_seconds | goodput_ttft_seconds | no metric goodput_ttft_seconds",
        "{metric= | {metrics= | goodput_latency_seconds has no label metrics; it has window,",
        "by (window) | by (model) | goodput_latency_seconds has no label model",
        "max by (window) ( | max by (window) (( | panels.yaml:9:",
        "type: stat | type: gauge | must be one of stat, timeseries, heatmap, table, found gauge",
        "threshold: ttft | threshold: tftt | threshold must be one of ttft, tpot",
        "unit: s | unti: s | did you mean unit?",
      })
  void rejectsAMistakeInTheTable(String what, String by, String report) {
    assertThat(TABLE).contains(what);
    assertThatThrownBy(() -> PanelRow.read(TABLE.replace(what, by)))
        .isInstanceOf(BadSettingException.class)
        .message()
        .startsWith("panels.yaml:")
        .contains(report);
  }

  /// The text is JSON without repeated keys, and a reader gets all of it.
  @ParameterizedTest
  @EnumSource
  void dashboardsSurviveARoundTrip(DashboardFormat format) {
    JsonFactory json =
        JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    String text = format.text(null);
    StringWriter copy = new StringWriter();
    try (JsonParser in = json.createParser(ObjectReadContext.empty(), text);
        JsonGenerator out = json.createGenerator(ObjectWriteContext.empty(), copy)) {
      in.nextToken();
      out.copyCurrentStructure(in);
      assertThat(in.nextToken()).isNull();
    }
    assertThat(copy.toString()).isEqualTo(withoutSpaces(text));
  }

  private static String withoutSpaces(String json) {
    StringBuilder text = new StringBuilder();
    boolean string = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      string ^= c == '"' && json.charAt(i - 1) != '\\';
      if (string || !Character.isWhitespace(c)) {
        text.append(c);
      }
    }
    return text.toString();
  }
}
