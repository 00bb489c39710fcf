package dev.goodput.app.live;

import dev.goodput.app.AppException;
import dev.goodput.gateway.plan.PlanException;
import java.util.function.Supplier;

/// Parts of a plan that come from options.
public final class TrafficPlanOptions {
  private TrafficPlanOptions() {}

  /// Makes a part; what it refuses is told of the option.
  ///
  /// @throws AppException.Usage naming the option
  public static <T> T read(String option, Supplier<T> part) {
    try {
      return part.get();
    } catch (PlanException e) {
      throw new AppException.Usage(option + " " + e.problem());
    }
  }
}
