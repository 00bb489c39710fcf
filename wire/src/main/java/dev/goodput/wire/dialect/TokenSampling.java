package dev.goodput.wire.dialect;

import org.jspecify.annotations.Nullable;

/// How a request asks for tokens to be chosen, as far as its body says so in numbers that can be
/// meant; null for what it leaves to the server or says in no such way.
///
/// @param temperature 0 to 100
/// @param topP 0 to 1
/// @param topK most probable tokens that are chosen from; -1 and 0 stand for all at some servers
/// @param seed of the server's random numbers
/// @param choices how many answers to one prompt
/// @param frequencyPenalty −100 to 100
/// @param presencePenalty −100 to 100
/// @param output `text` or `json`, the form that the answer shall have; `""` where none is named
public record TokenSampling(
    @Nullable Double temperature,
    @Nullable Double topP,
    @Nullable Double topK,
    @Nullable Long seed,
    @Nullable Long choices,
    @Nullable Double frequencyPenalty,
    @Nullable Double presencePenalty,
    String output) {
  /// All is left to the server.
  public static final TokenSampling NONE =
      new TokenSampling(null, null, null, null, null, null, null, "");
}
