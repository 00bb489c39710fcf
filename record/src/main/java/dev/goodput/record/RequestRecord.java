package dev.goodput.record;

import org.jspecify.annotations.Nullable;

/// All that is known of one attempt at one request.
///
/// Attempts at one request share `id`, `asked` and the intended stamp, so that a retry's wait is
/// never hidden; `last` marks the attempt whose outcome the user saw.
///
/// @param id the request's place in the plan, from 0
/// @param level the load level it belongs to, from 0
/// @param attempt 0 for the first attempt
/// @param last whether no further attempt followed
/// @param streamed whether the answer was asked for as a stream
/// @param start from which stamp latencies count
/// @param asked what the workload asked
/// @param stamps the moments
/// @param chunks the content events
/// @param tokens counts by source
/// @param reasoningChunks how many of the content events were reasoning
/// @param outcome how it ended
/// @param passage how it passed through a gateway, null where we asked ourselves
public record RequestRecord(
    long id,
    int level,
    int attempt,
    boolean last,
    boolean streamed,
    Start start,
    Asked asked,
    Stamps stamps,
    ChunkLog chunks,
    TokenCounts tokens,
    int reasoningChunks,
    Outcome outcome,
    @Nullable Passage passage)
    implements LogEntry {

  /// A request that we asked ourselves.
  public RequestRecord(
      long id,
      int level,
      int attempt,
      boolean last,
      boolean streamed,
      Start start,
      Asked asked,
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
        asked,
        stamps,
        chunks,
        tokens,
        reasoningChunks,
        outcome,
        null);
  }

  /// The same on another clock.
  ///
  /// @param byNanos added to every moment that is there
  public RequestRecord shifted(long byNanos) {
    return new RequestRecord(
        id,
        level,
        attempt,
        last,
        streamed,
        start,
        asked,
        stamps.shifted(byNanos),
        chunks.shifted(byNanos),
        tokens,
        reasoningChunks,
        outcome,
        passage == null ? null : passage.shifted(byNanos));
  }

  /// The stamp the user's wait counts from, nanoseconds since the run began.
  public long startNanos() {
    return start == Start.INTENDED ? stamps.intendedNanos() : stamps.dueNanos();
  }

  /// Whether it came through a gateway of which no SLO class is for it, as where no route takes it:
  /// nobody promised it anything.
  public boolean ofNoClass() {
    return passage != null && passage.sloClass().isEmpty();
  }

  /// Output tokens by the best source there is.
  public int outputTokens() {
    return switch (outputSource()) {
      case USAGE -> tokens.usageOutput();
      case TOKENIZER -> tokens.tokenizerOutput();
      case CHUNKS -> chunks.count();
    };
  }

  /// Whether usage names no output token though content came, which no count can do.
  public boolean usageContradicted() {
    return tokens.namedOutput(chunks.count()) != tokens.usageOutput();
  }

  /// Which source [#outputTokens()] used. A usage of 0 beside content is none.
  public TokenSource outputSource() {
    if (tokens.namedOutput(chunks.count()) >= 0) {
      return TokenSource.USAGE;
    }
    return tokens.tokenizerOutput() >= 0 ? TokenSource.TOKENIZER : TokenSource.CHUNKS;
  }

  /// `N` of the per-token metrics: output tokens less the reasoning that usage names but the stream
  /// never carried.
  public int streamedTokens() {
    boolean hidden =
        outputSource() == TokenSource.USAGE && tokens.usageReasoning() > 0 && reasoningChunks == 0;
    return hidden ? Math.max(0, outputTokens() - tokens.usageReasoning()) : outputTokens();
  }

  /// Prompt tokens: what the server named, else the tokenizer's count, else what was asked, else 0.
  /// No prompt has none: a usage of 0 is not believed.
  public int inputTokens() {
    if (tokens.usageInput() > 0) {
      return tokens.usageInput();
    }
    return tokens.tokenizerInput() >= 0
        ? tokens.tokenizerInput()
        : Math.max(0, asked.inputTokens());
  }
}
