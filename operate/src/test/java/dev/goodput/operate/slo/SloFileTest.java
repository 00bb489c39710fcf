package dev.goodput.operate.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.operate.slo.SliSource.Gateway;
import dev.goodput.wire.BadSettingException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class SloFileTest {
  private static final String CHAT = SloTemplate.of(Slo.parse("chat"));

  private static final String OURS = "\\{type: goodput, spec: \\{slo: chat}}";

  private static ServiceObjective only(String text) {
    SloFile file = SloFile.parse("slo.yaml", text);
    assertThat(file.objectives()).hasSize(1);
    return file.objectives().getFirst();
  }

  @ParameterizedTest
  @MethodSource("dev.goodput.metrics.slo.Slo#presetNames")
  void readsTheTemplateOfEveryPreset(String preset) {
    Slo slo = Slo.parse(preset);
    ServiceObjective read = only(SloTemplate.of(slo));
    assertThat(read.name()).isEqualTo(preset);
    assertThat(read.source()).isEqualTo(new Gateway(preset, slo));
    assertThat(read.target().toPlainString())
        .isEqualTo(slo.expression().startsWith("p99") ? "0.99" : "0.95");
    assertThat(read.period()).isEqualTo(Duration.ofDays(28));
    assertThat(read.pageWithin()).isEqualTo(Duration.ofMinutes(12));
  }

  @Test
  void anExpressionIsTheClassOfItsIndicator() {
    ServiceObjective read =
        only(CHAT.replace("{slo: chat}", "{slo: \"p95 ttft<=300ms, tpot<=50ms\"}"));
    assertThat(read.source())
        .isEqualTo(new Gateway("chat", Slo.parse("p95 ttft<=300ms, tpot<=50ms")));
    ServiceObjective named =
        only(CHAT.replace("{slo: chat}", "{slo: \"ttft<=300ms\", class: premium}"));
    assertThat(named.source()).isEqualTo(new Gateway("premium", Slo.parse("ttft<=300ms")));
  }

  @Test
  void readsTimeSlices() {
    ServiceObjective read =
        only(
            CHAT.replace("budgetingMethod: Occurrences", "budgetingMethod: Timeslices")
                .replace(
                    "target: 0.95",
                    "target: 0.99\n      timeSliceTarget: 0.95\n      timeSliceWindow: 5m"));
    assertThat(read.sliceTarget())
        .hasValueSatisfying(share -> assertThat(share).isEqualByComparingTo("0.95"));
    assertThat(read.alerts()).isEmpty();
  }

  @Test
  void readsAlertConditionsOfTheFile() {
    String own =
        CHAT.replace("displayName: good requests", "displayName: own alerts")
            + """
              alertPolicies:
                - alertPolicyRef: fast
            ---
            apiVersion: openslo/v1
            kind: AlertPolicy
            metadata: {name: fast}
            spec: {alertWhenBreaching: true, conditions: [{conditionRef: burn}]}
            ---
            apiVersion: openslo/v1
            kind: AlertCondition
            metadata: {name: burn}
            spec:
              severity: page
              condition: {kind: burnrate, op: gte, threshold: 6, lookbackWindow: 1h, alertAfter: 5m}
            """;
    ServiceObjective read = only(own);
    assertThat(read.alerts())
        .containsExactly(
            new BurnAlert(
                "GoodputBudgetBurn",
                "burn",
                "page",
                Duration.ofHours(1),
                Duration.ofMinutes(5),
                6,
                Duration.ofMinutes(5)));
    assertThatThrownBy(() -> only(own.replace("threshold: 6", "threshold: 20")))
        .hasMessageContaining("threshold can never be reached by SLO chat")
        .hasMessageContaining("at most 20");
    SloFile late = SloFile.parse("slo.yaml", own.replace("threshold: 6", "threshold: 17"));
    assertThat(late.notes()).singleElement().asString().contains("85 %");
  }

  @Test
  void passesPrometheusCountersThrough() {
    String text =
        CHAT.replaceFirst(OURS, "{type: Prometheus, spec: {query: 'sum(ok_total{a=\"b\"})'}}")
            .replaceFirst(
                OURS, "{type: Prometheus, spec: {query: 'sum(rate(all_total[{{.window}}]))'}}");
    SliSource source = only(text).source();
    assertThat(source.total("rate", "5m")).isEqualTo("(sum(rate(all_total[5m])))");
    assertThat(source.total("increase", "30m")).isEqualTo("(1800 * (sum(rate(all_total[30m]))))");
    assertThat(source.bad("rate", "5m"))
        .isEqualTo(
            "clamp_min((sum(rate(all_total[5m]))) - (sum(rate(ok_total{a=\"b\"}[5m])) or 0 *"
                + " (sum(rate(all_total[5m])))), 0)");
  }

  /// One fault each: what is replaced, by what, and what the error must say.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "openslo/v1 | openslo/v1alpha | 5:13: apiVersion must be openslo/v1",
        "kind: Service | kind: Servce | kind must be one of Service, SLO, SLI",
        "kind: Service | kind: AlertNotificationTarget | Alertmanager routes the alerts",
        "target: 0.95 | target: 1 | target must be below 100 %",
        "target: 0.95 | target: 95 | must be above 0.5 and below 1, found 95",
        "target: 0.95 | target: 0.5 | must be above 0.5",
        "target: 0.95 | target: many | must be a number such as 0.95, found \"many\"",
        "target: 0.95 | targetPercent: 100 | must be below 100 %",
        "duration: 28d # or 30d | duration: 90d | must be 28d (4w) or 30d, found 90d",
        "isRolling: true | isRolling: false | must be true, found false",
        "budgetingMethod: Occurrences | budgetingMethod: RatioTimeslices | must be Occurrences or"
            + " Timeslices",
        "slo: chat | slo: chatt | spec.slo cannot be read: no SLO preset",
        "page-within: 12m | page-within: 2m | must be a time from 5m to 24m at this target",
        "counter: true | counter: false | must be true, found false: rules need counters",
        "type: goodput | type: Datadog | must be goodput or Prometheus, found Datadog",
        "  service: chat | | spec.service is missing",
        "service: chat | service: Chat \"x\" | spec.service must be up to 63 of a-z, 0-9 and -",
        "ratioMetric: | thresholdMetric: | thresholdMetric is not supported",
        "displayName: good requests | value: 3 | value is not supported",
        "name: chat | name: Chat | use lower case",
      })
  void rejectsWithPositionAndReason(String what, String by, String says) {
    assertThat(CHAT).contains(what);
    String broken = CHAT.replace(what, by == null ? "" : by);
    assertThatThrownBy(() -> SloFile.parse("slo.yaml", broken))
        .isInstanceOf(BadSettingException.class)
        .message()
        .startsWith("slo.yaml:")
        .contains(says);
  }
}
