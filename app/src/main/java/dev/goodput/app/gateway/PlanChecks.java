package dev.goodput.app.gateway;

import dev.goodput.gateway.plan.PlanException;
import dev.goodput.runner.AppException;
import java.util.function.Supplier;

/// Makes parts of a gateway's plan from options.
public final class PlanChecks {
  private PlanChecks() {}

  /// Makes a part of a gateway's plan from options.
  ///
  /// @throws AppException.Usage naming the option, if the plan rejects the part
  public static <T> T planned(String option, Supplier<T> part) {
    try {
      return part.get();
    } catch (PlanException e) {
      throw new AppException.Usage(option + " " + e.problem());
    }
  }
}
