package dev.goodput.workload;

import dev.goodput.workload.random.RandomStream;

/// From which seed texts are drawn.
final class TextSeeds {
  private TextSeeds() {}

  /// The run's seed; with a cache bust one that no other run has.
  static long of(OpenOptions options) {
    Long bust = options.cacheBust();
    return bust == null
        ? options.seed()
        : RandomStream.mix(options.seed() ^ RandomStream.mix(bust + 1));
  }
}
