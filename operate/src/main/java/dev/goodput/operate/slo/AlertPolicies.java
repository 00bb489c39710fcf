package dev.goodput.operate.slo;

import dev.goodput.gateway.config.Section;
import dev.goodput.operate.slo.Documents.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A reader of alert policies: burn-rate alerts that a file defines itself, instead of computed
/// ones.
final class AlertPolicies {
  private static final List<String> POLICY =
      List.of(
          "description",
          "alertWhenNoData",
          "alertWhenBreaching",
          "alertWhenResolved",
          "conditions",
          "notificationTargets");
  private static final List<String> PART =
      List.of("alertPolicyRef", "kind", "apiVersion", "metadata", "spec");
  private static final List<String> CONDITION_PART =
      List.of("conditionRef", "kind", "apiVersion", "metadata", "spec");
  private static final List<String> CONDITION = List.of("description", "severity", "condition");
  private static final List<String> BURN =
      List.of("kind", "op", "threshold", "lookbackWindow", "alertAfter");
  private static final Duration SHORTEST = Duration.ofMinutes(15);
  private static final Duration LONGEST = Duration.ofDays(7);

  /// Above this share of bad requests an alert is possible but late.
  private static final double HIGH_SHARE = 0.8;

  private final Documents documents;

  AlertPolicies(Documents documents) {
    this.documents = documents;
  }

  /// Reads all policies and conditions, so that errors in unused ones are found too.
  void checkAll() {
    documents.of(Kind.ALERT_POLICY).values().forEach(this::condition);
    documents.of(Kind.ALERT_CONDITION).values().forEach(AlertPolicies::burn);
  }

  /// Returns the alerts that an SLO sets; none if it has no policies.
  ///
  /// @param notes receives warnings
  List<BurnAlert> of(Section spec, String slo, BigDecimal target, List<String> notes) {
    if (!spec.has("alertPolicies")) {
      return List.of();
    }
    List<BurnAlert> alerts = new ArrayList<>();
    for (Section part : spec.children("alertPolicies", PART)) {
      Section policy =
          part.has("alertPolicyRef")
              ? documents.referenced(part, "alertPolicyRef", Kind.ALERT_POLICY)
              : part;
      Section condition = condition(policy);
      alerts.add(alert(condition, slo, target, notes));
    }
    return alerts;
  }

  private Section condition(Section policy) {
    Documents.name(policy);
    Section spec = Documents.child(policy, "spec", POLICY);
    Documents.refuse(
        spec, "notificationTargets", "Alertmanager routes the alerts by severity; remove it");
    Documents.only(spec, "alertWhenBreaching", "true", "the alert would never fire");
    if (!spec.has("conditions")) {
      throw spec.error("conditions", "is missing; write conditions: [{conditionRef: NAME}]");
    }
    List<Section> conditions = spec.children("conditions", CONDITION_PART);
    if (conditions.size() != 1) {
      throw spec.error(
          "conditions", "must hold one condition (OpenSLO v1), found " + conditions.size());
    }
    Section part = conditions.getFirst();
    Section condition =
        part.has("conditionRef")
            ? documents.referenced(part, "conditionRef", Kind.ALERT_CONDITION)
            : part;
    burn(condition);
    return condition;
  }

  private static Section burn(Section condition) {
    Documents.name(condition);
    Section spec = Documents.child(condition, "spec", CONDITION);
    Documents.required(spec, "severity", "page");
    Section burn = Documents.child(spec, "condition", BURN);
    Documents.only(burn, "kind", "burnrate", "OpenSLO v1 has no other");
    String op = burn.has("op") ? burn.text("op") : "gte";
    if (!op.equals("gte") && !op.equals("gt")) {
      throw burn.error("op", "must be gte or gt, found " + op);
    }
    if (SloReader.number(burn, "threshold", "6").signum() <= 0) {
      throw burn.error("threshold", "must be above 0, found " + burn.text("threshold"));
    }
    duration(burn, "lookbackWindow", "1h", SHORTEST, LONGEST);
    if (burn.has("alertAfter")) {
      duration(burn, "alertAfter", "5m", Duration.ZERO, Duration.ofDays(1));
    }
    return burn;
  }

  private static BurnAlert alert(
      Section condition, String slo, BigDecimal target, List<String> notes) {
    String name = Documents.name(condition);
    Section burn = burn(condition);
    BigDecimal factor = SloReader.number(burn, "threshold", "6");
    BigDecimal budget = BigDecimal.ONE.subtract(target);
    BigDecimal share = factor.multiply(budget);
    String most =
        BigDecimal.ONE.divide(budget, 2, RoundingMode.DOWN).stripTrailingZeros().toPlainString();
    String text = factor.toPlainString();
    if (share.compareTo(BigDecimal.ONE) >= 0) {
      throw burn.error(
          "threshold",
          "can never be reached by SLO %s: at a target of %s the burn rate is at most %s, found %s"
              .formatted(slo, ServiceObjective.percent(target), most, text));
    }
    if (share.doubleValue() > HIGH_SHARE) {
      notes.add(
          "%s: condition %s fires above %s of bad requests only; at a target of %s the burn rate is"
                  .formatted(
                      slo, name, ServiceObjective.percent(share), ServiceObjective.percent(target))
              + " at most "
              + most);
    }
    Duration window = duration(burn, "lookbackWindow", "1h", SHORTEST, LONGEST);
    Duration hold =
        burn.has("alertAfter")
            ? duration(burn, "alertAfter", "5m", Duration.ZERO, Duration.ofDays(1))
            : Duration.ZERO;
    long shortMinutes = Math.max(5, window.toMinutes() / 12);
    String severity = condition.child("spec", CONDITION).text("severity");
    return new BurnAlert(
        "GoodputBudgetBurn",
        name,
        severity,
        window,
        Duration.ofMinutes(shortMinutes),
        factor.doubleValue(),
        hold);
  }

  private static Duration duration(
      Section section, String key, String example, Duration least, Duration most) {
    String text = Documents.required(section, key, example);
    Duration found = PromDuration.matches(text) ? PromDuration.parse(text) : Duration.ofDays(-1);
    if (text.equals("0m") || text.equals("0s")) {
      found = Duration.ZERO;
    }
    if (found.compareTo(least) < 0 || found.compareTo(most) > 0) {
      throw section.error(
          key,
          "must be a time from %s to %s, such as %s, found %s"
              .formatted(PromDuration.text(least), PromDuration.text(most), example, text));
    }
    return found;
  }
}
