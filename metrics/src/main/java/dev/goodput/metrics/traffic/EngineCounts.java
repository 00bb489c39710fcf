package dev.goodput.metrics.traffic;

import org.jspecify.annotations.Nullable;

/// Cumulative counts of an upstream's engines since the first scrape. They fall when fewer of the
/// upstream's engines are scraped than before. A count is absent if the engines do not report it,
/// or have not reported it lately.
///
/// @param preemptions preempted requests
/// @param recomputedTokens output tokens that were discarded and computed again
/// @param generatedTokens generated tokens
/// @param prefixQueries prompt tokens looked up in the prefix cache
/// @param prefixHits prompt tokens found in the prefix cache
public record EngineCounts(
    @Nullable Double preemptions,
    @Nullable Double recomputedTokens,
    @Nullable Double generatedTokens,
    @Nullable Double prefixQueries,
    @Nullable Double prefixHits) {
  /// No counts.
  public static final EngineCounts NONE = new EngineCounts(null, null, null, null, null);
}
