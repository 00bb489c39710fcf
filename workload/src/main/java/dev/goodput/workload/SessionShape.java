package dev.goodput.workload;

import dev.goodput.workload.length.LengthDistribution;

/// The shape of sessions of several turns, made from a workload of single requests.
///
/// @param turns number of turns of a session
/// @param thinkMillis pause after each response, milliseconds
/// @param history what later turns include
public record SessionShape(
    LengthDistribution turns, LengthDistribution thinkMillis, HistoryMode history) {
  /// Each request is its own session.
  public static final SessionShape SINGLE =
      new SessionShape(
          LengthDistribution.fixed(1), LengthDistribution.fixed(0), HistoryMode.CUMULATIVE);
}
