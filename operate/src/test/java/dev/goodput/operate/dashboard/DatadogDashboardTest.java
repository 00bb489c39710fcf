package dev.goodput.operate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.telemetry.metric.MetricCatalogue;
import dev.goodput.telemetry.metric.MetricCatalogue.Exported;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class DatadogDashboardTest {
  private static final Pattern QUERY =
      Pattern.compile(
          "(?:sum|max|min|avg|p\\d\\d|histogram):([a-z0-9_.]+)\\{([^}]*)}(?: by \\{([^}]*)})?"
              + "(?:\\.as_(?:rate|count)\\(\\))?");

  private static final Map<String, Exported> BY_OTLP_NAME =
      MetricCatalogue.exported().stream()
          .collect(Collectors.toMap(Exported::otlpName, Function.identity()));

  private final Document dashboard = Document.of(DashboardFormat.DATADOG);

  private static Stream<String> queries(Document widget) {
    return widget.each("requests").stream()
        .flatMap(request ->
            request.has("queries")
                ? request.each("queries").stream()
                : Stream.of(request.at("query")))
        .map(query -> query.text("query"));
  }

  @Test
  void queriesNameMetricsAndTagsThatTheGatewaySends() {
    List<String> queries =
        dashboard.widgets().stream().flatMap(DatadogDashboardTest::queries).toList();
    assertThat(queries).hasSizeGreaterThan(80);
    for (String query : queries) {
      Matcher parts = QUERY.matcher(query);
      assertThat(parts.matches()).as(query).isTrue();
      assertThat(BY_OTLP_NAME).as(query).containsKey(parts.group(1));
      Exported metric = Objects.requireNonNull(BY_OTLP_NAME.get(parts.group(1)));
      List<String> tags = metric.labels().stream().map(Exported::otlpLabel).toList();
      for (String part : parts.group(2).split(",", -1)) {
        if (part.startsWith("$")) {
          assertThat(metric.labels()).as(query).contains(part.substring(1));
        } else if (!part.equals("*")) {
          assertThat(tags).as(query).contains(part.substring(0, part.indexOf(':')));
        }
      }
      if (parts.group(3) != null) {
        assertThat(Arrays.asList(parts.group(3).split(",")))
            .as(query)
            .allMatch(tag -> tags.contains(tag) || tag.equals("host"));
      }
    }
  }

  /// Only panels of series that Prometheus makes itself have no widget.
  @Test
  void hasThePanelsOfGrafana() {
    List<String> missing =
        Document.of(DashboardFormat.GRAFANA).panels().stream()
            .map(panel -> panel.text("title"))
            .collect(Collectors.toList());
    missing.removeAll(dashboard.widgets().stream().map(each -> each.text("title")).toList());
    assertThat(missing)
        .containsExactly(
            "Error budget left",
            "Burn rate, 6 h",
            "Error budget left over time",
            "Burn rate over time, 6 h",
            "Gateways up");
  }

  @Test
  void translatesCountersRatiosAndPercentiles() {
    assertThat(widget("SLO attainment over time").each("requests").getFirst().each("formulas"))
        .extracting(formula -> formula.text("formula"))
        .containsExactly("(query1 / query2)");
    assertThat(queries(widget("SLO attainment over time")))
        .containsExactly(
            "sum:goodput.upstream_slo_good_requests{$upstream,$slo} by {goodput.slo}.as_rate()",
            "sum:goodput.upstream_slo_requests{$upstream,$slo} by {goodput.slo}.as_rate()");
    assertThat(queries(widget("Time to first token p95 by model")))
        .containsExactly(
            "p95:goodput.ttft{$model,$tenant,$route,$upstream} by {gen_ai.request.model}");
    assertThat(queries(widget("Error rate, 5 min")))
        .containsExactly("max:goodput.error{goodput.window:5m}");
    assertThat(queries(widget("Time to first token, distribution")))
        .containsExactly("histogram:goodput.ttft{$model,$tenant,$route,$upstream}");
    assertThat(widget("Time to first token").each("markers"))
        .extracting(marker -> marker.text("value"))
        .containsExactly("y = 0.2");
  }

  private Document widget(String title) {
    return dashboard.widgets().stream()
        .filter(each -> each.text("title").equals(title))
        .findFirst()
        .orElseThrow();
  }
}
