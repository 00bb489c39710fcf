package dev.goodput.workload;

import dev.goodput.workload.prompt.PrefixBlocks;
import org.jspecify.annotations.Nullable;

/// A sequence of requests known by their lengths, in sending order.
interface RowSource {
  /// Returns the next request, null at the end.
  @Nullable Row next();

  /// Returns how many consecutive rows may be skipped before it is certain that none fits.
  int patience();

  /// One request.
  ///
  /// @param offsetNanos recorded time, [SessionPlan#UNTIMED] if there is none
  /// @param blocks the prompt's prefix blocks, null for a text of its own
  /// @param label the request's name in messages
  record Row(
      long offsetNanos,
      int inputTokens,
      int outputTokens,
      @Nullable PrefixBlocks blocks,
      String label) {}
}
