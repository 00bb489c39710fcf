package dev.goodput.app.compare;

import static dev.goodput.app.Checks.refuse;

import dev.goodput.app.AppException;
import dev.goodput.app.MetricWords;
import dev.goodput.app.NextCommandRole;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.GateRule;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// How B is judged, declared before anything is measured.
final class GateRuleOptions {
  private static final Pattern SHARE = Pattern.compile("(\\d*\\.?\\d+)\\s*(%?)");

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--metrics",
      paramLabel = "M,M…",
      split = ",",
      description =
          "metrics to compare, in addition to the error rate (default: "
              + "ttft_p50,ttft_p95,tpot_p50,tpot_p95)")
  List<String> metrics = new ArrayList<>();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--max-regression",
      paramLabel = "SHARE",
      description = "how much slower B may be; percentage points for attainment (default: 2%%)")
  @Nullable String maxRegression;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--max-more-failures",
      paramLabel = "SHARE",
      description = "points by which B's error rate may exceed A's (default: 1%%)")
  @Nullable String maxMoreFailures;

  /// The rule.
  ///
  /// @param slo whether there is an SLO, which metrics of good requests need
  /// @param streams whether answers are streamed
  /// @throws AppException.Usage for names and values that make no sense
  GateRule rule(boolean slo, boolean streams) {
    GateRule usual = GateRule.DEFAULT;
    List<ComparedMetric> chosen = new ArrayList<>();
    if (metrics.isEmpty()) {
      chosen.addAll(
          streams ? usual.metrics() : List.of(ComparedMetric.E2EL_P50, ComparedMetric.E2EL_P95));
    }
    for (String word : metrics) {
      ComparedMetric metric = MetricWords.named("--metrics", word.strip());
      refuse(!slo && metric.needsSlo(), "--metrics " + word + " needs an SLO; add --slo chat");
      refuse(
          !streams && needsStream(metric),
          "--metrics " + word + " needs streams, and --no-stream turns them off; use e2el_p95");
      chosen.add(metric);
    }
    if (!chosen.contains(ComparedMetric.ERROR_RATE)) {
      chosen.add(ComparedMetric.ERROR_RATE);
    }
    return new GateRule(
        chosen.stream().distinct().toList(),
        share("--max-regression", maxRegression, usual.delta()),
        share("--max-more-failures", maxMoreFailures, usual.errorRateMargin()),
        usual.confidence());
  }

  private static boolean needsStream(ComparedMetric metric) {
    return metric.word().startsWith("ttft") || metric.word().startsWith("tpot");
  }

  private static double share(String option, @Nullable String text, double usual) {
    if (text == null) {
      return usual;
    }
    Matcher match = SHARE.matcher(text.strip());
    boolean read = match.matches();
    double number = read ? Double.parseDouble(match.group(1)) : Double.NaN;
    double share = read && match.group(2).equals("%") ? number / 100 : number;
    refuse(
        !(share >= 0 && share < 1),
        option + " is a share of at least 0 and below 1, like 2% or 0.02, found " + text);
    return share;
  }
}
