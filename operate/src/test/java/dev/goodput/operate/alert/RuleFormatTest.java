package dev.goodput.operate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.gateway.config.YamlNode;
import dev.goodput.gateway.config.YamlNode.Mapping;
import dev.goodput.gateway.config.YamlNode.Scalar;
import dev.goodput.gateway.config.YamlNode.Sequence;
import dev.goodput.gateway.config.YamlReader;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.operate.slo.SloFile;
import dev.goodput.operate.slo.SloTemplate;
import dev.goodput.telemetry.metric.MetricCatalogue;
import dev.goodput.wire.BadSettingException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The formats of systems other than Prometheus, for the preset `chat`: 95 % of requests over 28
/// days. `AlertPlanTest` has its windows and factors: 30m at 7, 6h at 4, 1d at 1.5, 3d at 1.
final class RuleFormatTest {
  private static final String CHAT = SloTemplate.of(Slo.parse("chat"));
  private static final RuleOptions OPTIONS = new RuleOptions("goodput", "docs", "");

  private static YamlNode generate(RuleFormat format, String slo) {
    String text = format.text(SloFile.parse("slo.yaml", slo), OPTIONS);
    // The reader takes documents of keys; every JSON document is a YAML document.
    String keys = text.startsWith("[") ? "{\"monitors\": " + text + "}" : text;
    return YamlReader.read("generated", keys, "keys");
  }

  private static YamlNode at(YamlNode node, String... keys) {
    YamlNode found = node;
    for (String key : keys) {
      found =
          found instanceof Sequence items
              ? items.items().get(Integer.parseInt(key))
              : Objects.requireNonNull(((Mapping) found).entries().get(key), key).value();
    }
    return found;
  }

  private static String text(YamlNode node, String... keys) {
    return ((Scalar) at(node, keys)).value();
  }

  private static List<YamlNode> each(YamlNode node, String... keys) {
    return ((Sequence) at(node, keys)).items();
  }

  @Test
  void slothGetsTheQueriesWithItsWindow() {
    YamlNode sloth = generate(RuleFormat.SLOTH, CHAT);
    assertThat(text(sloth, "version")).isEqualTo("prometheus/v1");
    assertThat(text(sloth, "service")).isEqualTo("chat");
    assertThat(text(sloth, "slos", "0", "name")).isEqualTo("chat");
    assertThat(text(sloth, "slos", "0", "objective")).isEqualTo("95");
    YamlNode events = at(sloth, "slos", "0", "sli", "events");
    String total = "sum(rate(goodput_upstream_slo_requests_total{slo=\"chat\"}[{{.window}}]))";
    assertThat(text(events, "total_query")).isEqualTo(total);
    assertThat(text(events, "error_query"))
        .isEqualTo(
            "clamp_min(%1$s - (%2$s or 0 * %1$s), 0)"
                .formatted(total, total.replace("slo_requests", "slo_good_requests")));
    assertThat(text(sloth, "slos", "0", "alerting", "page_alert", "labels", "severity"))
        .isEqualTo("page");
  }

  @Test
  void datadogGetsAMonitorForEachBurnAlert() {
    List<YamlNode> monitors = each(generate(RuleFormat.DATADOG, CHAT), "monitors");
    assertThat(monitors)
        .extracting(each -> text(each, "query").replaceAll(":.*>", " >"))
        .containsExactly(
            "sum(last_30m) > 0.35",
            "sum(last_6h) > 0.2",
            "sum(last_1d) > 0.075",
            "sum(last_3d) > 0.05");
    assertThat(monitors)
        .extracting(each -> text(each, "options", "thresholds", "critical"))
        .containsExactly("0.35", "0.2", "0.075", "0.05");
    assertThat(monitors)
        .extracting(each -> text(each, "priority"))
        .containsExactly("1", "1", "3", "3");
    assertThat(each(monitors.getFirst(), "tags"))
        .extracting(tag -> ((Scalar) tag).value())
        .containsExactly("slo:chat", "service:chat", "severity:page");
  }

  /// Metrics are named as the gateway sends them over OTLP, and its labels have the prefix of the
  /// attributes.
  @Test
  void datadogQueriesWhatTheGatewaySends() {
    String query = text(generate(RuleFormat.DATADOG, CHAT), "monitors", "0", "query");
    List<String> sent =
        MetricCatalogue.exported().stream().map(MetricCatalogue.Exported::otlpName).toList();
    List<String> read =
        Pattern.compile("sum:([a-z_.]+)\\{goodput\\.slo:chat}\\.as_count\\(\\)")
            .matcher(query)
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(read).hasSize(3);
    assertThat(sent).containsAll(read);
    assertThat(query.replaceAll("sum:[a-z_.]+\\{goodput\\.slo:chat}\\.as_count\\(\\)", "N"))
        .isEqualTo("sum(last_30m):( N - default_zero(N) - 2 ) / N > 0.35");
  }

  @Test
  void datadogRefusesWhatItsMonitorsCannotExpress() {
    String slices =
        CHAT.replace("budgetingMethod: Occurrences", "budgetingMethod: Timeslices")
            .replace("target: 0.95", "target: 0.99\n      timeSliceTarget: 0.95");
    String prometheus =
        CHAT.replace(
            "{type: goodput, spec: {slo: chat}}", "{type: Prometheus, spec: {query: a_total}}");
    for (String other : List.of(slices, prometheus)) {
      assertThatThrownBy(() -> generate(RuleFormat.DATADOG, other))
          .isInstanceOf(BadSettingException.class)
          .hasMessage(
              "slo.yaml: SLO chat cannot be written for Datadog: it needs type: goodput and"
                  + " Occurrences");
    }
  }

  /// Each route leads to a receiver, and each condition names an alert or a severity of the rules.
  @Test
  void alertmanagerRoutesTheAlertsThatTheRulesFire() {
    String rules = RuleFormat.PROMETHEUS.text(SloFile.parse("slo.yaml", CHAT), OPTIONS);
    YamlNode routes = generate(RuleFormat.ALERTMANAGER, CHAT);
    List<String> receivers =
        each(routes, "receivers").stream().map(each -> text(each, "name")).toList();
    assertThat(receivers)
        .contains(
            text(routes, "route", "receiver"), text(routes, "route", "routes", "0", "receiver"));
    assertThat(text(each(routes, "route", "routes", "0", "matchers").getFirst()))
        .isEqualTo("severity=\"page\"");
    assertThat(rules).contains("severity: page").contains("severity: ticket");
    for (YamlNode inhibited : each(routes, "inhibit_rules")) {
      for (String side : List.of("source_matchers", "target_matchers")) {
        for (YamlNode matcher : each(inhibited, side)) {
          Pattern.compile("Goodput\\w+")
              .matcher(text(matcher))
              .results()
              .forEach(name -> assertThat(rules).contains("alert: " + name.group() + "\n"));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyFormatHasAWord(RuleFormat format) {
    assertThat(RuleFormat.words().stream().flatMap(word -> RuleFormat.find(word).stream()))
        .contains(format);
    assertThat(RuleFormat.find("Prometheus")).isEmpty();
  }
}
