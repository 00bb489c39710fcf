package dev.goodput.metrics.traffic;

import dev.goodput.metrics.result.ItlSource;
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
/// @param itlCounted `ok` streams whose chunks carry their token counts
/// @param itlOfChunks `ok` streams with about one token per chunk
/// @param itlUntold `ok` streams with an unknown number of tokens per chunk: they are in the mean
///   inter-token latency, but in none of its percentiles
public record TokenSources(
    long inputUnknown,
    long usage,
    long tokenizer,
    long chunks,
    long contradicted,
    long itlCounted,
    long itlOfChunks,
    long itlUntold) {
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

  /// Returns the least reliable source of tokens per chunk in use; null if there is none.
  public @Nullable ItlSource worstItl() {
    if (itlUntold > 0) {
      return ItlSource.NONE;
    }
    if (itlOfChunks > 0) {
      return ItlSource.CHUNKS;
    }
    return itlCounted > 0 ? ItlSource.USAGE : null;
  }
}
