package dev.goodput.simulator.virtual;

import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.engine.EngineStats;
import dev.goodput.simulator.profile.EngineProfile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// A seeded Poisson load on an engine in virtual time, and what came of it.
record Load(List<VirtualCall> calls, EngineStats stats) {
  /// @param perSecond arrivals per second
  static Load run(
      EngineProfile profile, int requests, double perSecond, int prompt, int output, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    VirtualEngine engine = new VirtualEngine(profile);
    List<VirtualCall> calls = new ArrayList<>();
    double at = 0;
    for (int i = 0; i < requests; i++) {
      at -= Math.log(1 - random.nextDouble()) / perSecond * 1e9;
      int promptTokens = length(random, prompt);
      int outputTokens = length(random, output);
      engine.at(
          (long) at,
          () ->
              engine.submit(
                  EngineRequest.of(promptTokens, outputTokens), (call, _) -> calls.add(call)));
    }
    engine.run();
    return new Load(calls, engine.stats());
  }

  /// Half to one and a half times the mean.
  private static int length(SplittableRandom random, int mean) {
    return Math.max(1, (int) (mean * (.5 + random.nextDouble())));
  }

  /// The 99th percentile of the time to first token, ms.
  double ttftP99() {
    return sorted(
        calls.stream().mapToDouble(c -> (c.firstTokenNanos() - c.arrivalNanos()) / 1e6).toArray());
  }

  private static double sorted(double[] values) {
    Arrays.sort(values);
    return values[(int) (values.length * .99)];
  }
}
