package dev.goodput.simulator.engine;

/// What the engine needs to know of a request: how long it is and which blocks it shares.
///
/// Immutable; the array that is handed in must not change afterwards.
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

  /// A request that shares no block with any other.
  public static EngineRequest of(int promptTokens, int outputTokens) {
    return new EngineRequest(promptTokens, outputTokens, NO_HASHES);
  }

  /// A request whose full 16-token blocks are known by a chained hash each (equal hash: equal block
  /// and equal everything before it), in order from the first; blocks past the array, the last ones
  /// of the prompt or those of the answer, are its own.
  public static EngineRequest of(int promptTokens, int outputTokens, long[] blockHashes) {
    return new EngineRequest(promptTokens, outputTokens, blockHashes);
  }

  /// Tokens of the prompt.
  public int promptTokens() {
    return promptTokens;
  }

  /// Tokens it will generate unless it is aborted.
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
