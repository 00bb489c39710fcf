package dev.goodput.app.compare;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.MetricWords;
import dev.goodput.app.NextCommandRole;
import dev.goodput.app.ShareConverter;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.runner.AppException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// How B is judged, declared before anything is measured.
final class GateRuleOptions {
  private static final Pattern POINTS = Pattern.compile("(\\d*\\.?\\d+)\\s*(?:%|pt|points?)");

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
      paramLabel = "POINTS",
      description = "percentage points by which B's error rate may exceed A's (default: 1pt)")
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
        maxRegression == null ? usual.delta() : share("--max-regression", maxRegression, "2%"),
        moreFailures(usual.errorRateMargin()),
        usual.confidence());
  }

  private static boolean needsStream(ComparedMetric metric) {
    return metric.key().startsWith("ttft") || metric.key().startsWith("tpot");
  }

  private double moreFailures(double usual) {
    String option = "--max-more-failures";
    if (maxMoreFailures == null) {
      return usual;
    }
    return POINTS.matcher(maxMoreFailures.strip()).matches()
        ? points(option, maxMoreFailures)
        : share(option, maxMoreFailures, "1pt");
  }

  /// Returns percentage points as a share: `1pt` and `1%` are 0.01.
  ///
  /// @throws AppException.Usage for another form, and for 100 points and more
  static double points(String option, String text) {
    Matcher match = POINTS.matcher(text.strip());
    double points = match.matches() ? Double.parseDouble(match.group(1)) : Double.NaN;
    refuse(
        !(points >= 0 && points < 100),
        option
            + " must be percentage points, at least 0 and below 100, like 1pt, found \""
            + text
            + "\"");
    return points / 100;
  }

  private static double share(String option, String text, String example) {
    try {
      double share = new ShareConverter().convert(text);
      refuse(
          !(share >= 0 && share < 1),
          option + " must be at least 0 and below 100 %, like " + example + ", found " + text);
      return share;
    } catch (TypeConversionException e) {
      throw new AppException.Usage(option + ": " + e.getMessage());
    }
  }
}
