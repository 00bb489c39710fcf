package dev.goodput.operate.lint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.operate.alert.PrometheusRules;
import dev.goodput.operate.alert.RuleOptions;
import dev.goodput.operate.slo.SloFile;
import dev.goodput.operate.slo.SloTemplate;
import dev.goodput.wire.BadSettingException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RuleLinterTest {
  /// An excerpt of the metrics page of vLLM 0.32.0.
  private static final String VLLM =
      """
      # TYPE vllm:time_to_first_token_seconds histogram
      vllm:time_to_first_token_seconds_bucket{engine="0",le="0.1",model_name="m"} 0.0
      vllm:time_to_first_token_seconds_bucket{engine="0",le="0.25",model_name="m"} 0.0
      vllm:time_to_first_token_seconds_bucket{engine="0",le="1.0",model_name="m"} 0.0
      vllm:time_to_first_token_seconds_bucket{engine="0",le="+Inf",model_name="m"} 0.0
      vllm:time_to_first_token_seconds_count{engine="0",model_name="m"} 0.0
      vllm:request_success_total{engine="0",finished_reason="stop",model_name="m"} 0.0
      vllm:num_requests_waiting{engine="0",model_name="m"} 0.0
      """;

  private static List<LintFinding> lint(String kind, String expr, boolean page) {
    KnownMetrics known = new KnownMetrics();
    if (page) {
      assertThat(known.addPage(VLLM)).isEqualTo(7);
    }
    String text =
        "groups:\n  - name: g\n    rules:\n      - %s: planted\n        expr: |\n          %s\n"
            .formatted(kind, expr);
    return RuleLinter.lint("rules.yaml", text, known, Duration.ofSeconds(15));
  }

  /// One planted fault each; no other finding may appear.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "alert | slo:error:ratio_rate5m > 14.4 * 0.1 and sum(increase(n_total[1h])) > 9 |"
            + " unreachable-threshold",
        "alert | bad:increase1h > 20 * 0.05 * all:increase1h and bad:increase1h > all:increase1h +"
            + " 2 | unreachable-threshold",
        "alert | histogram_quantile(0.95, sum by (le) (rate(x_seconds_bucket[5m]))) > 2000 |"
            + " unreachable-threshold",
        "alert | avg(sglang:token_usage) > 95 | unreachable-threshold",
        "record | avg_over_time(slo:error:ratio_rate5m[3d]) | unweighted-window",
        "record | sum_over_time(slo:error:ratio_rate5m[3d]) /"
            + " count_over_time(slo:error:ratio_rate5m[3d]) | unweighted-window",
        "record | avg_over_time((sum(rate(e_errors_total[5m])) / sum(rate(e_total[5m])))[1d:5m]) |"
            + " unweighted-window",
        "record | 1 - sum(rate(good_total[5m])) / sum(rate(all_total[5m])) | vanishing-ratio",
        "record | sum(rate(all_total[5m])) - sum(rate(good_total[5m])) | vanishing-ratio",
        "record | sum(rate(r_total{code=~\"5..\"}[5m])) / sum(rate(r_total[5m])) | missing-or-0",
        "alert | rate(goodput_dropped_observations_total[30s]) > 0 | few-scrapes",
        "record | rate(vllm:time_to_first_token_seconds_bucket{le=\"0.2\"}[5m]) | le-no-edge",
        "record | rate(vllm:time_to_first_token_seconds_bucket{le=\"1\"}[5m]) | le-no-edge",
        "alert | vllm:num_requests_queued > 10 | unknown-metric",
        "alert | increase(goodput_lost_observations_total[5m]) > 0 | unknown-metric",
        "alert | rate(vllm:request_success_total{finish_reason=\"stop\"}[5m]) > 9 | unknown-label",
        "alert | sum by (outcome) (rate(vllm:request_success_total[5m])) > 9 | unknown-label",
        "alert | goodput_ttft_seconds_count{route_name=\"x\"} > 9 | unknown-label",
        "alert | histogram_quantile(0.9, avg by (le) (rate(x_bucket[5m]))) > 2 |"
            + " quantile-of-averages",
        "alert | histogram_quantile(0.9, sum by (job) (rate(x_bucket[5m]))) > 2 |"
            + " quantile-of-averages",
        "alert | histogram_quantile(0.9, sum by (le) (x_bucket)) > 2 | quantile-of-averages",
        "alert | avg(goodput_latency_seconds{percentile=\"99\"}) > 2 | quantile-of-averages",
        "record | sum(rate(vllm:time_to_first_token_seconds_bucket{le=\"0.25\"}[5m])) /"
            + " sum(rate(vllm:time_to_first_token_seconds_count[5m])) | survivor-bias",
        "alert | slo:error:ratio_rate1h > 7 * 0.05 and slo:error:ratio_rate5m > 7 * 0.05 |"
            + " no-evidence-gate",
        "alert | bad:increase1h > 7 * 0.05 * all:increase1h | no-evidence-gate",
        "alert | rate(sglang:num_aborted_requests_total[5m]) / rate(sglang:num_requests_total[5m])"
            + " > 0.05 | no-evidence-gate",
        "alert | sum(rate(x[5m]) | unreadable",
      })
  void findsThePlantedFault(String kind, String expr, String check) {
    List<LintFinding> findings = lint(kind, expr, expr.contains("vllm:"));
    assertThat(findings)
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.check()).isEqualTo(check);
          assertThat(finding.line()).isEqualTo(6);
          assertThat(finding.rule()).isEqualTo("planted");
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "up{job=\"goodput\"} == 0",
        "sum(rate(goodput_ttft_seconds_sum[5m])) / sum(rate(goodput_ttft_seconds_count[5m])) > 2",
        "histogram_quantile(0.95, sum by (le, model) (rate(goodput_ttft_seconds_bucket[5m]))) > 2",
        "histogram_quantile(0.95, sum(rate(goodput_ttft_seconds[5m]))) > 2",
        "(errors:ratio1h > 7 * 0.05) and (errors:ratio5m > 7 * 0.05) and sum(increase(r_total[1h]))"
            + " > 200",
        "1 - (sum(rate(good_total[5m])) or 0 * sum(rate(all_total[5m]))) / sum(rate(all_total[5m]))"
            + " < 0",
        "avg by (upstream) (goodput_engine_kv_cache_usage_ratio) > 0.95",
        "100 * avg(sglang:token_usage) > 95",
        "histogram_quantile(0.99, sum by (le) (rate(goodput_itl_seconds_bucket[5m])))"
            + " / histogram_quantile(0.5, sum by (le) (rate(goodput_itl_seconds_bucket[5m]))) > 5",
        "vllm:num_requests_waiting{model_name=\"m\", pod=~\"a.*\"} > 10",
      })
  void isQuietAboutGoodRules(String expr) {
    assertThat(lint("alert", expr, expr.contains("vllm:"))).isEmpty();
  }

  /// The linter knows every metric and label that the generator writes, so no generated rule names
  /// one that the gateway does not export.
  @ParameterizedTest
  @ValueSource(
      strings = {"0.8", "0.9", "0.95", "0.99", "0.999", "0.99\n      timeSliceTarget: 0.9"})
  void isQuietAboutGeneratedRules(String target) {
    String text = SloTemplate.of(Slo.parse("chat")).replace("target: 0.95", "target: " + target);
    if (target.equals("0.8")) {
      // At this target two times the even pace is 40 % bad, which takes 12 of 30 minutes.
      text = text.replace("page-within: 12m", "page-within: 15m");
    }
    if (target.contains("Slice")) {
      text = text.replace("Occurrences\n", "Timeslices\n");
    }
    String rules =
        PrometheusRules.of(SloFile.parse("slo.yaml", text), new RuleOptions("goodput", "docs", ""));
    assertThat(RuleLinter.lint("r", rules, new KnownMetrics(), Duration.ofSeconds(15))).isEmpty();
  }

  @Test
  void findsLinesInEveryScalarStyle() {
    String text =
        """
        apiVersion: monitoring.coreos.com/v1
        kind: PrometheusRule
        spec:
          groups:
            - name: g
              rules:
                - alert: plain
                  expr: rate(x_total[10s]) > 0
                - alert: literal
                  expr: |
                    up == 0
                    or
                    rate(x_total[10s]) > 0
        """;
    List<LintFinding> findings =
        RuleLinter.lint("r", text, new KnownMetrics(), Duration.ofSeconds(15));
    assertThat(findings).extracting(LintFinding::line).containsExactly(8, 13);
  }

  @Test
  void rejectsWhatIsNoRuleFile() {
    assertThatThrownBy(
            () -> RuleLinter.lint("r.yaml", "a: 1", new KnownMetrics(), Duration.ofSeconds(15)))
        .isInstanceOf(BadSettingException.class)
        .hasMessage("r.yaml is no rule file: it has no groups");
  }
}
