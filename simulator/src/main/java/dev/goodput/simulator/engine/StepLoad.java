package dev.goodput.simulator.engine;

/// What one step has to compute: sums over the sequences that take part.
final class StepLoad {
  long tokens;
  int samples;
  long decodeContext;

  /// Σ c·(p + c/2): chunk times the mean number of tokens it attends to.
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

  /// One token of an answer, with that many tokens before and including it.
  void decode(int context) {
    tokens++;
    samples++;
    decodeContext += context;
  }

  /// A chunk of a prompt after `before` tokens; `sampling` when it reaches the prompt's end.
  void prefill(int chunk, int before, boolean sampling) {
    tokens += chunk;
    samples += sampling ? 1 : 0;
    prefillPairs += chunk * (before + chunk / 2.0);
    prefillContext += before + chunk;
  }
}
