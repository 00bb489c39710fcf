package dev.goodput.metrics.tally;

/// The whole-number sums of a [RequestTally]. Requests are counted by their last attempt, tokens
/// over all attempts unless they are those of `ok` responses.
public enum RequestCount {
  /// Requests that ended.
  REQUESTS,
  /// Requests that were sent.
  SENT,
  /// Requests that started a session.
  SESSIONS,
  /// Successful requests.
  OK,
  /// Failed requests.
  FAILED,
  /// Cancelled requests.
  CANCELLED,
  /// Cancelled requests that stay in the denominators because a threshold had passed.
  CANCELLED_LATE,
  /// `ok` responses that arrived whole although a stream was requested.
  UNSTREAMED,
  /// Requests through a gateway that belong to no SLO class, without cancelled ones.
  OF_NO_CLASS,
  /// Attempts that another one followed.
  RETRIES,
  /// Time that requests were in flight.
  RESIDENCE_NANOS,
  /// Prompt tokens of sent attempts.
  INPUT,
  /// Output tokens received, all outcomes.
  OUTPUT,
  /// Output tokens of failed attempts.
  FAILED_OUTPUT,
  /// Output tokens that streams carried, or responses that arrived whole instead.
  STREAMED,
  /// Content events.
  CHUNKS,
  /// Prompt tokens that servers report as cached.
  CACHED_INPUT,
  /// Attempts whose usage has cached prompt tokens.
  CACHED_INPUT_NAMED,
  /// Output tokens that servers report as reasoning.
  REASONING,
  /// Attempts whose usage has reasoning tokens.
  REASONING_NAMED,
  /// Draft tokens that servers report as rejected.
  REJECTED_DRAFT,
  /// Attempts whose usage has rejected draft tokens.
  REJECTED_DRAFT_NAMED,
  /// Prompt tokens of `ok` requests.
  OK_INPUT,
  /// Output tokens of `ok` requests.
  OK_OUTPUT,
  /// `ok` responses whose output tokens the server reported.
  BY_USAGE,
  /// `ok` responses whose output tokens a tokenizer counted.
  BY_TOKENIZER,
  /// `ok` responses whose content chunks are counted as tokens.
  BY_CHUNKS,
  /// `ok` responses whose usage reports no token although content arrived.
  CONTRADICTED,
  /// Tokens by usage of `ok` responses that the tokenizer counted too.
  USAGE_WITH_TOKENIZER,
  /// Tokens by the tokenizer of `ok` responses that have a usage too.
  TOKENIZER_WITH_USAGE,
  /// `ok` responses with an end-to-end latency.
  E2EL_REQUESTS,
  /// Their end-to-end latencies.
  E2EL_NANOS,
  /// `ok` responses that arrived as streams.
  STREAMED_ANSWERS,
  /// Tokens of `ok` streams.
  OK_STREAMED,
  /// Those of them that arrived in bursts.
  BURST,
  /// Tokens by usage of `ok` streams.
  USAGE_WITH_CHUNKS,
  /// Content events of `ok` streams that have a usage.
  CHUNKS_WITH_USAGE,
  /// `ok` streams with a gap between content events.
  GAP_REQUESTS,
  /// `ok` streams of fewer than two tokens, which have no TPOT.
  TPOT_UNDEFINED,
  /// `ok` streams with an output speed.
  SPEEDS
}
