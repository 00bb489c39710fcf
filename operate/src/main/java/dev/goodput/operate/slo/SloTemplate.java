package dev.goodput.operate.slo;

import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.slo.Slo;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Objects;

/// A new SLO file for a preset, with comments, ready to edit.
public final class SloTemplate {
  private static final BigDecimal DEFAULT = new BigDecimal("0.95");

  private SloTemplate() {}

  /// Returns the text of the file.
  ///
  /// @param preset a preset of [Slo#presetNames]
  public static String of(Slo preset) {
    String name = Objects.requireNonNull(preset.name(), "preset");
    return """
    # SLO file (OpenSLO v1). Keys: docs/reference/slo-file.md
    # Check it:     goodput slo check slo.yaml
    # Alert rules:  goodput alerts generate --slo slo.yaml --for prometheus --out rules.yaml
    # Benchmark:    goodput bench --url http://host:8000 --slo slo.yaml
    apiVersion: openslo/v1
    kind: Service
    metadata:
      name: %1$s
    spec:
      description: LLM service behind goodput gateway
    ---
    apiVersion: openslo/v1
    kind: SLO
    metadata:
      name: %1$s
      annotations:
        # A total outage pages within this time. Factors and windows follow from it.
        goodput.dev/page-within: 12m
    spec:
      service: %1$s
      indicator:
        metadata:
          name: %1$s
        spec:
          ratioMetric:
            counter: true
            # A preset or an expression: %2$s
            # A request is good if it succeeds and is within every threshold.
            good:
              metricSource: {type: goodput, spec: {slo: %1$s}}
            total:
              metricSource: {type: goodput, spec: {slo: %1$s}}
      timeWindow:
        - duration: 28d # or 30d
          isRolling: true
      # Occurrences counts requests. Timeslices counts slices of 5 min; see the reference.
      budgetingMethod: Occurrences
      objectives:
        - displayName: good requests
          target: %3$s
    """
        .formatted(name, preset.expression(), target(preset).toPlainString());
  }

  /// Returns the smallest percentile of the bounds as a share, or 95 %.
  private static BigDecimal target(Slo preset) {
    return preset.bounds().stream()
        .map(Bound::percentile)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .map(percentile -> percentile.movePointLeft(2))
        .orElse(DEFAULT);
  }
}
