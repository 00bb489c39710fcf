package dev.goodput.operate.alert;

import dev.goodput.operate.alert.RuleGroup.Rule;
import dev.goodput.operate.slo.FalseAlarms;
import dev.goodput.operate.slo.PromDuration;
import dev.goodput.operate.slo.ServiceObjective;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The rules of one SLO that counts time slices of 5 minutes. A slice is good if its share of good
/// requests reaches the slice target; slices with few requests do not count.
final class SliceRules {
  private static final String SLICE = "slo:goodput_slo_slice_bad:bool5m";
  private static final int LEAST_REQUESTS = 10;

  private final ServiceObjective slo;
  private final RuleOptions options;
  private final String name;
  private final double budget;
  private final String slice;

  SliceRules(ServiceObjective slo, RuleOptions options) {
    this.slo = slo;
    this.options = options;
    this.name = slo.name();
    this.budget = slo.budget().doubleValue();
    this.slice = SLICE + "{slo=\"" + name + "\"}";
  }

  /// Alerts by bad slices in a window.
  ///
  /// @param name the alert's name
  /// @param severity page or ticket
  /// @param window its length
  /// @param bad number of bad slices at which the alert fires
  record SliceAlert(String name, String severity, Duration window, int bad) {}

  /// Returns the alerts of an SLO. The fast page needs two bad slices and 0.5 % of the budget, the
  /// slow page four and 3.6 %, as the alerts of requests do at 95 %; the ticket needs more than
  /// chance gives at the even pace.
  static List<SliceAlert> alerts(ServiceObjective slo) {
    double budget = slo.budget().doubleValue();
    double all = slo.period().dividedBy(ServiceObjective.SLICE) * budget;
    int fast = Math.max(2, (int) Math.ceil(0.005 * all));
    int slow = Math.max(4, (int) Math.ceil(0.036 * all));
    double expected = Duration.ofDays(3).dividedBy(ServiceObjective.SLICE) * budget;
    int ticket = (int) Math.floor(FalseAlarms.gate(expected / budget, budget, 1)) + 1;
    return List.of(
        new SliceAlert("GoodputSlicesBurnFast", "page", Duration.ofHours(1), Math.min(fast, 12)),
        new SliceAlert("GoodputSlicesBurnSlow", "page", Duration.ofHours(6), Math.min(slow, 72)),
        new SliceAlert("GoodputSlicesTicket", "ticket", Duration.ofDays(3), ticket));
  }

  /// Returns the groups. Subqueries take one slice every 5 minutes, so that slices do not overlap.
  List<RuleGroup> groups() {
    BudgetRules requests = new BudgetRules(slo, options);
    List<Rule> minute = new ArrayList<>(requests.rates());
    minute.addAll(requests.counts(ServiceObjective.SLICE));
    minute.add(BudgetRules.absent(slo, options));
    List<Rule> slices = new ArrayList<>();
    slices.add(Rule.record(SLICE, name, requests.badSlice(LEAST_REQUESTS)));
    alerts(slo).forEach(alert -> slices.add(rule(alert)));
    String period = PromDuration.text(slo.period());
    String spent = "avg_over_time(%s[%s]) / %s".formatted(slice, period, number());
    slices.add(Rule.record(BudgetRules.LEFT + period, name, "1 - " + spent));
    return List.of(
        new RuleGroup("goodput-slo-" + name, Duration.ofMinutes(1), minute),
        new RuleGroup("goodput-slo-" + name + "-slices", ServiceObjective.SLICE, slices));
  }

  private String number() {
    return BudgetRules.number(budget);
  }

  private Rule rule(SliceAlert alert) {
    String window = PromDuration.text(alert.window());
    String expr =
        "(sum_over_time(%s[%s:5m]) >= %d)%nand (last_over_time(%s[10m]) == 1)"
            .formatted(slice, window, alert.bad(), slice);
    Map<String, String> labels = new LinkedHashMap<>(BudgetRules.labels(alert.severity(), slo));
    labels.put("window", window);
    return new Rule(
        "alert",
        alert.name(),
        expr,
        Duration.ZERO,
        labels,
        options.annotations(
            alert.name(),
            "SLO {{ $labels.slo }}: {{ $value }} bad slices of 5 min within " + window,
            "A slice is bad when fewer than "
                + ServiceObjective.percent(slo.sliceTarget().orElseThrow())
                + " of its requests are good. The last slice is one of them.",
            BudgetRules.variable(slo)));
  }
}
