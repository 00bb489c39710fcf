package dev.goodput.wire.dialect;

import org.jspecify.annotations.Nullable;

/// The sampling parameters of a request, as far as its body contains valid values; null for a value
/// that is missing or invalid.
///
/// @param temperature 0 to 100
/// @param topP 0 to 1
/// @param topK number of most probable tokens to choose from; -1 and 0 mean all with some servers
/// @param seed seed of the server's random numbers
/// @param choices number of answers to one prompt
/// @param frequencyPenalty −100 to 100
/// @param presencePenalty −100 to 100
/// @param output requested output format, `text` or `json`; `""` if the body names none
public record TokenSampling(
    @Nullable Double temperature,
    @Nullable Double topP,
    @Nullable Double topK,
    @Nullable Long seed,
    @Nullable Long choices,
    @Nullable Double frequencyPenalty,
    @Nullable Double presencePenalty,
    String output) {
  /// No parameters: everything is left to the server.
  public static final TokenSampling NONE =
      new TokenSampling(null, null, null, null, null, null, null, "");
}
