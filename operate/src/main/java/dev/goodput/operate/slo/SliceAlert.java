package dev.goodput.operate.slo;

import java.time.Duration;
import java.util.List;

/// An alert of an SLO that counts time slices: it fires at a number of bad slices in a window.
///
/// @param name the alert's name
/// @param severity page or ticket
/// @param window its length
/// @param bad number of bad slices at which the alert fires
public record SliceAlert(String name, String severity, Duration window, int bad) {
  /// A slice of fewer requests does not count.
  public static final int MIN_REQUESTS = 10;

  /// Returns the alerts of an SLO. The fast page needs two bad slices and 0.5 % of the budget, the
  /// slow page four and 3.6 %, as the alerts of requests do at 95 %; the ticket needs more than
  /// chance gives at the even pace.
  public static List<SliceAlert> of(ServiceObjective slo) {
    double budget = slo.budget().doubleValue();
    double all = slo.period().dividedBy(ServiceObjective.SLICE) * budget;
    int fast = Math.max(2, (int) Math.ceil(0.005 * all));
    int slow = Math.max(4, (int) Math.ceil(0.036 * all));
    double expected = Duration.ofDays(3).dividedBy(ServiceObjective.SLICE) * budget;
    int ticket = (int) Math.floor(FalseAlarms.gate(expected / budget, budget, 1)) + 1;
    return List.of(
        new SliceAlert("GoodputSlicesBurnFast", "page", Duration.ofHours(1), Math.min(fast, 12)),
        new SliceAlert("GoodputSlicesBurnSlow", "page", Duration.ofHours(6), Math.min(slow, 72)),
        new SliceAlert("GoodputSlicesTicket", "ticket", Duration.ofDays(3), ticket));
  }
}
