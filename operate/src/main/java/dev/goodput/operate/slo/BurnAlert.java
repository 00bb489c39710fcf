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

  /// Returns the share of the budget that a burn at the factor spends in the long window.
  ///
  /// @param period the SLO's window
  public double budgetSpent(Duration period) {
    return factor * longWindow.toSeconds() / period.toSeconds();
  }
}
