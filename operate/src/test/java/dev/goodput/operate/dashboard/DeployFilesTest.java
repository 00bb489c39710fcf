package dev.goodput.operate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.gateway.config.YamlReader;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.operate.alert.Promtool;
import dev.goodput.operate.alert.RuleFormat;
import dev.goodput.operate.alert.RuleOptions;
import dev.goodput.operate.slo.SloFile;
import dev.goodput.operate.slo.SloTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The files of `deploy/monitoring`. Those that a command prints are what it prints today; write
/// them again with the commands of `docs/how-to/monitoring.md`.
final class DeployFilesTest {
  private static final Path DIRECTORY = Path.of("..", "deploy", "monitoring");
  private static final RuleOptions DEFAULT = new RuleOptions("goodput", "docs", "");

  private static String text(String name) throws IOException {
    return Files.readString(DIRECTORY.resolve(name));
  }

  private static SloFile slo() throws IOException {
    return SloFile.parse("slo.yaml", text("slo.yaml"));
  }

  @Test
  void areWhatTheCommandsPrint() throws IOException {
    assertThat(text("slo.yaml")).isEqualTo(SloTemplate.of(Slo.parse("chat")));
    assertThat(text("rules.yaml")).isEqualTo(RuleFormat.PROMETHEUS.text(slo(), DEFAULT));
    assertThat(text("alertmanager.yml")).isEqualTo(RuleFormat.ALERTMANAGER.text(slo(), DEFAULT));
    assertThat(text("grafana/goodput.json")).isEqualTo(DashboardFormat.GRAFANA.text(slo()));
    assertThat(text("datadog.json")).isEqualTo(DashboardFormat.DATADOG.text(slo()));
  }

  @Test
  @Tag("real")
  void prometheusReadsItsConfiguration() throws Exception {
    assumeTrue(Promtool.installed(), Promtool.MISSING);
    assertThat(Promtool.run(DIRECTORY, "check", "config", "prometheus.yml"))
        .contains("prometheus.yml is valid")
        .contains("1 rule files found");
  }

  @Test
  void theScrapeHasTheNameThatTheRulesExpect() throws IOException {
    assertThat(text("prometheus.yml")).contains("- job_name: " + DEFAULT.job() + " ");
    assertThat(text("rules.yaml")).contains("up{job=\"" + DEFAULT.job() + "\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"otel-collector.yaml", "grafana/datasource.yaml", "grafana/dashboards.yaml"})
  void otherFilesAreYaml(String name) throws IOException {
    assertThat(YamlReader.read(name, text(name), "keys").entries()).isNotEmpty();
  }
}
