package dev.goodput.simulator.profile;

/// The engine's start options, by the names of vLLM's options.
///
/// @param maxNumSeqs the largest number of running requests
/// @param maxNumBatchedTokens the largest number of tokens in one step
/// @param maxModelLen the longest prompt plus output, in tokens; 0 for what the model and the KV
///   memory allow
/// @param kvBlocks blocks of 16 tokens; 0 for what fits in GPU memory
/// @param prefixCaching whether freed blocks can be reused by their content
public record EngineLimits(
    int maxNumSeqs, int maxNumBatchedTokens, int maxModelLen, int kvBlocks, boolean prefixCaching) {

  /// vLLM's defaults.
  public static final EngineLimits DEFAULT = new EngineLimits(256, 2048, 0, 0, true);

  /// @throws IllegalArgumentException if a limit is below one, or negative where 0 means unset
  public EngineLimits {
    if (maxNumSeqs < 1 || maxNumBatchedTokens < 1 || maxModelLen < 0 || kvBlocks < 0) {
      throw new IllegalArgumentException("engine limits must be positive");
    }
  }

  /// Returns a copy with another number of running requests.
  public EngineLimits withMaxNumSeqs(int value) {
    return new EngineLimits(value, maxNumBatchedTokens, maxModelLen, kvBlocks, prefixCaching);
  }

  /// Returns a copy with another token budget per step.
  public EngineLimits withMaxNumBatchedTokens(int value) {
    return new EngineLimits(maxNumSeqs, value, maxModelLen, kvBlocks, prefixCaching);
  }

  /// Returns a copy with another longest length, 0 for what fits.
  public EngineLimits withMaxModelLen(int value) {
    return new EngineLimits(maxNumSeqs, maxNumBatchedTokens, value, kvBlocks, prefixCaching);
  }

  /// Returns a copy with another number of KV blocks, 0 for what fits in memory.
  public EngineLimits withKvBlocks(int value) {
    return new EngineLimits(maxNumSeqs, maxNumBatchedTokens, maxModelLen, value, prefixCaching);
  }

  /// Returns a copy with prefix caching on or off.
  public EngineLimits withPrefixCaching(boolean value) {
    return new EngineLimits(maxNumSeqs, maxNumBatchedTokens, maxModelLen, kvBlocks, value);
  }
}
