package dev.goodput.operate.alert;

import dev.goodput.operate.alert.RuleGroup.Rule;
import dev.goodput.operate.slo.PromDuration;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.operate.slo.SliceAlert;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The rules of one SLO that counts time slices of 5 minutes. A slice is good if its share of good
/// requests reaches the slice target; slices with few requests do not count.
final class SliceRules {
  private static final String SLICE = "slo:goodput_slo_slice_bad:bool5m";

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

  /// Returns the groups. Subqueries take one slice every 5 minutes, so that slices do not overlap.
  List<RuleGroup> groups() {
    BudgetRules requests = new BudgetRules(slo, options);
    List<Rule> minute = new ArrayList<>(requests.rates());
    minute.addAll(requests.counts(ServiceObjective.SLICE));
    minute.add(BudgetRules.absent(slo, options));
    List<Rule> slices = new ArrayList<>();
    slices.add(Rule.record(SLICE, name, requests.badSlice(SliceAlert.MIN_REQUESTS)));
    SliceAlert.of(slo).forEach(alert -> slices.add(rule(alert)));
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
