package dev.goodput.operate.slo;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

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
