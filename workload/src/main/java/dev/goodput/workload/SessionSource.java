package dev.goodput.workload;

import org.jspecify.annotations.Nullable;

/// Sessions in the order in which they are to be asked; one thread pulls.
public interface SessionSource {
  /// The next session; null when the workload is over: asked to be played once, or all its recorded
  /// times are one moment. Endless otherwise.
  ///
  /// @throws dev.goodput.workload.input.WorkloadException where nothing fits the length limits
  @Nullable SessionPlan next();

  /// What was left out so far.
  Skipped skipped();
}
