package dev.goodput.workload;

import dev.goodput.workload.random.RandomStream;

/// The seed from which texts are drawn.
final class TextSeeds {
  private TextSeeds() {}

  /// Returns the run's seed, or with a cache bust a seed that no other run has.
  static long of(OpenOptions options) {
    Long bust = options.cacheBust();
    return bust == null
        ? options.seed()
        : RandomStream.mix(options.seed() ^ RandomStream.mix(bust + 1));
  }
}
