package dev.goodput.gateway.plan;

/// Limits on the number of label values. Values beyond a limit are counted as `other`.
///
/// @param values the values of one label: models, tenants, routes
/// @param series the combinations of label values
public record LabelCaps(int values, int series) {
  /// 100 values per label, 500 series.
  public static final LabelCaps DEFAULTS = new LabelCaps(100, 500);

  private static final int MOST = 10_000;

  /// @throws PlanException a number out of range
  public LabelCaps {
    check("values", values);
    check("series", series);
  }

  private static void check(String key, int found) {
    if (found < 1 || found > MOST) {
      throw new PlanException(key, "must be from 1 to " + MOST + ", found " + found);
    }
  }
}
