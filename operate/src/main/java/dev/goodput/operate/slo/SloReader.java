package dev.goodput.operate.slo;

import dev.goodput.gateway.config.Section;
import dev.goodput.operate.slo.Documents.Kind;
import dev.goodput.wire.BadSettingException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A reader of SLO files.
final class SloReader {
  private static final List<String> SPEC =
      List.of(
          "description",
          "service",
          "indicator",
          "indicatorRef",
          "timeWindow",
          "budgetingMethod",
          "objectives",
          "alertPolicies");
  private static final List<String> OBJECTIVE =
      List.of(
          "displayName",
          "target",
          "targetPercent",
          "timeSliceTarget",
          "timeSliceWindow",
          "op",
          "value",
          "indicator",
          "indicatorRef",
          "compositeWeight");
  private static final List<String> WINDOW = List.of("duration", "isRolling", "calendar");
  private static final List<Duration> PERIODS = List.of(Duration.ofDays(28), Duration.ofDays(30));
  private static final BigDecimal HALF = new BigDecimal("0.5");
  private static final String PAGE_WITHIN = "goodput.dev/page-within";
  private static final String DESIGN_EFFECT = "goodput.dev/design-effect";

  private final String file;
  private final List<String> notes = new ArrayList<>();

  SloReader(String file) {
    this.file = file;
  }

  /// @throws BadSettingException see [SloFile#parse]
  SloFile read(String text) {
    Documents documents = new Documents(file, text);
    Indicators indicators = new Indicators(documents);
    AlertPolicies policies = new AlertPolicies(documents);
    indicators.checkAll();
    policies.checkAll();
    documents
        .of(Kind.SERVICE)
        .values()
        .forEach(service -> {
          if (service.has("spec")) {
            service.child("spec", List.of("description"));
          }
        });
    List<ServiceObjective> objectives = new ArrayList<>();
    documents
        .of(Kind.SLO)
        .forEach(
            (name, document) -> objectives.add(objective(name, document, indicators, policies)));
    if (objectives.isEmpty()) {
      throw new BadSettingException(file + " holds no document of kind SLO");
    }
    return new SloFile(file, objectives, notes);
  }

  private ServiceObjective objective(
      String name, Section document, Indicators indicators, AlertPolicies policies) {
    Section spec = Documents.child(document, "spec", SPEC);
    Section goal = goal(spec);
    BigDecimal target = target(goal);
    Optional<BigDecimal> slices = slices(spec, goal);
    double budget = 1 - target.doubleValue();
    @Nullable Section annotations = Documents.annotations(document);
    Duration promise = promise(annotations, slices.isPresent() ? 0 : budget);
    List<BurnAlert> own = policies.of(spec, name, target, notes);
    if (!own.isEmpty() && slices.isPresent()) {
      throw spec.error(
          "alertPolicies", "are for budgetingMethod: Occurrences; alerts of time slices are fixed");
    }
    List<BurnAlert> computed = own.isEmpty() ? AlertPlan.of(budget, promise) : own;
    return new ServiceObjective(
        name,
        service(spec),
        indicators.of(spec),
        target,
        period(spec),
        slices,
        promise,
        designEffect(annotations),
        slices.isPresent() ? List.of() : computed);
  }

  /// Returns the service, which is a name: alerts and files of other systems hold it unquoted.
  private static String service(Section spec) {
    String service = Documents.required(spec, "service", "chat");
    Documents.checkName(spec, "service", service);
    return service;
  }

  private static Section goal(Section spec) {
    if (!spec.has("objectives")) {
      throw spec.error("objectives", "is missing; write objectives: [{target: 0.95}]");
    }
    List<Section> goals = spec.children("objectives", OBJECTIVE);
    if (goals.size() != 1) {
      throw spec.error(
          "objectives",
          "must hold one objective, found " + goals.size() + "; write an SLO for each");
    }
    Section goal = goals.getFirst();
    for (String key : List.of("op", "value")) {
      Documents.refuse(goal, key, "it belongs to thresholdMetric; use a ratioMetric");
    }
    for (String key : List.of("indicator", "indicatorRef", "compositeWeight")) {
      Documents.refuse(goal, key, "composite SLOs; write one SLO whose expression has all bounds");
    }
    return goal;
  }

  private static BigDecimal target(Section goal) {
    if (goal.has("target") && goal.has("targetPercent")) {
      throw goal.error("targetPercent", "repeats target; keep one of them");
    }
    boolean percent = goal.has("targetPercent");
    String key = percent ? "targetPercent" : "target";
    BigDecimal written = number(goal, key, percent ? "95" : "0.95");
    BigDecimal target = percent ? written.movePointLeft(2) : written;
    if (target.compareTo(BigDecimal.ONE) == 0) {
      throw goal.error(key, "must be below 100 %: without a budget there is no burn rate");
    }
    if (target.compareTo(HALF) <= 0 || target.compareTo(BigDecimal.ONE) > 0) {
      String range = percent ? "above 50 and below 100" : "above 0.5 and below 1";
      throw goal.error(key, "must be %s, found %s".formatted(range, written.toPlainString()));
    }
    return target.stripTrailingZeros();
  }

  private static Optional<BigDecimal> slices(Section spec, Section goal) {
    String method = Documents.required(spec, "budgetingMethod", "Occurrences");
    if (method.equals("Occurrences")) {
      Documents.refuse(goal, "timeSliceTarget", "it needs budgetingMethod: Timeslices");
      Documents.refuse(goal, "timeSliceWindow", "it needs budgetingMethod: Timeslices");
      return Optional.empty();
    }
    if (!method.equals("Timeslices")) {
      throw spec.error("budgetingMethod", "must be Occurrences or Timeslices, found " + method);
    }
    Documents.only(goal, "timeSliceWindow", "5m", "rules record slices of 5 min");
    BigDecimal share = number(goal, "timeSliceTarget", "0.95");
    if (share.signum() <= 0 || share.compareTo(BigDecimal.ONE) >= 0) {
      throw goal.error(
          "timeSliceTarget", "must be above 0 and below 1, found " + share.toPlainString());
    }
    return Optional.of(share.stripTrailingZeros());
  }

  private static Duration period(Section spec) {
    if (!spec.has("timeWindow")) {
      throw spec.error(
          "timeWindow", "is missing; write timeWindow: [{duration: 28d, isRolling: true}]");
    }
    List<Section> windows = spec.children("timeWindow", WINDOW);
    if (windows.size() != 1) {
      throw spec.error("timeWindow", "must hold one window, found " + windows.size());
    }
    Section window = windows.getFirst();
    Documents.refuse(window, "calendar", "Prometheus has rolling windows only");
    Documents.only(window, "isRolling", "true", "Prometheus has rolling windows only");
    String duration = Documents.required(window, "duration", "28d");
    Duration period = PromDuration.matches(duration) ? PromDuration.parse(duration) : Duration.ZERO;
    if (!PERIODS.contains(period)) {
      throw window.error("duration", "must be 28d (4w) or 30d, found " + duration);
    }
    return period;
  }

  private static Duration promise(@Nullable Section annotations, double budget) {
    if (annotations == null || !annotations.has(PAGE_WITHIN)) {
      return AlertPlan.promise(budget, null);
    }
    String text = annotations.text(PAGE_WITHIN);
    Duration promise = PromDuration.matches(text) ? PromDuration.parse(text) : Duration.ZERO;
    Duration shortest = AlertPlan.shortest(budget);
    if (promise.compareTo(shortest) < 0 || promise.compareTo(AlertPlan.LONGEST) > 0) {
      throw annotations.error(
          PAGE_WITHIN,
          "must be a time from %s to %s at this target, found %s"
              .formatted(PromDuration.text(shortest), PromDuration.text(AlertPlan.LONGEST), text));
    }
    return promise;
  }

  private static double designEffect(@Nullable Section annotations) {
    if (annotations == null || !annotations.has(DESIGN_EFFECT)) {
      return 1;
    }
    double effect = number(annotations, DESIGN_EFFECT, "4").doubleValue();
    if (effect < 1 || effect > 10_000) {
      throw annotations.error(DESIGN_EFFECT, "must be from 1 to 10000, found " + effect);
    }
    return effect;
  }

  /// Returns the number of a required key.
  static BigDecimal number(Section section, String key, String example) {
    String text = Documents.required(section, key, example);
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException _) {
      throw section.error(key, "must be a number such as " + example + ", found \"" + text + "\"");
    }
  }

  /// Returns the inline part of a key, or the document that another key names.
  static Section inlineOrReferenced(
      Documents documents, Section from, String key, String reference, Kind kind) {
    if (from.has(key) == from.has(reference)) {
      throw from.error(key, "or " + reference + " is needed, one of them");
    }
    return from.has(reference)
        ? documents.referenced(from, reference, kind)
        : from.child(key, List.of("kind", "apiVersion", "metadata", "spec"));
  }
}
