package dev.goodput.metrics.traffic;

/// Indices of the whole-number counts of a [Tally].
final class CountIndex {
  static final int REQUESTS = 0;
  static final int OK = 1;
  static final int FAILED = 2;
  static final int CANCELLED = 3;
  static final int CANCELLED_LATE = 4;
  static final int CAME_WHOLE = 5;
  static final int ATTEMPTS = 6;
  static final int RETRIES = 7;
  static final int ANSWERED_HERE = 8;
  static final int INPUT = 9;
  static final int CACHED_INPUT = 10;
  static final int OUTPUT = 11;
  static final int REASONING = 12;
  static final int REJECTED_DRAFT = 13;
  static final int OK_INPUT = 14;
  static final int OK_OUTPUT = 15;
  static final int FAILED_OUTPUT = 16;
  static final int STREAMED = 17;
  static final int CHUNKS = 18;
  static final int OK_STREAMED = 19;
  static final int BURST = 20;
  static final int CLOSE = 21;
  static final int PRICED = 22;
  static final int GAP_REQUESTS = 23;
  static final int SPEEDS = 24;
  static final int RESIDENCE_NANOS = 25;
  static final int OF_SESSIONS = 26;
  static final int SESSIONS_BEGUN = 27;
  static final int E2EL_REQUESTS = 28;
  static final int E2EL_NANOS = 29;
  static final int INPUT_UNKNOWN = 30;
  static final int BY_USAGE = 31;
  static final int BY_TOKENIZER = 32;
  static final int BY_CHUNKS = 33;
  static final int CONTRADICTED = 34;
  static final int RECOMPUTED = 35;
  static final int RECOMPUTED_TOLD = 36;

  /// Number of counts.
  static final int ALL = 37;

  private CountIndex() {}
}
