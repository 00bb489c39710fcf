package dev.goodput.operate.alert;

import dev.goodput.operate.slo.AlertPlan;
import dev.goodput.operate.slo.BurnAlert;
import dev.goodput.operate.slo.FalseAlarms;
import dev.goodput.operate.slo.PromDuration;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.operate.slo.SliSource;
import dev.goodput.operate.slo.SliceAlert;
import dev.goodput.operate.slo.SloFile;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Recording and alerting rules for Prometheus.
public final class PrometheusRules {
  private PrometheusRules() {}

  /// Returns the rules of all SLOs of a file, and of the gateway if an SLO counts there.
  public static String of(SloFile file, RuleOptions options) {
    List<RuleGroup> groups = new ArrayList<>();
    for (ServiceObjective slo : file.objectives()) {
      groups.addAll(
          slo.sliceTarget().isPresent()
              ? new SliceRules(slo, options).groups()
              : new BudgetRules(slo, options).groups());
    }
    if (file.objectives().stream().anyMatch(slo -> slo.source() instanceof SliSource.Gateway)) {
      groups.add(WarningRules.group(options));
    }
    return header(file) + RuleText.of(groups);
  }

  private static String header(SloFile file) {
    StringBuilder text = new StringBuilder();
    text.append("# Made by goodput alerts generate --slo ").append(file.name()).append('\n');
    text.append("# Check: promtool check rules FILE. Test: goodput alerts test --slo ");
    text.append(file.name()).append("\n#\n");
    table(file)
        .lines()
        .forEach(line -> text.append("# ").append(line.stripTrailing()).append('\n'));
    return text.toString().replace("# \n", "#\n");
  }

  /// Returns the promises of all SLOs as text: when each alert fires, what it costs, and how often
  /// chance fires it.
  public static String table(SloFile file) {
    return table(file, Integer.MAX_VALUE);
  }

  /// Returns the same for a terminal. Longer lines are wrapped; an alert that does not fit a line
  /// has a line for each value.
  ///
  /// @param columns width of the terminal
  public static String table(SloFile file, int columns) {
    PromiseText text = new PromiseText(columns);
    for (ServiceObjective slo : file.objectives()) {
      promises(text, slo);
    }
    text.line("Every alert also needs evidence in its long window (n requests, budget b):");
    text.line("  bad > n*b + 3.5*sqrt(n*b) + 2");
    text.line("Ends after: time from the end of a total outage until the alert resolves,");
    text.line("without scrape and evaluation.");
    text.line("Chance: highest probability of a false alarm in one evaluation, if requests fail");
    text.line("at random at the budgeted rate / at half of it.");
    String period = PromDuration.text(file.objectives().getFirst().period());
    text.line("Prometheus keeps 15 days by default; the budget of " + period + " needs");
    text.line("  --storage.tsdb.retention.time=" + period);
    return text.toString();
  }

  private static void slices(PromiseText text, ServiceObjective slo) {
    text.line(
        "SLO %s: %s of slices of 5 min are good over %s; in a good slice %s of requests are good%s."
            .formatted(
                slo.name(),
                slo.targetText(),
                PromDuration.text(slo.period()),
                ServiceObjective.percent(slo.sliceTarget().orElseThrow()),
                bounds(slo)));
    List<List<String>> rows = new ArrayList<>();
    for (SliceAlert alert : SliceAlert.of(slo)) {
      rows.add(
          List.of(
              alert.name(),
              PromDuration.text(alert.window()),
              String.valueOf(alert.bad()),
              time(5.0 * (alert.bad() - 1)) + " to " + time(5.0 * alert.bad())));
    }
    text.table(
        "  alert                    window  bad slices  fires after (all slices bad)",
        "  %-24s %6s %11s  %s",
        rows);
    text.line("Slices of fewer than 10 requests do not count: with less traffic use Occurrences.");
    text.line("");
  }

  private static void promises(PromiseText text, ServiceObjective slo) {
    if (slo.sliceTarget().isPresent()) {
      slices(text, slo);
      return;
    }
    double budget = slo.budget().doubleValue();
    text.line(
        "SLO %s: %s of requests are good over %s%s."
            .formatted(slo.name(), slo.targetText(), PromDuration.text(slo.period()), bounds(slo)));
    text.line(
        "A total outage pages within %s, including %s for scrape and evaluation; its burn rate is %s, the highest possible."
            .formatted(
                PromDuration.text(slo.pageWithin()),
                PromDuration.text(AlertPlan.SLACK),
                BudgetRules.number(1 / budget)));
    List<List<String>> rows = new ArrayList<>();
    slo.alerts().forEach(alert -> rows.add(row(slo, alert, budget)));
    text.table(
        "  alert                    long  short  factor  bad share  budget  fires after (100 %"
            + " bad / 10x / 2x)  ends after  chance",
        "  %-24s %4s %6s %7s %10s %7s  %-34s  %-10s  %s", rows);
    text.line("");
  }

  private static String bounds(ServiceObjective slo) {
    return slo.source() instanceof SliSource.Gateway gateway && gateway.slo() != null
        ? " (" + gateway.slo().expression() + ")"
        : "";
  }

  private static List<String> row(ServiceObjective slo, BurnAlert alert, double budget) {
    String times =
        "%s / %s / %s"
            .formatted(
                time(alert.detectionMinutes(1 / budget)),
                10 * budget > 1 ? "-" : time(alert.detectionMinutes(10)),
                time(alert.detectionMinutes(2)));
    return List.of(
        alert.condition().isEmpty() ? alert.name() : alert.condition(),
        PromDuration.text(alert.longWindow()),
        PromDuration.text(alert.shortWindow()),
        BudgetRules.number(alert.factor()),
        share(alert.badShare(budget)),
        share(alert.budgetSpent(slo.period())),
        times,
        time(alert.resolveMinutes(budget, 1)),
        chance(budget, alert));
  }

  private static String chance(double budget, BurnAlert alert) {
    return rounded(FalseAlarms.chance(budget, alert.factor(), 1))
        + " / "
        + rounded(FalseAlarms.chance(budget, alert.factor(), 0.5));
  }

  /// One digit and no exponent: `0.008 %`.
  private static String rounded(double chance) {
    BigDecimal percent = new BigDecimal(chance * 100).round(new MathContext(1));
    return percent.stripTrailingZeros().toPlainString() + " %";
  }

  private static String share(double share) {
    return String.format(Locale.ROOT, "%.3g %%", share * 100);
  }

  private static String time(double minutes) {
    if (Double.isInfinite(minutes)) {
      return "never";
    }
    if (minutes < 1) {
      return String.format(Locale.ROOT, "%.0f s", minutes * 60);
    }
    return minutes < 60
        ? String.format(Locale.ROOT, "%.1f min", minutes)
        : String.format(Locale.ROOT, "%.1f h", minutes / 60);
  }
}
