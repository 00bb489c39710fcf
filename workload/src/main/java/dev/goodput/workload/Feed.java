package dev.goodput.workload;

import dev.goodput.workload.prompt.PrefixBlocks;
import org.jspecify.annotations.Nullable;

/// Requests known by their lengths, in the order in which they are to be asked.
interface Feed {
  /// The next request, null when over.
  @Nullable Row next();

  /// How many rows in a row may be left out before it is certain that none fits.
  int patience();

  /// One request.
  ///
  /// @param offsetNanos recorded time, [SessionPlan#UNTIMED] where there is none
  /// @param blocks what the prompt is made of, null for text of its own
  /// @param label what to call it in a message
  record Row(
      long offsetNanos,
      int inputTokens,
      int outputTokens,
      @Nullable PrefixBlocks blocks,
      String label) {}
}
