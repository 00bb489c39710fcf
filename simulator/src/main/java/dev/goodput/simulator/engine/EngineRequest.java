package dev.goodput.simulator.engine;

/// A request as the engine sees it: its lengths and the blocks that it can share.
///
/// Immutable; the array that is passed in must not be modified afterwards.
public final class EngineRequest {
  private static final long[] NO_HASHES = {};

  private final int promptTokens;
  private final int outputTokens;
  private final long[] blockHashes;

  private EngineRequest(int promptTokens, int outputTokens, long[] blockHashes) {
    if (promptTokens < 1 || outputTokens < 1) {
      throw new IllegalArgumentException(
          "a request needs at least one prompt and one output token, not "
              + promptTokens
              + " and "
              + outputTokens);
    }
    this.promptTokens = promptTokens;
    this.outputTokens = outputTokens;
    this.blockHashes = blockHashes;
  }

  /// Returns a request that shares no block with others.
  public static EngineRequest of(int promptTokens, int outputTokens) {
    return new EngineRequest(promptTokens, outputTokens, NO_HASHES);
  }

  /// Returns a request whose full 16-token blocks have chained hashes (equal hash: equal block and
  /// equal content before it), in order from the first. Blocks past the array, such as the last
  /// ones of the prompt or those of the response, are not shared.
  public static EngineRequest of(int promptTokens, int outputTokens, long[] blockHashes) {
    return new EngineRequest(promptTokens, outputTokens, blockHashes);
  }

  /// Returns the number of prompt tokens.
  public int promptTokens() {
    return promptTokens;
  }

  /// Returns the number of tokens to generate unless it is aborted.
  public int outputTokens() {
    return outputTokens;
  }

  int knownBlocks() {
    return blockHashes.length;
  }

  long blockHash(int index) {
    return blockHashes[index];
  }
}
