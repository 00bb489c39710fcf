package dev.goodput.workload.arrival;

import dev.goodput.workload.input.WorkloadException;

/// Checks of the numbers that arrival processes require.
final class Checks {
  private Checks() {}

  static void rate(double rate) {
    positive("the rate", rate, " requests/s");
  }

  static void positive(String what, double value, String unit) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new WorkloadException.Syntax(what + " must be above 0" + unit + ", found " + value);
    }
  }

  static void notNegative(String what, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new WorkloadException.Syntax(what + " must be 0 or more, found " + value);
    }
  }
}
