package dev.goodput.metrics.result;

import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.record.TokenSource;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The `tokens` part: of the sample's exchanges, earlier attempts included.
///
/// @param input prompt tokens of exchanges that were sent
/// @param output output tokens received, all outcomes
/// @param reasoning reasoning tokens that the server reports; null if it never does
/// @param cachedInput cached prompt tokens where the server names them
/// @param rejectedDraft rejected draft tokens where the server names them
/// @param answersBySource how many `ok` answers each source counted the tokens of, those that
///   counted some
/// @param itlSource the source of the tokens per chunk; null if nothing was streamed
/// @param chunks content events
/// @param burstsShare share of streamed tokens that came in bursts, absent without any
/// @param outputByOutcome output tokens by the outcome of their exchange; adds up to `output`
/// @param tokenizerAgainstUsage tokenizer's count ÷ usage − 1 over `ok` requests with both
/// @param chunksAgainstUsage content events ÷ streamed tokens by usage − 1, over those with usage
public record Tokens(
    long input,
    long output,
    @Nullable Long reasoning,
    @Nullable Long cachedInput,
    @Nullable Long rejectedDraft,
    SortedMap<TokenSource, Long> answersBySource,
    @Nullable ItlSource itlSource,
    long chunks,
    @Nullable Double burstsShare,
    SortedMap<String, Long> outputByOutcome,
    @Nullable Double tokenizerAgainstUsage,
    @Nullable Double chunksAgainstUsage) {
  /// Copies the maps.
  public Tokens {
    answersBySource = Collections.unmodifiableSortedMap(new TreeMap<>(answersBySource));
    outputByOutcome = Collections.unmodifiableSortedMap(new TreeMap<>(outputByOutcome));
  }

  /// The worst source used for an `ok` answer, absent without one.
  public @Nullable TokenSource outputSource() {
    return answersBySource.isEmpty() ? null : answersBySource.lastKey();
  }
}
