package dev.goodput.app.review;

import dev.goodput.history.RunStore;
import dev.goodput.history.StoredResult;
import dev.goodput.history.StoredRun;
import dev.goodput.operate.review.ReviewPeriod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The stored runs that a review refers to.
///
/// @param runs those that started in the period, oldest first
/// @param search the newest search with a result that started before the period's end
record StoredRuns(List<StoredRun> runs, @Nullable Search search) {
  /// A search and its result.
  ///
  /// @param rate the highest rate that met the SLO, per second
  record Search(StoredRun run, double rate, String unit, @Nullable String slo) {}

  static StoredRuns of(RunStore store, ReviewPeriod period) {
    List<StoredRun> all =
        store.list().runs().stream()
            .filter(run -> !run.isLog())
            .filter(run -> started(run).isBefore(period.until()))
            .sorted(Comparator.comparing(StoredRuns::started))
            .toList();
    Search newest = null;
    for (StoredRun run : all) {
      StoredResult result = run.result();
      StoredResult.Search found = result.search();
      Double claim = found == null ? null : found.claim();
      if (found != null && claim != null) {
        newest = new Search(run, claim, found.unit(), result.slo());
      }
    }
    return new StoredRuns(
        all.stream().filter(run -> !started(run).isBefore(period.from())).toList(), newest);
  }

  private static Instant started(StoredRun run) {
    return run.started().orElse(Instant.EPOCH);
  }
}
