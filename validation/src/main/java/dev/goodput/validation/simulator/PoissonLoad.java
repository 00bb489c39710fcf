package dev.goodput.validation.simulator;

import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.engine.EngineStats;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.virtual.VirtualCall;
import dev.goodput.simulator.virtual.VirtualEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A seeded Poisson load of ten requests per second on an engine in virtual time, with its results.
///
/// @param calls the answered requests, in the order of their ends
/// @param stats the engine's counters afterwards
record PoissonLoad(List<VirtualCall> calls, EngineStats stats) {
  private static final int REQUESTS = 600;
  private static final double PER_SECOND = 10;

  /// @param prompt mean tokens of a prompt
  /// @param output mean tokens of an answer
  static PoissonLoad run(EngineProfile profile, int prompt, int output, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    VirtualEngine engine = new VirtualEngine(profile);
    List<VirtualCall> calls = new ArrayList<>();
    double at = 0;
    for (int i = 0; i < REQUESTS; i++) {
      at -= Math.log(1 - random.nextDouble()) / PER_SECOND * 1e9;
      int promptTokens = length(random, prompt);
      int outputTokens = length(random, output);
      engine.at(
          (long) at,
          () ->
              engine.submit(
                  EngineRequest.of(promptTokens, outputTokens), (call, _) -> calls.add(call)));
    }
    engine.run();
    return new PoissonLoad(calls, engine.stats());
  }

  /// Half to one and a half times the mean.
  private static int length(SplittableRandom random, int mean) {
    return Math.max(1, (int) (mean * (.5 + random.nextDouble())));
  }

  /// The 99th percentile of the time to first token, nearest rank, ms.
  double ttftP99() {
    double[] millis =
        calls.stream()
            .mapToDouble(call -> (call.firstTokenNanos() - call.arrivalNanos()) / 1e6)
            .sorted()
            .toArray();
    return millis[Math.ceilDiv(99 * millis.length, 100) - 1];
  }
}
