package dev.goodput.simulator.http;

import dev.goodput.simulator.SimulatorException;

/// The response options of a simulated server.
///
/// @param seed seed of responses, lengths and faults
/// @param lengths output lengths if the request does not set them
/// @param tokensPerChunk tokens of each stream event but the first, which has one
/// @param reasoningShare share of each chat response in the reasoning channel, 0 to 1
/// @param reasoningField name of that channel's field
public record CompletionOptions(
    long seed,
    OutputLengths lengths,
    int tokensPerChunk,
    double reasoningShare,
    ReasoningField reasoningField) {
  /// Random lengths, one token per event, no reasoning.
  public static final CompletionOptions DEFAULT =
      new CompletionOptions(1, OutputLengths.NATURAL, 1, 0, ReasoningField.REASONING_CONTENT);

  /// @throws SimulatorException.BadOption if a number is out of range
  public CompletionOptions {
    if (tokensPerChunk < 1) {
      throw new SimulatorException.BadOption(
          "tokens per chunk must be at least 1, found " + tokensPerChunk);
    }
    if (!(reasoningShare >= 0 && reasoningShare <= 1)) {
      throw new SimulatorException.BadOption(
          "reasoning share must be between 0 and 1, found " + reasoningShare);
    }
  }

  CompletionOptions withSeed(long value) {
    return new CompletionOptions(value, lengths, tokensPerChunk, reasoningShare, reasoningField);
  }

  CompletionOptions withLengths(OutputLengths value) {
    return new CompletionOptions(seed, value, tokensPerChunk, reasoningShare, reasoningField);
  }

  CompletionOptions withTokensPerChunk(int value) {
    return new CompletionOptions(seed, lengths, value, reasoningShare, reasoningField);
  }

  CompletionOptions withReasoning(double share, ReasoningField field) {
    return new CompletionOptions(seed, lengths, tokensPerChunk, share, field);
  }
}
