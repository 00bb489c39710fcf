package dev.goodput.simulator.engine;

/// The work of one step, summed over its sequences.
final class StepWork {
  long tokens;
  int samples;
  long decodeContext;

  /// Σ c·(p + c/2): chunk size times the mean number of tokens that it attends to.
  double prefillPairs;

  /// Σ (p + c) over chunks of prompts.
  long prefillContext;

  void clear() {
    tokens = 0;
    samples = 0;
    decodeContext = 0;
    prefillPairs = 0;
    prefillContext = 0;
  }

  /// Adds one decoded token, with `context` tokens up to and including it.
  void decode(int context) {
    tokens++;
    samples++;
    decodeContext += context;
  }

  /// Adds a prompt chunk after `before` tokens; `sampling` if it reaches the prompt's end.
  void prefill(int chunk, int before, boolean sampling) {
    tokens += chunk;
    samples += sampling ? 1 : 0;
    prefillPairs += chunk * (before + chunk / 2.0);
    prefillContext += before + chunk;
  }
}
