package dev.goodput.metrics.traffic;

import dev.goodput.metrics.result.ItlSource;
import dev.goodput.record.TokenSource;
import org.jspecify.annotations.Nullable;

/// By what tokens were counted, and how often nobody counted them.
///
/// @param inputUnknown exchanges that were sent whose prompt nobody counted: it is in no sum of
///   prompt tokens and in no cost
/// @param usage `ok` answers whose output the server named
/// @param tokenizer those that a tokenizer counted
/// @param chunks those whose content chunks stand for tokens
/// @param contradicted those whose usage named no token though content came, which is not believed
/// @param itlCounted `ok` streams whose chunks came with their tokens
/// @param itlOfChunks those with about one token a chunk
/// @param itlUntold those of which nobody knows how many tokens each chunk holds: they are in the
///   mean inter-token latency, and in none of its percentiles
public record TokenSources(
    long inputUnknown,
    long usage,
    long tokenizer,
    long chunks,
    long contradicted,
    long itlCounted,
    long itlOfChunks,
    long itlUntold) {
  /// The worst source of output tokens that was used; null without any.
  public @Nullable TokenSource worstOutput() {
    if (chunks > 0) {
      return TokenSource.CHUNKS;
    }
    if (tokenizer > 0) {
      return TokenSource.TOKENIZER;
    }
    return usage > 0 ? TokenSource.USAGE : null;
  }

  /// The worst source of the tokens of chunks that was used; null without any.
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
