package dev.goodput.telemetry;

/// The counters of a roll-up, each with the definition of the gateway's counter of the same name.
public enum RollupCount {
  /// Last attempts, whatever their outcome.
  REQUESTS(0),
  /// Requests with a complete response.
  OK(1),
  /// Failed requests.
  FAILED(2),
  /// Requests whose client left.
  CANCELLED(3),
  /// Attempts that contacted an upstream.
  ATTEMPTS(4),
  /// Attempts that another attempt followed.
  RETRIES(5),
  /// Prompt tokens of attempts that were sent.
  INPUT_TOKENS(6),
  /// Prompt tokens from a cache.
  CACHED_INPUT_TOKENS(7),
  /// Output tokens.
  OUTPUT_TOKENS(8),
  /// Reasoning tokens.
  REASONING_TOKENS(9),
  /// Output tokens of failed attempts.
  FAILED_OUTPUT_TOKENS(10),
  /// Cost, in billionths of the currency.
  COST_NANOS(11),
  /// Attempts that contacted an upstream and have a price.
  PRICED_ATTEMPTS(12),
  /// Time from start to end of all requests, in microseconds: divided by the window's length, the
  /// mean concurrency of the requests that ended in it.
  RESIDENCE_MICROS(13),
  /// Events that came later than the allowed lateness. They are in no other counter.
  TOO_LATE(14);

  static final int NUMBER = values().length;

  /// The counter's position in the stored form; never changes.
  final int code;

  RollupCount(int code) {
    this.code = code;
  }
}
