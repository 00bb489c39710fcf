package dev.goodput.operate.slo;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Burn-rate alerts computed from a promise: the time within which a total outage pages.
///
/// With the promise T, after which a scrape and an evaluation take up to [#SLACK]:
///
/// | alert | a total outage fires within | a burn of 10 within | a burn of 2 within |
/// |---|---|---|---|
/// | page, fast | T | 2 T | |
/// | page, slow | 6 T | 12 T | |
/// | ticket, fast | | | 18 h |
/// | ticket, slow | | | 36 h |
///
/// A window W and a factor f at a budget b detect a burn of k after W·f ÷ k, and a total outage is
/// a burn of 1 ÷ b. Each factor is the largest that keeps both times, so that no alert is more
/// sensitive than its promise needs.
public final class AlertPlan {
  /// The promise if the SLO file has none.
  public static final Duration PAGE_WITHIN = Duration.ofMinutes(12);

  /// The shortest promise.
  static final Duration SHORTEST = Duration.ofMinutes(5);

  /// The longest promise.
  static final Duration LONGEST = Duration.ofMinutes(24);

  /// Time that a scrape and an evaluation add to the computed detection time.
  public static final Duration SLACK = Duration.ofSeconds(90);

  /// The lowest burn rates that page; lower ones are tickets.
  private static final double MIN_FAST = 2;

  private static final double MIN_SLOW = 1.5;

  private AlertPlan() {}

  /// Returns the alerts for a budget and a promise.
  ///
  /// @param budget allowed share of bad requests, below 0.5
  /// @param promise from [#SHORTEST] to [#LONGEST]
  public static List<BurnAlert> of(double budget, Duration promise) {
    double within = minutes(promise) - minutes(SLACK);
    // Twice the windows, which see more requests, where the promise leaves time for them.
    boolean time = promise.compareTo(PAGE_WITHIN) > 0 && within / (60 * budget) >= MIN_FAST;
    int scale = time ? 2 : 1;
    double fast = within / (30.0 * scale) * Math.min(1 / budget, 20);
    double slow = 6 * minutes(promise) / (360.0 * scale) * Math.min(1 / budget, 20);
    return List.of(
        alert("GoodputBudgetBurnFast", "page", 30 * scale, 5 * scale, Math.max(MIN_FAST, fast)),
        alert("GoodputBudgetBurnSlow", "page", 360 * scale, 30 * scale, Math.max(MIN_SLOW, slow)),
        alert("GoodputBudgetTicketFast", "ticket", 1440, 120, 1.5),
        alert("GoodputBudgetTicketSlow", "ticket", 4320, 360, 1));
  }

  private static BurnAlert alert(
      String name, String severity, int longMinutes, int shortMinutes, double factor) {
    return new BurnAlert(
        name,
        "",
        severity,
        Duration.ofMinutes(longMinutes),
        Duration.ofMinutes(shortMinutes),
        new BigDecimal(factor).round(new MathContext(4, RoundingMode.HALF_UP)).doubleValue(),
        Duration.ZERO);
  }

  /// Returns the shortest promise that a budget allows without paging below a burn of 2.
  static Duration shortest(double budget) {
    double minutes = MIN_FAST * budget * 30 + minutes(SLACK);
    return minutes <= minutes(SHORTEST)
        ? SHORTEST
        : Duration.ofSeconds((long) Math.ceil(minutes * 60));
  }

  /// Returns the promise for a budget: the given one, or the default, but none shorter than the
  /// budget allows.
  static Duration promise(double budget, @Nullable Duration given) {
    Duration shortest = shortest(budget);
    Duration promise = given == null ? PAGE_WITHIN : given;
    return shortest.compareTo(promise) > 0 ? shortest : promise;
  }

  private static double minutes(Duration duration) {
    return duration.toSeconds() / 60.0;
  }
}
