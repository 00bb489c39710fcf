package dev.goodput.app.dashboards;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DashboardsGenerateCommandTest {
  private static final String SLO = "../deploy/monitoring/slo.yaml";

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return Main.run(args, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }

  @Test
  void printsGrafanasJson() {
    assertThat(run("dashboards", "generate")).isZero();
    JsonNode dashboard = JsonMapper.shared().readTree(out.toString(UTF_8));
    assertThat(dashboard.get("schemaVersion").asInt()).isEqualTo(41);
    // No SLO, no line of TTFT: its only colour is that without a value.
    assertThat(dashboard.toString()).contains("\"TTFT p95\"").doesNotContain("\"value\":0.2}");
  }

  @Test
  void writesAFileWithTheThresholdsOfAnSlo() throws IOException {
    Path file = directory.resolve("datadog.json");
    assertThat(
            run(
                "dashboards",
                "generate",
                "--for",
                "datadog",
                "--slo",
                SLO,
                "--out",
                file.toString()))
        .as(err.toString(UTF_8))
        .isZero();
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(Files.readString(file)).contains("\"y = 0.2\"").contains("\"layout_type\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dashboards | dashboards what? generate",
        "dashboards generate --for perses | --for must be grafana or datadog, found perses",
        "dashboards generate --for grafanna | did you mean grafana?",
        "dashboards generate --slo none.yaml | none.yaml",
        "dashboards generate --out no/such/file.json | --out no/such/file.json",
      })
  void rejectsBadValues(String args, String report) {
    assertThat(run(args.split(" "))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(report);
  }
}
