package dev.goodput.operate.slo;

import dev.goodput.metrics.slo.Slo;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An SLO of a file.
///
/// @param name its name, the label `slo` of all rules
/// @param service the service that it belongs to
/// @param source where its counts come from
/// @param target share of good requests, or of good slices
/// @param period the rolling window, 28 or 30 days
/// @param sliceTarget share of good requests in a good slice; empty if the SLO counts requests
/// @param pageWithin the promise: time within which a total outage pages
/// @param designEffect variance of counts, relative to independent requests; 1 if unknown
/// @param alerts burn-rate alerts; none for time slices, whose alerts count slices
public record ServiceObjective(
    String name,
    String service,
    SliSource source,
    BigDecimal target,
    Duration period,
    Optional<BigDecimal> sliceTarget,
    Duration pageWithin,
    double designEffect,
    List<BurnAlert> alerts) {
  /// The length of a time slice.
  public static final Duration SLICE = Duration.ofMinutes(5);

  /// Copies the list.
  public ServiceObjective {
    alerts = List.copyOf(alerts);
  }

  /// Returns the SLO of a class of the gateway that no SLO file describes: alerts computed from the
  /// target, if it leaves a budget that alerts can be computed from.
  ///
  /// @param attainment share of requests that must be good
  /// @param pageWithin the promise, raised to the shortest that the target allows; null for the
  ///   default
  public static ServiceObjective ofClass(
      String sloClass, @Nullable Slo slo, double attainment, @Nullable Duration pageWithin) {
    BigDecimal target = BigDecimal.valueOf(attainment).stripTrailingZeros();
    double budget = 1 - attainment;
    boolean alerted = budget > 0 && budget < 0.5;
    Duration promise = AlertPlan.promise(budget, pageWithin);
    return new ServiceObjective(
        sloClass,
        "gateway",
        new SliSource.Gateway(sloClass, slo),
        target,
        Duration.ofDays(28),
        Optional.empty(),
        promise,
        1,
        alerted ? AlertPlan.of(budget, promise) : List.of());
  }

  /// Returns the SLO with other alerts.
  public ServiceObjective with(List<BurnAlert> others) {
    return new ServiceObjective(
        name, service, source, target, period, sliceTarget, pageWithin, designEffect, others);
  }

  /// Returns the allowed share of bad requests, or of bad slices.
  public BigDecimal budget() {
    return BigDecimal.ONE.subtract(target).stripTrailingZeros();
  }

  /// Returns the target in percent: `99.9 %`.
  public String targetText() {
    return percent(target);
  }

  /// Returns a share in percent.
  public static String percent(BigDecimal share) {
    return share.movePointRight(2).stripTrailingZeros().toPlainString() + " %";
  }
}
