package dev.goodput.operate.alert;

import dev.goodput.operate.slo.BurnAlert;
import dev.goodput.operate.slo.FalseAlarms;
import dev.goodput.operate.slo.PromDuration;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.operate.slo.SliSource;
import dev.goodput.operate.slo.SliceAlert;
import dev.goodput.operate.slo.SloFile;
import dev.goodput.wire.BadSettingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Unit tests for `promtool test rules`: they feed counters to the generated rules and check when
/// alerts fire, with the promised times.
public final class RuleTests {
  private static final Duration DAY = Duration.ofDays(1);

  /// Prometheus 2 and 3 count the ends of ranges differently, so no check is this close to a
  /// computed time.
  private static final double MARGIN_MINUTES = 3;

  private static final int SLOW_GAP = 20;
  private static final int SLOW_REQUESTS = 288;

  private final StringBuilder text = new StringBuilder();
  private final ServiceObjective slo;
  private final double budget;
  private final long perMinute;

  private RuleTests(ServiceObjective slo) {
    this.slo = slo;
    this.budget = slo.budget().doubleValue();
    long least = 2 * (long) Math.pow(10, slo.budget().scale());
    this.perMinute = Math.max(200, least);
  }

  /// A check of a test: which alerts must fire at a minute, and which must not.
  private record Check(long minute, List<String> firing, List<String> silent) {}

  /// Returns the tests as YAML.
  ///
  /// @param rules the name of the rule file, relative to that of the tests
  /// @throws BadSettingException an SLO whose counts do not come from the gateway
  public static String of(SloFile file, String rules) {
    StringBuilder all = new StringBuilder();
    all.append("# Run: promtool test rules THIS_FILE\n");
    all.append("rule_files: [").append(RuleText.quoted(rules)).append("]\n");
    all.append("evaluation_interval: 1m\ntests:\n");
    for (ServiceObjective slo : file.objectives()) {
      if (!(slo.source() instanceof SliSource.Gateway)) {
        throw new BadSettingException(
            file.name() + ": SLO " + slo.name() + " has no tests: they need type: goodput");
      }
      all.append(new RuleTests(slo).tests());
    }
    return all.toString();
  }

  private String tests() {
    if (slo.sliceTarget().isPresent()) {
      badSlices();
      halfPaceOfSlices();
      return text.toString();
    }
    burn("total outage", 1 / budget, 240);
    if (10 * budget < 1) {
      burn("10 times the even pace", 10, 480);
    }
    burn("2 times the even pace", 2, 2280);
    recovers();
    neverGood();
    halfPace();
    clusteredFailures();
    outageAtLowTraffic();
    return text.toString();
  }

  /// A service that is all good and then burns. Alerts whose windows are longer than the good time
  /// before are not checked.
  private void burn(String title, double burn, long minutes) {
    long bad = Math.round(burn * budget * perMinute);
    long history = burn < 10 ? 3 * DAY.toMinutes() : DAY.toMinutes();
    List<Check> checks = new ArrayList<>();
    for (BurnAlert alert : slo.alerts()) {
      if (alert.longWindow().toMinutes() > history || Math.abs(burn / alert.factor() - 1) < 0.1) {
        continue;
      }
      double expected = detection(alert, burn);
      if (expected + MARGIN_MINUTES > minutes) {
        if (expected > minutes + MARGIN_MINUTES) {
          checks.add(new Check(minutes - 1, List.of(), List.of(alert.name())));
        }
        continue;
      }
      long before = (long) Math.floor(expected - MARGIN_MINUTES);
      if (before > 0) {
        checks.add(new Check(before, List.of(), List.of(alert.name())));
      }
      long promised = promised(alert, burn).orElse((long) Math.ceil(expected + MARGIN_MINUTES));
      checks.add(new Check(promised, List.of(alert.name()), List.of()));
    }
    test(
        title,
        new CounterSeries().add(perMinute, history + minutes),
        new CounterSeries().add(perMinute, history).add(perMinute - bad, minutes),
        checks.stream().map(check -> expression(check, history)).toList());
  }

  /// Returns the minutes within which a computed fast page must fire: the promise at a total
  /// outage, twice that at a burn of 10.
  private Optional<Long> promised(BurnAlert alert, double burn) {
    if (!alert.name().equals("GoodputBudgetBurnFast") || (burn < 10 && burn * budget < 1)) {
      return Optional.empty();
    }
    long minutes = slo.pageWithin().toMinutes();
    return Optional.of(burn * budget >= 1 ? minutes : 2 * minutes);
  }

  /// Returns the minutes until an alert fires after a jump from 0, the evidence gate included.
  private double detection(BurnAlert alert, double burn) {
    double window = alert.longWindow().toMinutes();
    double requests = perMinute * window;
    double needed =
        Math.max(
            alert.factor() * budget * requests,
            FalseAlarms.gate(requests, budget, slo.designEffect()));
    double minutes = needed / (burn * budget * perMinute);
    return burn <= alert.factor() || minutes > window
        ? Double.POSITIVE_INFINITY
        : minutes + alert.hold().toMinutes();
  }

  /// A day of good slices, and then only bad ones.
  private void badSlices() {
    long minutes = 240;
    List<String> checks = new ArrayList<>();
    checks.add(never(DAY.toMinutes() + 1));
    for (SliceAlert alert : SliceAlert.of(slo)) {
      long fires = 5L * alert.bad() + (long) MARGIN_MINUTES;
      if (fires < minutes) {
        Check check = new Check(fires, List.of(alert.name()), List.of());
        checks.add(expression(check, DAY.toMinutes()));
      }
    }
    test(
        "all slices bad",
        new CounterSeries().add(perMinute, DAY.toMinutes() + minutes),
        new CounterSeries().add(perMinute, DAY.toMinutes()).add(0, minutes),
        checks);
  }

  /// One bad minute in twice as many slices as the budget allows, for four days.
  private void halfPaceOfSlices() {
    long every = Math.round(2 / budget) * ServiceObjective.SLICE.toMinutes();
    CounterSeries total = new CounterSeries();
    CounterSeries good = new CounterSeries();
    long minutes = 0;
    for (; minutes < 4 * DAY.toMinutes(); minutes += every) {
      total.add(perMinute, every);
      good.add(perMinute, 1).add(0, 1).add(perMinute, every - 2);
    }
    test("half the even pace for four days", total, good, List.of(never(minutes - 1)));
  }

  /// A total outage until every alert of a window of up to a day fires, then only good requests:
  /// each alert ends when its short window has forgotten enough of the outage.
  private void recovers() {
    List<BurnAlert> alerts =
        slo.alerts().stream()
            .filter(alert -> alert.longWindow().compareTo(DAY) <= 0)
            .filter(alert -> Double.isFinite(detection(alert, 1 / budget)))
            .toList();
    long lasts =
        minutes(
            alerts,
            alert ->
                Math.max(detection(alert, 1 / budget), (double) alert.shortWindow().toMinutes()));
    long after = minutes(alerts, alert -> alert.resolveMinutes(budget, 1));
    List<String> names = alerts.stream().map(BurnAlert::name).toList();
    List<Check> checks = new ArrayList<>(List.of(new Check(-1, names, List.of())));
    for (BurnAlert alert : alerts) {
      List<String> name = List.of(alert.name());
      double resolves = alert.resolveMinutes(budget, 1);
      if (resolves > MARGIN_MINUTES + 1) {
        checks.add(new Check((long) (resolves - MARGIN_MINUTES), name, List.of()));
      }
      checks.add(new Check((long) Math.ceil(resolves + MARGIN_MINUTES), List.of(), name));
    }
    long end = DAY.toMinutes() + lasts;
    test(
        "recovers after a total outage of " + lasts + " minutes",
        new CounterSeries().add(perMinute, end + after + 1),
        new CounterSeries().add(perMinute, DAY.toMinutes()).add(0, lasts).add(perMinute, after + 1),
        checks.stream().map(check -> expression(check, end)).toList());
  }

  /// Returns the longest time of all alerts, with the margin.
  private static long minutes(List<BurnAlert> alerts, ToDoubleFunction<BurnAlert> time) {
    return (long) Math.ceil(alerts.stream().mapToDouble(time).max().orElse(0) + MARGIN_MINUTES);
  }

  private void neverGood() {
    BurnAlert fastest = slo.alerts().getFirst();
    long minutes = fastest.longWindow().toMinutes() + 10 + fastest.hold().toMinutes();
    test(
        "no request was ever good",
        new CounterSeries().add(perMinute, minutes),
        null,
        List.of(expression(new Check(minutes - 1, List.of(fastest.name()), List.of()), 0)));
  }

  private void halfPace() {
    long minutes = 4 * DAY.toMinutes();
    long bad = Math.round(budget * perMinute / 2);
    String left = BudgetRules.LEFT + PromDuration.text(slo.period());
    test(
        "half the even pace for four days",
        new CounterSeries().add(perMinute, minutes),
        new CounterSeries().add(perMinute - bad, minutes),
        List.of(
            never(minutes - 1),
            value("round(" + left + selector() + ", 0.001)", minutes - 10, "0.5"),
            value(
                "round(slo:goodput_slo_burn:rate6h" + selector() + ", 0.001)",
                minutes - 10,
                "0.5")));
  }

  /// Three requests an hour for four days; as many failures as the budget allows, at least two, in
  /// clusters of up to three.
  private void clusteredFailures() {
    int failures = Math.max(2, (int) Math.floor(SLOW_REQUESTS * budget));
    int clusters = (failures + 2) / 3;
    CounterSeries total = new CounterSeries();
    CounterSeries good = new CounterSeries();
    for (int i = 0; i < SLOW_REQUESTS; i++) {
      int cluster = i * clusters / SLOW_REQUESTS;
      int first = (cluster * SLOW_REQUESTS + clusters - 1) / clusters + 20;
      int size = Math.min(3, failures - 3 * cluster);
      slow(total, good, i >= first && i < first + size);
    }
    test(
        "3 requests an hour, %d of %d bad in clusters".formatted(failures, SLOW_REQUESTS),
        total,
        good,
        List.of(never((long) SLOW_REQUESTS * SLOW_GAP - 1)));
  }

  private static void slow(CounterSeries total, CounterSeries good, boolean bad) {
    total.add(0, SLOW_GAP - 1).add(1, 1);
    good.add(0, SLOW_GAP - 1).add(bad ? 0 : 1, 1);
  }

  /// Three requests an hour, none of them good from the third day on: the first alert whose
  /// evidence can suffice fires.
  private void outageAtLowTraffic() {
    int before = 2 * 72;
    slo.alerts().stream()
        .filter(alert -> lowTrafficRequests(alert) <= alert.longWindow().toMinutes() / SLOW_GAP)
        .min((a, b) -> Long.compare(lowTrafficRequests(a), lowTrafficRequests(b)))
        .ifPresent(alert -> {
          long needed = lowTrafficRequests(alert) + 1;
          CounterSeries total = new CounterSeries();
          CounterSeries good = new CounterSeries();
          for (int i = 0; i < before + needed + 3; i++) {
            slow(total, good, i >= before);
          }
          long minute = (before + needed) * SLOW_GAP + 2 + alert.hold().toMinutes();
          test(
              "3 requests an hour, none good from the third day on",
              total,
              good,
              List.of(expression(new Check(minute, List.of(alert.name()), List.of()), 0)));
        });
  }

  private long lowTrafficRequests(BurnAlert alert) {
    double requests = alert.longWindow().toMinutes() / (double) SLOW_GAP;
    double needed =
        Math.max(
            alert.factor() * budget * requests,
            FalseAlarms.gate(requests, budget, slo.designEffect()));
    boolean seen = alert.shortWindow().toMinutes() > SLOW_GAP;
    return seen ? (long) Math.floor(needed) + 1 : Long.MAX_VALUE / 2;
  }

  private String selector() {
    return "{slo=\"" + slo.name() + "\"}";
  }

  private String expression(Check check, long offset) {
    boolean fires = !check.firing().isEmpty();
    List<String> watched = fires ? check.firing() : check.silent();
    String expr =
        "count by (alertname) (ALERTS{alertstate=\"firing\",slo=\"%s\",alertname=~\"%s\"})"
            .formatted(slo.name(), watched.stream().distinct().collect(Collectors.joining("|")));
    StringBuilder lines = new StringBuilder(evaluate(expr, offset + check.minute()));
    if (fires) {
      lines.append("        exp_samples:\n");
      watched.stream()
          .distinct()
          .forEach(name -> lines.append(sample("{alertname=\"" + name + "\"}", "1")));
    }
    return lines.toString();
  }

  private String never(long minute) {
    return evaluate(
        "count by (alertname) (count_over_time(ALERTS{alertstate=\"firing\",slo=\"%s\"}[8d]))"
            .formatted(slo.name()),
        minute);
  }

  private String value(String expr, long minute, String expected) {
    return evaluate(expr, minute)
        + "        exp_samples:\n"
        + sample("{slo=\"" + slo.name() + "\"}", expected);
  }

  private static String evaluate(String expr, long minute) {
    return "      - expr: '%s'%n        eval_time: %dm%n".formatted(expr, minute);
  }

  private static String sample(String labels, String value) {
    return "          - labels: '%s'%n            value: %s%n".formatted(labels, value);
  }

  private void test(
      String title, CounterSeries total, @Nullable CounterSeries good, List<String> checks) {
    text.append("  - name: '%s: %s'%n".formatted(slo.name(), title));
    text.append("    interval: 1m\n    input_series:\n");
    text.append(series(SliSource.Gateway.TOTAL, total));
    if (good != null) {
      text.append(series(SliSource.Gateway.GOOD, good));
    }
    text.append("    promql_expr_test:\n");
    checks.forEach(text::append);
  }

  private String series(String metric, CounterSeries counter) {
    String name = ((SliSource.Gateway) slo.source()).sloClass();
    return "      - series: '%s{slo=\"%s\",upstream=\"u\"}'%n        values: '%s'%n"
        .formatted(metric, name, counter.values());
  }
}
