package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.record.TokenSource;
import org.jspecify.annotations.Nullable;

/// The sources of token counts, and how often there was none.
///
/// @param inputUnknown sent exchanges whose prompt tokens are unknown; they are in no sum of prompt
///   tokens and in no cost
/// @param usage `ok` responses whose output tokens the server reported
/// @param tokenizer `ok` responses whose output tokens a tokenizer counted
/// @param chunks `ok` responses whose content chunks are counted as tokens
/// @param contradicted `ok` responses whose usage reports no token although content arrived; that
///   usage is ignored
/// @param itl the source of the tokens per chunk over all `ok` streams; null without inter-token
///   latency
/// @param withoutItl `ok` streams with an unknown number of tokens per chunk: they are in the mean
///   inter-token latency, but in none of its percentiles
public record TokenSources(
    long inputUnknown,
    long usage,
    long tokenizer,
    long chunks,
    long contradicted,
    @Nullable ItlSource itl,
    long withoutItl) {
  /// Returns the least reliable source of output tokens in use; null if there is none.
  public @Nullable TokenSource worstOutput() {
    if (chunks > 0) {
      return TokenSource.CHUNKS;
    }
    if (tokenizer > 0) {
      return TokenSource.TOKENIZER;
    }
    return usage > 0 ? TokenSource.USAGE : null;
  }
}
