package dev.goodput.workload;

import dev.goodput.workload.length.Lengths;

/// The shape of sessions of several turns, made from a workload of single requests.
///
/// @param turns number of turns of a session
/// @param thinkMillis pause after each response, milliseconds
/// @param history what later turns include
public record SessionShape(Lengths turns, Lengths thinkMillis, History history) {
  /// Each request is its own session.
  public static final SessionShape SINGLE =
      new SessionShape(Lengths.fixed(1), Lengths.fixed(0), History.CUMULATIVE);
}
