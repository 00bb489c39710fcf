package dev.goodput.workload.random;

/// The purpose of random numbers; each purpose has its own stream.
public enum Purpose {
  /// Gaps between arrivals.
  ARRIVALS(1),
  /// Prompt and response lengths.
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
