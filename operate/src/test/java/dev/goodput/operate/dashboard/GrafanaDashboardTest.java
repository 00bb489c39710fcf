package dev.goodput.operate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.operate.promql.Expr;
import dev.goodput.operate.promql.Expr.Call;
import dev.goodput.operate.promql.Expr.Selector;
import dev.goodput.operate.promql.PromqlException;
import dev.goodput.operate.promql.PromqlParser;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The rules of Grafana's dashboard linter (grafana/dashboard-linter, `docs/rules`), and what our
/// dashboards keep in addition.
final class GrafanaDashboardTest {
  /// Those of the linter's list that we use.
  private static final List<String> UNITS =
      List.of("none", "short", "percentunit", "s", "reqps", "cps", "bytes", "watt", "joule");

  private final Document dashboard = Document.of(DashboardFormat.GRAFANA);

  private Document variable(String name) {
    return dashboard.at("templating").each("list").stream()
        .filter(each -> each.text("name").equals(name))
        .findFirst()
        .orElseThrow();
  }

  /// template-datasource-rule, uneditable-dashboard.
  @Test
  void hasOneDataSourceVariableAndIsNotEditable() {
    assertThat(dashboard.at("templating").each("list"))
        .filteredOn(each -> each.text("type").equals("datasource"))
        .singleElement()
        .satisfies(each -> {
          assertThat(each.text("name")).isEqualTo("datasource");
          assertThat(each.text("label")).isEqualTo("Data source");
          assertThat(each.text("query")).isEqualTo("prometheus");
        });
    assertThat(dashboard.text("editable")).isEqualTo("false");
    assertThat(dashboard.text("uid")).startsWith("goodput-").hasSizeLessThanOrEqualTo(40);
    assertThat(dashboard.text("schemaVersion")).isEqualTo("41");
  }

  /// template-job-rule, template-instance-rule, template-on-time-change-reload-rule.
  @Test
  void hasAVariableForEachFilter() {
    for (String name : List.of("job", "instance", "slo", "model", "tenant", "route", "upstream")) {
      Document variable = variable(name);
      assertThat(variable.text("type")).isEqualTo("query");
      assertThat(variable.at("datasource").text("uid")).isEqualTo("${datasource}");
      assertThat(variable.text("multi")).isEqualTo("true");
      assertThat(variable.text("refresh")).isEqualTo("2");
    }
    assertThat(variable("job").text("label")).isEqualTo("Job");
    assertThat(variable("job").text("allValue")).isEqualTo(".+");
    assertThat(variable("instance").text("label")).isEqualTo("Instance");
    assertThat(variable("instance").text("allValue")).isEqualTo(".+");
    // These labels may be empty: upstream is, for what the gateway answers itself.
    assertThat(variable("upstream").text("allValue")).isEqualTo(".*");
  }

  /// panel-datasource-rule, panel-title-description-rule, panel-units-rule, panel-no-targets-rule.
  @Test
  void everyPanelHasTitleDescriptionUnitAndTargetsWithLegends() {
    assertThat(dashboard.panels()).hasSizeGreaterThan(60);
    assertThat(dashboard.panels()).extracting(each -> each.text("title")).doesNotHaveDuplicates();
    for (Document panel : dashboard.panels()) {
      String title = panel.text("title");
      assertThat(title).isNotBlank();
      assertThat(panel.text("type")).as(title).isIn("stat", "timeseries", "heatmap", "table");
      assertThat(panel.text("description")).as(title).containsPattern("`(\\w|:)+`|up");
      assertThat(panel.at("datasource").text("uid")).isEqualTo("${datasource}");
      assertThat(panel.at("fieldConfig").at("defaults").text("unit")).as(title).isIn(UNITS);
      assertThat(panel.each("targets")).as(title).isNotEmpty();
      assertThat(panel.each("targets")).extracting(t -> t.text("refId")).doesNotHaveDuplicates();
      for (Document target : panel.each("targets")) {
        assertThat(target.text("legendFormat")).as(title).isNotBlank();
        assertThat(target.at("datasource").text("uid")).isEqualTo("${datasource}");
      }
    }
  }

  /// A panel of 24 columns; none may cover another, and none may float over a gap.
  @Test
  void panelsDoNotOverlap() {
    boolean[][] used = new boolean[1000][24];
    for (Document panel : dashboard.each("panels")) {
      Document place = panel.at("gridPos");
      for (int y = 0; y < Integer.parseInt(place.text("h")); y++) {
        for (int x = 0; x < Integer.parseInt(place.text("w")); x++) {
          int line = Integer.parseInt(place.text("y")) + y;
          int column = Integer.parseInt(place.text("x")) + x;
          assertThat(used[line][column]).as(panel.text("title")).isFalse();
          used[line][column] = true;
        }
      }
    }
    assertThat(dashboard.each("panels")).extracting(p -> p.text("id")).doesNotHaveDuplicates();
  }

  /// target-job-rule, target-instance-rule, target-counter-agg-rule, target-rate-interval-rule.
  /// Series of recording rules are sums over all gateways, so they have no job and no instance.
  @Test
  void queriesFilterByJobAndInstanceAndRateTheirCounters() throws PromqlException {
    for (Document panel : dashboard.panels()) {
      for (Document target : panel.each("targets")) {
        String query = target.text("expr");
        Expr expr = PromqlParser.parse(Document.fixed(query));
        expr.selectors()
            .filter(selector -> !selector.metric().startsWith("slo:"))
            .forEach(selector ->
                assertThat(selector.matchers())
                    .as(query)
                    .contains(
                        new Expr.Matcher("job", "=~", "$job"),
                        new Expr.Matcher("instance", "=~", "$instance")));
        List<Expr> rated =
            expr.all()
                .filter(node ->
                    node instanceof Call call
                        && List.of("rate", "increase").contains(call.function()))
                .flatMap(node -> node.parts().stream())
                .toList();
        expr.selectors()
            .filter(s -> s.metric().matches(".*_(total|bucket|sum|count)"))
            .forEach(selector -> assertThat(rated).as(query).contains(selector));
        assertThat(query).doesNotContainPattern("\\brate\\([^\\[]*\\[(?!\\$__rate_interval])");
      }
    }
  }

  /// Every variable of the dashboard filters each metric that has its label.
  @Test
  void queriesFilterByEachLabelOfTheirMetrics() throws PromqlException {
    String ttft = dashboard.panel("TTFT p95").each("targets").getFirst().text("expr");
    Selector selector =
        PromqlParser.parse(Document.fixed(ttft)).selectors().findFirst().orElseThrow();
    assertThat(selector.matchers())
        .extracting(Expr.Matcher::label)
        .containsExactly("job", "instance", "model", "tenant", "route", "upstream");
    assertThat(dashboard.panel("TTFT p95").text("description"))
        .contains("Filters: model, route, tenant, upstream.");
  }

  private List<String> lines(String title) {
    return dashboard
        .panel(title)
        .at("fieldConfig")
        .at("defaults")
        .at("thresholds")
        .each("steps")
        .stream()
        .map(step -> step.text("value") + " " + step.text("color"))
        .toList();
  }

  /// The preset promises 95 % of requests within a TTFT of 200 ms and a TPOT of 80 ms; its slow
  /// page fires at 4 times the even pace.
  @Test
  void showsTheThresholdsOfTheSlo() {
    assertThat(lines("Time to first token")).containsExactly(" green", "0.2 red");
    assertThat(lines("Time per output token")).containsExactly(" green", "0.08 red");
    assertThat(lines("End-to-end latency")).containsExactly(" green");
    assertThat(lines("SLO attainment")).containsExactly(" red", "0.95 green");
    assertThat(lines("Error budget left")).containsExactly(" red", "0.0 green");
    assertThat(lines("Burn rate, 6 h")).containsExactly(" green", "1.0 orange", "4.0 red");
    assertThat(lines("Lost observations")).containsExactly(" green", "1.0 red");
  }
}
