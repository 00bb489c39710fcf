package dev.goodput.operate.slo;

import java.time.Duration;

/// One burn-rate alert: it fires while both windows burn the budget at the factor or faster, and
/// the long window holds enough bad requests that chance is no explanation.
///
/// @param name the alert's name
/// @param condition the name of the file's condition; empty for computed alerts
/// @param severity `page`, `ticket`, or the word of the SLO file
/// @param longWindow the window that decides
/// @param shortWindow the window that ends the alert soon after the cause
/// @param factor burn rate, in multiples of the pace that spends the budget exactly
/// @param hold time that the condition must last (`for`)
public record BurnAlert(
    String name,
    String condition,
    String severity,
    Duration longWindow,
    Duration shortWindow,
    double factor,
    Duration hold) {
  /// Returns the share of bad requests above which the alert fires.
  ///
  /// @param budget allowed share of bad requests
  public double badShare(double budget) {
    return factor * budget;
  }

  /// Returns the minutes until the alert fires, after the burn rate has jumped from 0 to a value
  /// and with evidence enough; infinite if it never does.
  public double detectionMinutes(double burn) {
    double minutes = longWindow.toSeconds() / 60.0 * factor / burn;
    return burn <= factor ? Double.POSITIVE_INFINITY : minutes + hold.toSeconds() / 60.0;
  }

  /// Returns the minutes until the alert ends, after a fault that lasted longer than the short
  /// window and after which every request is good: the share in the short window then falls to the
  /// threshold. At the same rate of requests, and without the time of a scrape and an evaluation.
  ///
  /// @param budget allowed share of bad requests
  /// @param bad share of bad requests during the fault
  public double resolveMinutes(double budget, double bad) {
    double window = shortWindow.toSeconds() / 60.0;
    // The recorded rates show a change late: the fault leaves them in the course of five minutes.
    double late = ofRates(shortWindow) ? ServiceObjective.SLICE.toMinutes() / 2.0 : 0;
    return Math.max(0, window * (1 - badShare(budget) / bad)) + late;
  }

  /// Returns the longest time until the alert ends after the last bad request, whatever the rate of
  /// requests, with a scrape and an evaluation: the short window then holds no bad request.
  public Duration resolvesWithin() {
    Duration rates = ofRates(shortWindow) ? ServiceObjective.SLICE : Duration.ZERO;
    return shortWindow.plus(rates).plus(AlertPlan.SLACK);
  }

  /// Returns whether the counts of a window are sums of recorded 5-minute rates, so that busy
  /// minutes weigh more.
  public static boolean ofRates(Duration window) {
    return window.compareTo(Duration.ofHours(1)) > 0;
  }

  /// Returns the share of the budget that a burn at the factor spends in the long window.
  ///
  /// @param period the SLO's window
  public double budgetSpent(Duration period) {
    return factor * longWindow.toSeconds() / period.toSeconds();
  }
}
