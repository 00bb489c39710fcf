package dev.goodput.operate.alert;

import dev.goodput.operate.alert.RuleGroup.Rule;
import dev.goodput.operate.slo.BurnAlert;
import dev.goodput.operate.slo.FalseAlarms;
import dev.goodput.operate.slo.PromDuration;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.operate.slo.SliSource;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/// The rules of one SLO that counts requests: recorded counts per window, burn-rate alerts, and the
/// budget.
final class BudgetRules {
  /// Recorded rates of all requests.
  static final String RATE = "slo:goodput_slo_requests:rate5m";

  /// Recorded rates of bad requests.
  static final String BAD_RATE = "slo:goodput_slo_bad_requests:rate5m";

  /// Recorded share of the budget that is left.
  static final String LEFT = "slo:goodput_slo_budget_left:ratio";

  private static final String REQUESTS = "slo:goodput_slo_requests:increase";
  private static final String BAD = "slo:goodput_slo_bad_requests:increase";
  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration QUARTER = Duration.ofHours(6);

  private final ServiceObjective slo;
  private final RuleOptions options;
  private final String name;
  private final String budget;

  BudgetRules(ServiceObjective slo, RuleOptions options) {
    this.slo = slo;
    this.options = options;
    this.name = slo.name();
    this.budget = requestBudget(slo).toPlainString();
  }

  /// Returns the allowed share of bad requests: of the SLO, or of a slice.
  static BigDecimal requestBudget(ServiceObjective slo) {
    return BigDecimal.ONE.subtract(slo.sliceTarget().orElse(slo.target())).stripTrailingZeros();
  }

  /// Returns the groups of an SLO that counts requests.
  List<RuleGroup> groups() {
    List<Rule> rules = new ArrayList<>(rates());
    windows().forEach(window -> rules.addAll(counts(window)));
    slo.alerts().forEach(alert -> rules.add(burn(alert)));
    rules.add(absent(slo, options));
    return List.of(
        new RuleGroup("goodput-slo-" + name, EVERY, rules),
        new RuleGroup("goodput-slo-" + name + "-budget", Duration.ofMinutes(5), budgetRules()));
  }

  /// Returns the recorded rates, which every SLO needs.
  List<Rule> rates() {
    return List.of(
        Rule.record(RATE, name, slo.source().total("rate", "5m")),
        Rule.record(BAD_RATE, name, slo.source().bad("rate", "5m")));
  }

  /// Returns the recorded counts of all and of bad requests in a window. Windows above one hour are
  /// sums of the 5-minute rates that are recorded each minute, so that busy minutes weigh more.
  List<Rule> counts(Duration window) {
    String text = PromDuration.text(window);
    if (window.equals(ServiceObjective.SLICE)) {
      return List.of(
          Rule.record(REQUESTS + text, name, "300 * " + series(RATE)),
          Rule.record(BAD + text, name, "300 * " + series(BAD_RATE)));
    }
    if (!BurnAlert.ofRates(window)) {
      return List.of(
          Rule.record(REQUESTS + text, name, slo.source().total("increase", text)),
          Rule.record(BAD + text, name, slo.source().bad("increase", text)));
    }
    return List.of(
        Rule.record(REQUESTS + text, name, sum(RATE, text)),
        Rule.record(BAD + text, name, sum(BAD_RATE, text)));
  }

  private String sum(String rate, String window) {
    return "60 * sum_over_time(%s[%s])".formatted(series(rate), window);
  }

  private String series(String record) {
    return record + "{slo=\"" + name + "\"}";
  }

  private SortedSet<Duration> windows() {
    SortedSet<Duration> windows = new TreeSet<>(List.of(ServiceObjective.SLICE, QUARTER, DAY));
    for (BurnAlert alert : slo.alerts()) {
      windows.add(alert.longWindow());
      windows.add(alert.shortWindow());
    }
    return windows;
  }

  private Rule burn(BurnAlert alert) {
    String window = PromDuration.text(alert.longWindow());
    String factor = number(alert.factor());
    String expr =
        "(%s)%nand (%s)%nand (%s)"
            .formatted(
                above(alert.longWindow(), factor),
                above(alert.shortWindow(), factor),
                evidence(alert.longWindow()));
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("severity", alert.severity());
    labels.put("slo", name);
    labels.put("service", slo.service());
    labels.put("window", window);
    if (!alert.condition().isEmpty()) {
      labels.put("condition", alert.condition());
    }
    String summary =
        "SLO {{ $labels.slo }}: {{ printf \"%.0f\" $value }} bad requests in "
            + window
            + ", burning the budget of "
            + PromDuration.text(slo.period())
            + " at "
            + factor
            + " times the even pace or faster";
    String description =
        ("More than %s of requests missed the SLO (target %s) in the last %s and in the last %s."
                + " It resolves at most %d min after the last bad request.")
            .formatted(
                ServiceObjective.percent(new BigDecimal(number(alert.badShare(budgetShare())))),
                slo.targetText(),
                window,
                PromDuration.text(alert.shortWindow()),
                alert.resolvesWithin().plusSeconds(59).toMinutes());
    return new Rule(
        "alert",
        alert.name(),
        expr,
        alert.hold(),
        labels,
        options.annotations(alert.name(), summary, description, variable(slo)));
  }

  private double budgetShare() {
    return requestBudget(slo).doubleValue();
  }

  private String above(Duration window, String factor) {
    return "%s > %s * %s * %s".formatted(bad(window), factor, budget, requests(window));
  }

  private String requests(Duration window) {
    return series(REQUESTS + PromDuration.text(window));
  }

  private String bad(Duration window) {
    return series(BAD + PromDuration.text(window));
  }

  /// Returns the evidence gate: more bad requests than chance gives a service that spends its
  /// budget exactly.
  private String evidence(Duration window) {
    String expected = budget + " * " + requests(window);
    String variance =
        slo.designEffect() == 1 ? expected : number(slo.designEffect()) + " * " + expected;
    return "%s > %s + %s * sqrt(%s) + %d"
        .formatted(bad(window), expected, number(FalseAlarms.SIGMAS), variance, FalseAlarms.EXTRA);
  }

  /// Returns the alert for an SLO without any series: no other rule of it can fire then.
  static Rule absent(ServiceObjective slo, RuleOptions options) {
    String alert = "GoodputSloAbsent";
    return new Rule(
        "alert",
        alert,
        "absent(%s{slo=\"%s\"})".formatted(RATE, slo.name()),
        Duration.ofMinutes(10),
        labels("page", slo),
        options.annotations(
            alert,
            "SLO " + slo.name() + ": no series for 10 min, so its burn alerts cannot fire",
            "Prometheus has no samples of " + slo.source().total("rate", "5m") + ".",
            variable(slo)));
  }

  static Map<String, String> labels(String severity, ServiceObjective slo) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("severity", severity);
    labels.put("slo", slo.name());
    labels.put("service", slo.service());
    return labels;
  }

  /// Returns the dashboard's variable for an SLO: its class at the gateway.
  static String variable(ServiceObjective slo) {
    return slo.source() instanceof SliSource.Gateway gateway ? "var-slo=" + gateway.sloClass() : "";
  }

  private List<Rule> budgetRules() {
    String period = PromDuration.text(slo.period());
    String left = LEFT + period;
    String spent =
        "(%s / (%s > 0)) / %s".formatted(bad(slo.period()), requests(slo.period()), budget);
    String burn = "(%s / (%s > 0)) / %s".formatted(bad(QUARTER), requests(QUARTER), budget);
    List<Rule> rules = new ArrayList<>(counts(slo.period()));
    rules.add(Rule.record(left, name, "1 - " + spent));
    rules.add(Rule.record("slo:goodput_slo_burn:rate6h", name, burn));
    rules.add(forecast(left, period));
    rules.add(spent(left, period));
    return rules;
  }

  private Rule forecast(String left, String period) {
    String alert = "GoodputBudgetForecast";
    String expr =
        "(predict_linear(%s[1d], 3 * 86400) < 0)%nand (%s > 0)%nand (%s)"
            .formatted(series(left), series(left), evidence(DAY));
    return new Rule(
        "alert",
        alert,
        expr,
        Duration.ofHours(1),
        labels("ticket", slo),
        options.annotations(
            alert,
            "SLO {{ $labels.slo }}: the budget of " + period + " ends within 3 days at this pace",
            "The trend of the last day reaches a budget of 0 within 3 days.",
            variable(slo)));
  }

  private Rule spent(String left, String period) {
    String alert = "GoodputBudgetSpent";
    String expr = "(%s < 0)%nand (%s)".formatted(series(left), evidence(slo.period()));
    return new Rule(
        "alert",
        alert,
        expr,
        Duration.ZERO,
        labels("ticket", slo),
        options.annotations(
            alert,
            "SLO {{ $labels.slo }}: missed over the last " + period,
            "Less than " + slo.targetText() + " of requests were good.",
            variable(slo)));
  }

  /// Returns 1 for a bad slice, 0 for a good one, and nothing for a slice with few requests.
  String badSlice(int leastRequests) {
    Duration slice = ServiceObjective.SLICE;
    return "(%s > bool %s * %s)%nand (%s >= %d)"
        .formatted(bad(slice), budget, requests(slice), requests(slice), leastRequests);
  }

  /// Returns a number with up to four significant digits.
  static String number(double value) {
    return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }
}
