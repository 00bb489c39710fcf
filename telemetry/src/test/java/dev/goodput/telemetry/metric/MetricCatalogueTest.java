package dev.goodput.telemetry.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class MetricCatalogueTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "reference", "gateway-metrics.md");

  @Test
  void isWhatTheDocumentationSays() throws IOException {
    assertThat(Files.readString(DOCUMENT))
        .as("put this table into docs/reference/gateway-metrics.md\n" + MetricCatalogue.markdown())
        .contains(MetricCatalogue.markdown());
  }

  @Test
  void theDocumentationListsTheMetricsOfRollups() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "reference", "fleet-metrics.md"));
    assertThat(page)
        .as("put this list into docs/reference/fleet-metrics.md\n" + MetricCatalogue.rolledUp())
        .contains(MetricCatalogue.rolledUp());
  }

  @Test
  void givesEachMetricANameOfItsOwn() {
    assertThat(MetricCatalogue.ROWS).extracting(MetricRow::prometheusName).doesNotHaveDuplicates();
    assertThat(MetricCatalogue.ROWS).extracting(MetricRow::otlpName).doesNotHaveDuplicates();
  }

  @Test
  void givesOtlpNamesOfWhichACollectorMakesThoseOfThePage() {
    for (MetricRow row : MetricCatalogue.ROWS) {
      String ends =
          switch (row.measure()) {
            case NONE, TOKENS, REQUESTS -> "";
            case SECONDS -> "_seconds";
            case BYTES -> "_bytes";
            case WATTS -> "_watts";
            case JOULES -> "_joules";
            case RATIO -> "_ratio";
            case TOKENS_PER_SECOND, REQUESTS_PER_SECOND -> "_per_second";
          };
      String total = row.kind() == MetricRow.Kind.COUNTER ? "_total" : "";
      assertThat(row.otlpName().replace('.', '_') + ends + total).isEqualTo(row.queryName());
    }
  }

  @Test
  void namesMetricsAsPrometheusAsks() {
    for (MetricRow row : MetricCatalogue.ROWS) {
      assertThat(row.queryName())
          .matches("goodput_[a-z0-9_]+[a-z0-9]")
          .doesNotMatch(".*_(count|sum|bucket|created|info|milliseconds)");
      assertThat(row.labels())
          .as(row.name())
          .doesNotHaveDuplicates()
          .allMatch(label -> label.matches("[a-z][a-z_]*"))
          .doesNotContain("le", "job", "instance");
      assertThat(row.help()).isNotBlank().doesNotEndWith(".");
    }
  }
}
