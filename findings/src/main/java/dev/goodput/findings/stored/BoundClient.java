package dev.goodput.findings.stored;

import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.Conclusion;
import java.util.stream.Stream;

/// What can be compared of runs whose client was the bottleneck: the quality of the answers, and
/// nothing else. When a client sends and reads does not change what a model answers, but every
/// delay and rate may be the client's. A failure may be the client's as well and scores 0, so the
/// answers count only if no request of such a run failed.
final class BoundClient {
  private BoundClient() {}

  /// Returns whether the client is the only reason not to compare two loads, so that their answers
  /// can be compared.
  static boolean isOnlyReason(ComparedLoad one, ComparedLoad other) {
    return Stream.of(one, other).anyMatch(each -> bound(each.run()))
        && Stream.of(one, other).allMatch(BoundClient::answersCount)
        && one.run().hasSameRequestsAs(other.run())
        && one.sameShape(other);
  }

  private static boolean answersCount(ComparedLoad load) {
    ComparedRun run = load.run();
    if (!bound(run)) {
      return !run.failed() && !run.steered() && load.excluded() == null;
    }
    boolean measured = !run.failed() || run.report().conclusion() == Conclusion.CLIENT_BOUND;
    return measured
        && !run.isSlice()
        && !run.steered()
        && load.levels().stream().allMatch(level -> level.whole() && level.totals().failed() == 0);
  }

  static boolean bound(ComparedRun run) {
    return run.client() == ClientHealth.Verdict.CLIENT_BOUND;
  }
}
