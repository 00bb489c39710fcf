package dev.goodput.operate.review;

import dev.goodput.findings.runs.ListedRun;
import dev.goodput.history.RunStore;
import dev.goodput.history.StoredResult;
import dev.goodput.history.StoredRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The stored runs that a review refers to.
///
/// @param runs those that started in the period, oldest first
/// @param search the newest search with a result that started before the period's end
record StoredRuns(List<ListedRun> runs, @Nullable Search search) {
  private static final Set<String> DISPROVED = Set.of("missed", "too_many_failures");

  /// A search and its result.
  ///
  /// @param rate the highest request rate that met the SLO, per second
  record Search(StoredRun run, double rate, String slo) {}

  static StoredRuns of(RunStore store, ReviewPeriod period) {
    List<StoredRun> all =
        store.list().runs().stream()
            .filter(run -> !run.isTrafficLog())
            .filter(run -> started(run).isBefore(period.until()))
            .sorted(Comparator.comparing(StoredRuns::started))
            .toList();
    List<ListedRun> within = new ArrayList<>();
    Search newest = null;
    for (StoredRun run : all) {
      ListedRun listed = ListedRun.of(run);
      Search found = search(listed);
      newest = found == null ? newest : found;
      if (!started(run).isBefore(period.from())) {
        within.add(listed);
      }
    }
    return new StoredRuns(within, newest);
  }

  private static @Nullable Search search(ListedRun listed) {
    StoredResult.Search found = listed.result().search();
    Double claim = found == null ? null : found.claim();
    if (found == null || claim == null || !found.unit().equals("requests")) {
      return null;
    }
    String slo = listed.result().slo();
    return DISPROVED.contains(found.verified())
        ? null
        : new Search(listed.run(), claim, slo == null ? "" : slo);
  }

  static Instant started(StoredRun run) {
    return run.started().orElse(Instant.EPOCH);
  }
}
