package dev.goodput.wire.client;

import dev.goodput.wire.PreflightException;

/// Asks a target who it is before load starts.
@SuppressWarnings("DoNotCallSuggester")
public final class Preflight {
  private Preflight() {}

  /// Reads the model list, asks two short questions, and says what it learned. Blocks.
  ///
  /// @throws PreflightException where the target cannot be measured: one clear line
  public static TargetFacts probe(Endpoint endpoint, PreflightOptions options) {
    throw new UnsupportedOperationException("lands with a next commit");
  }
}
