package dev.goodput.runner.score;

import dev.goodput.lab.BenchPlan;
import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.SessionSource;
import java.util.stream.Stream;

/// The requests of a run, read from its workload again.
final class PlannedRequests {
  private PlannedRequests() {}

  /// Returns the sessions of a level in order. They are read from the workload again: the same seed
  /// gives the same requests.
  static Iterable<SessionPlan> sessions(BenchPlan plan, int level) {
    SessionSource source = plan.source(level);
    return () ->
        Stream.iterate(source.next(), session -> session != null, _ -> source.next()).iterator();
  }
}
