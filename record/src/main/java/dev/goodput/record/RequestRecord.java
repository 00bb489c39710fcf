package dev.goodput.record;

import org.jspecify.annotations.Nullable;

/// A record of one attempt at one request.
///
/// Attempts at one request share `id`, `requested` and the intended stamp, so that a retry's wait
/// is never hidden; `last` marks the attempt whose outcome the user saw.
///
/// @param id the request's index in the plan, from 0
/// @param level the load level it belongs to, from 0
/// @param attempt the attempt's number, from 0
/// @param last whether no further attempt followed
/// @param streamed whether a streamed response was requested
/// @param start the stamp from which latencies count
/// @param requested the workload's specification of the request
/// @param stamps the times
/// @param chunks the content events
/// @param tokens token counts by source
/// @param reasoningChunks number of content events that were reasoning
/// @param outcome how it ended
/// @param passage its passage through a gateway, null for a request of the load generator
public record RequestRecord(
    long id,
    int level,
    int attempt,
    boolean last,
    boolean streamed,
    LatencyOrigin start,
    RequestSpec requested,
    Stamps stamps,
    ChunkLog chunks,
    TokenCounts tokens,
    int reasoningChunks,
    Outcome outcome,
    @Nullable GatewayInfo passage)
    implements LogEntry {

  /// A record of a request of the load generator.
  public RequestRecord(
      long id,
      int level,
      int attempt,
      boolean last,
      boolean streamed,
      LatencyOrigin start,
      RequestSpec requested,
      Stamps stamps,
      ChunkLog chunks,
      TokenCounts tokens,
      int reasoningChunks,
      Outcome outcome) {
    this(
        id,
        level,
        attempt,
        last,
        streamed,
        start,
        requested,
        stamps,
        chunks,
        tokens,
        reasoningChunks,
        outcome,
        null);
  }

  /// Returns the same record on another clock.
  ///
  /// @param byNanos difference added to every stamp that is present
  public RequestRecord shifted(long byNanos) {
    return new RequestRecord(
        id,
        level,
        attempt,
        last,
        streamed,
        start,
        requested,
        stamps.shifted(byNanos),
        chunks.shifted(byNanos),
        tokens,
        reasoningChunks,
        outcome,
        passage == null ? null : passage.shifted(byNanos));
  }

  /// Returns the stamp from which the user's wait counts, in nanoseconds since the run began.
  public long startNanos() {
    return start == LatencyOrigin.INTENDED ? stamps.intendedNanos() : stamps.dueNanos();
  }

  /// Returns whether it came through a gateway but belongs to no SLO class, as when no route
  /// matches: then no SLO applies to it.
  public boolean ofNoClass() {
    return passage != null && passage.sloClass().isEmpty();
  }

  /// Returns the output tokens by the best available source.
  public int outputTokens() {
    return switch (outputSource()) {
      case USAGE -> tokens.usageOutput();
      case TOKENIZER -> tokens.tokenizerOutput();
      case CHUNKS -> chunks.count();
    };
  }

  /// Returns whether usage reports no output tokens although content arrived, which cannot be
  /// right.
  public boolean usageImplausible() {
    return tokens.reportedOutput(chunks.count()) != tokens.usageOutput();
  }

  /// Returns the source that [#outputTokens()] used. A usage of 0 together with content does not
  /// count.
  public TokenSource outputSource() {
    if (tokens.reportedOutput(chunks.count()) >= 0) {
      return TokenSource.USAGE;
    }
    return tokens.tokenizerOutput() >= 0 ? TokenSource.TOKENIZER : TokenSource.CHUNKS;
  }

  /// Returns `N` of the per-token metrics: output tokens less the reasoning tokens that usage
  /// reports but the stream never carried.
  public int streamedTokens() {
    boolean hidden =
        outputSource() == TokenSource.USAGE && tokens.usageReasoning() > 0 && reasoningChunks == 0;
    return hidden ? Math.max(0, outputTokens() - tokens.usageReasoning()) : outputTokens();
  }

  /// Returns the prompt tokens: the server's usage, else the tokenizer's count, else the requested
  /// number, else 0. No prompt is empty, so a usage of 0 is ignored.
  public int inputTokens() {
    if (tokens.usageInput() > 0) {
      return tokens.usageInput();
    }
    return tokens.tokenizerInput() >= 0
        ? tokens.tokenizerInput()
        : Math.max(0, requested.inputTokens());
  }
}
