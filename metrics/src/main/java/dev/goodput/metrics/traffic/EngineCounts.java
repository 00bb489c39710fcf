package dev.goodput.metrics.traffic;

import org.jspecify.annotations.Nullable;

/// What an upstream's engines have counted since anybody looked; where one falls, less of the
/// upstream is looked at than before. Absent where they do not say, or have not said so lately.
///
/// @param preemptions how many requests were put back
/// @param recomputedTokens how many output tokens were thrown away and computed again
/// @param generatedTokens how many tokens were generated
/// @param prefixQueries how many prompt tokens were looked for in the prefix cache
/// @param prefixHits how many of these were found
public record EngineCounts(
    @Nullable Double preemptions,
    @Nullable Double recomputedTokens,
    @Nullable Double generatedTokens,
    @Nullable Double prefixQueries,
    @Nullable Double prefixHits) {
  /// Nothing is counted.
  public static final EngineCounts NONE = new EngineCounts(null, null, null, null, null);
}
