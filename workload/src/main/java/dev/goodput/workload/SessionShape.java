package dev.goodput.workload;

import dev.goodput.workload.length.Lengths;

/// Makes sessions of several turns out of a workload of single requests.
///
/// @param turns turns of a session
/// @param thinkMillis pause after each answer, milliseconds
/// @param history what later turns carry
public record SessionShape(Lengths turns, Lengths thinkMillis, History history) {
  /// Each request on its own.
  public static final SessionShape SINGLE =
      new SessionShape(Lengths.fixed(1), Lengths.fixed(0), History.CUMULATIVE);
}
