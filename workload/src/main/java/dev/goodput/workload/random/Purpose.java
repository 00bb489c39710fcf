package dev.goodput.workload.random;

/// What random numbers are drawn for; each purpose has a stream of its own.
public enum Purpose {
  /// Gaps between arrivals.
  ARRIVALS(1),
  /// Prompt and answer lengths.
  LENGTHS(2),
  /// Words of prompts.
  TEXT(3),
  /// Order of requests.
  ORDER(4),
  /// Turns and think times.
  SESSIONS(5),
  /// Times inside a trace's tick.
  TICKS(6),
  /// Words of shared prefix blocks.
  BLOCKS(7);

  /// Part of every seed; never changes.
  final long code;

  Purpose(long code) {
    this.code = code;
  }
}
