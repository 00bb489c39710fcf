package dev.goodput.operate.review;

import dev.goodput.metrics.interval.ShareBounds;
import dev.goodput.metrics.traffic.Waste;
import dev.goodput.metrics.traffic.WasteCause;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/// A tenant whose clients leave before the end far more often than those of the others, at a cost.
///
/// @param tenant the tenant
/// @param share cancelled requests of its requests
/// @param othersShare cancelled requests of the others' requests
/// @param waste its work for clients that left
/// @param shareOfOutput output tokens of that work, of the output tokens of all tenants
record TenantWaste(
    String tenant, double share, double othersShare, Waste waste, double shareOfOutput) {
  private static final double CONFIDENCE = 0.999;
  private static final double TIMES = 2;
  private static final double MIN_OF_OUTPUT = 0.01;

  /// Returns the tenants of a period: the lower bound of the tenant's share is above twice the
  /// upper bound of the others' share, and the waste is at least 1 % of all output tokens.
  static List<TenantWaste> of(PeriodSums sums) {
    SortedMap<String, Rollup> tenants = sums.tenants();
    Rollup all = sums.all();
    List<TenantWaste> found = new ArrayList<>();
    for (Map.Entry<String, Rollup> each : tenants.entrySet()) {
      Waste waste = each.getValue().waste().get(WasteCause.CLIENT_GONE);
      double requests = each.getValue().get(RollupCount.REQUESTS);
      double cancelled = each.getValue().get(RollupCount.CANCELLED);
      double others = all.get(RollupCount.REQUESTS) - requests;
      double othersCancelled = all.get(RollupCount.CANCELLED) - cancelled;
      if (waste == null || others == 0 || requests == 0) {
        continue;
      }
      double ofOutput = (double) waste.outputTokens() / all.get(RollupCount.OUTPUT_TOKENS);
      boolean more =
          ShareBounds.lower(cancelled, requests, CONFIDENCE)
              > TIMES * ShareBounds.upper(othersCancelled, others, CONFIDENCE);
      if (more && ofOutput >= MIN_OF_OUTPUT) {
        found.add(
            new TenantWaste(
                each.getKey(), cancelled / requests, othersCancelled / others, waste, ofOutput));
      }
    }
    return found;
  }
}
