package dev.goodput.telemetry;

import dev.goodput.metrics.traffic.TrafficLabels;
import java.util.ArrayList;
import java.util.List;

/// The key of a roll-up: values of some of the labels tenant, model, route and SLO class. Labels
/// outside the mask cover all values and are `""` here.
///
/// @param mask the labels that have a value: [#TENANT], [#MODEL], [#ROUTE], [#SLO_CLASS], added
/// @param tenant the tenant
/// @param model the model
/// @param route the route
/// @param sloClass the SLO class
public record RollupKey(int mask, String tenant, String model, String route, String sloClass) {
  /// The bit of the tenant.
  public static final int TENANT = 1;

  /// The bit of the model.
  public static final int MODEL = 2;

  /// The bit of the route.
  public static final int ROUTE = 4;

  /// The bit of the SLO class.
  public static final int SLO_CLASS = 8;

  /// The mask of all four labels.
  public static final int FULL = TENANT | MODEL | ROUTE | SLO_CLASS;

  /// The masks of the roll-ups: all traffic, and each label alone.
  private static final List<Integer> COARSER = List.of(0, TENANT, MODEL, ROUTE, SLO_CLASS);

  /// Checks the mask.
  public RollupKey {
    if (mask < 0 || mask > FULL) {
      throw new IllegalArgumentException("no roll-up has the mask " + mask);
    }
  }

  /// Returns the full key of an event.
  public static RollupKey of(TrafficLabels labels) {
    return new RollupKey(FULL, labels.tenant(), labels.model(), labels.route(), labels.sloClass());
  }

  /// Returns the keys that this full key is rolled up to: all traffic, and each label alone.
  public List<RollupKey> coarser() {
    List<RollupKey> keys = new ArrayList<>();
    for (int each : COARSER) {
      keys.add(
          new RollupKey(
              each,
              (each & TENANT) == 0 ? "" : tenant,
              (each & MODEL) == 0 ? "" : model,
              (each & ROUTE) == 0 ? "" : route,
              (each & SLO_CLASS) == 0 ? "" : sloClass));
    }
    return keys;
  }
}
