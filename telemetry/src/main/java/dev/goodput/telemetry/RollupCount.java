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
  TOO_LATE(14),
  /// Requests whose client left after a threshold of their SLO had passed: they count as missed.
  CANCELLED_LATE(15),
  /// Requests, without cancelled ones, that no SLO judges.
  WITHOUT_SLO(16),
  /// Requests that were sent whole.
  SENT(17),
  /// Prompt tokens of `ok` requests.
  OK_INPUT_TOKENS(18),
  /// Output tokens of `ok` requests.
  OK_OUTPUT_TOKENS(19),
  /// `ok` requests whose output tokens the server reported.
  BY_USAGE(20),
  /// `ok` requests whose output tokens a tokenizer counted.
  BY_TOKENIZER(21),
  /// `ok` requests whose output tokens are the content events.
  BY_CHUNKS(22),
  /// `ok` responses that streamed and have reader figures.
  READ_RESPONSES(23),
  /// Failed requests that asked for a stream.
  FAILED_STREAMS(24),
  /// `ok` responses that arrived whole although a stream was requested.
  WHOLE_RESPONSES(25),
  /// Responses whose longest stall is above 250 ms.
  NOTICEABLE_STALLS(26),
  /// Responses whose longest stall is above 1 s.
  BROKEN_STALLS(27),
  /// How often readers waited after the first token.
  STALLS(28),
  /// Visible chunk gaps above 150 ms.
  STUTTERS(29),
  /// Time that readers waited after the first token, in microseconds.
  STALL_MICROS(30),
  /// Time from the first visible token to the reader's end, in microseconds.
  READING_MICROS(31);

  static final int NUMBER = values().length;

  /// The counter's position in the stored form; never changes.
  final int code;

  RollupCount(int code) {
    this.code = code;
  }
}
