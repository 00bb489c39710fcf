package dev.goodput.workload;

import org.jspecify.annotations.Nullable;

/// A source of sessions in sending order; read by one thread.
public interface SessionSource {
  /// Returns the next session, or null at the end: when the workload is played once, or all its
  /// recorded times are the same. Endless otherwise.
  ///
  /// @throws dev.goodput.workload.input.WorkloadException if nothing fits the length limits
  @Nullable SessionPlan next();

  /// Returns what was skipped so far.
  SkippedRequests skipped();
}
