package dev.goodput.metrics.analysis;

import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.interval.Overlap;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Figures by turn. Holds one entry per session that is under way.
final class TurnTally {
  private final DistributionBuilder first = new DistributionBuilder();
  private final DistributionBuilder later = new DistributionBuilder();
  private final DistributionBuilder session = new DistributionBuilder();
  private final Map<Long, Long> begun = new HashMap<>();
  private boolean several;

  /// Adds a last attempt of the sample.
  void add(RequestView view) {
    RequestSpec requested = view.request().requested();
    several |= requested.turns() > 1;
    if (!view.ok()) {
      begun.remove(requested.session());
      return;
    }
    long ttft = view.times().ttftNanos();
    if (Stamps.present(ttft)) {
      (requested.turn() == 0 ? first : later).add(ttft);
    }
    addToSession(view, requested);
  }

  private void addToSession(RequestView view, RequestSpec requested) {
    long start = view.times().startNanos();
    Long sessionStart =
        requested.turn() == 0 ? Long.valueOf(start) : begun.get(requested.session());
    if (sessionStart == null) {
      return;
    }
    if (requested.turn() + 1 < requested.turns()) {
      begun.put(requested.session(), sessionStart);
      return;
    }
    begun.remove(requested.session());
    if (Stamps.present(view.times().e2elNanos())) {
      session.add(start + view.times().e2elNanos() - sessionStart);
    }
  }

  LevelResult.@Nullable Turns build(Overlap overlap) {
    if (!several) {
      return null;
    }
    return new LevelResult.Turns(
        first.build(overlap.worth(first.count())),
        later.build(overlap.worth(later.count())),
        session.build(overlap.worth(session.count())));
  }
}
