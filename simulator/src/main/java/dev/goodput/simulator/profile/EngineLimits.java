package dev.goodput.simulator.profile;

/// What the engine was told at its start, by the names of vLLM's options.
///
/// @param maxNumSeqs most requests that run at once
/// @param maxNumBatchedTokens most tokens of one step
/// @param maxModelLen longest prompt plus answer, tokens; 0: as long as the model and the KV memory
///   allow
/// @param kvBlocks blocks of 16 tokens; 0: what the GPU memory leaves room for
/// @param prefixCaching freed blocks may be found again by their content
public record EngineLimits(
    int maxNumSeqs, int maxNumBatchedTokens, int maxModelLen, int kvBlocks, boolean prefixCaching) {

  /// vLLM's usual values.
  public static final EngineLimits DEFAULT = new EngineLimits(256, 2048, 0, 0, true);

  /// @throws IllegalArgumentException when a limit is below one, or negative where 0 means unset
  public EngineLimits {
    if (maxNumSeqs < 1 || maxNumBatchedTokens < 1 || maxModelLen < 0 || kvBlocks < 0) {
      throw new IllegalArgumentException("engine limits must be positive");
    }
  }

  /// A copy with another number of requests that run at once.
  public EngineLimits withMaxNumSeqs(int value) {
    return new EngineLimits(value, maxNumBatchedTokens, maxModelLen, kvBlocks, prefixCaching);
  }

  /// A copy with another token budget per step.
  public EngineLimits withMaxNumBatchedTokens(int value) {
    return new EngineLimits(maxNumSeqs, value, maxModelLen, kvBlocks, prefixCaching);
  }

  /// A copy with another longest length, 0 for as long as there is room.
  public EngineLimits withMaxModelLen(int value) {
    return new EngineLimits(maxNumSeqs, maxNumBatchedTokens, value, kvBlocks, prefixCaching);
  }

  /// A copy with another number of KV blocks, 0 for what memory leaves room for.
  public EngineLimits withKvBlocks(int value) {
    return new EngineLimits(maxNumSeqs, maxNumBatchedTokens, maxModelLen, value, prefixCaching);
  }

  /// A copy with prefix caching on or off.
  public EngineLimits withPrefixCaching(boolean value) {
    return new EngineLimits(maxNumSeqs, maxNumBatchedTokens, maxModelLen, kvBlocks, value);
  }
}
