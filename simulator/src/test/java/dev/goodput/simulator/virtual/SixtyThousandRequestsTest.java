package dev.goodput.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.SplitMix64;
import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.profile.EngineProfile;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// A test with a day's worth of conversations. It prints its duration, but does not check it.
class SixtyThousandRequestsTest {
  private static final int REQUESTS = 60_000;

  /// Lengths like those of the Azure conversation trace (mean 1,155 and 211); half of the prompts
  /// start with one of 50 shared prefixes.
  private static long[] run(long seed, int requests) {
    SplittableRandom random = new SplittableRandom(seed);
    VirtualEngine engine = new VirtualEngine(EngineProfile.named("h100", "llama-3.1-8b"));
    long[] totals = new long[3];
    double at = 0;
    for (int i = 0; i < requests; i++) {
      at -= Math.log(1 - random.nextDouble()) / 18 * 1e9;
      int prompt = (int) Math.clamp(900 * Math.exp(.7 * random.nextGaussian()), 1, 8000);
      int output = (int) Math.clamp(150 * Math.exp(.8 * random.nextGaussian()), 1, 2000);
      long[] hashes = hashes(random.nextInt(100), i, prompt / 16);
      engine.at((long) at, () -> ask(engine, EngineRequest.of(prompt, output, hashes), totals));
    }
    engine.run();
    return totals;
  }

  private static long[] hashes(int group, int request, int blocks) {
    long[] hashes = new long[blocks];
    for (int i = 0; i < blocks; i++) {
      boolean shared = group < 50 && i < 24;
      hashes[i] = SplitMix64.mix((shared ? group : request + 1000L) * 10_000 + i);
    }
    return hashes;
  }

  private static void ask(VirtualEngine engine, EngineRequest request, long[] totals) {
    engine.submit(
        request,
        (call, nanos) -> {
          totals[0]++;
          totals[1] += call.tokens();
          totals[2] = totals[2] * 31 + nanos;
        });
  }

  @Test
  void areAllAnswered() {
    long begun = cpuNanos();
    long[] totals = run(7, REQUESTS);
    System.out.printf(
        "60,000 requests, %,d tokens: %.2f s of one core, cold%n",
        totals[1], (cpuNanos() - begun) / 1e9);
    assertThat(totals[0]).isEqualTo(REQUESTS);
  }

  @Test
  void areAnsweredAtTheSameMomentsEachTime() {
    assertThat(run(8, 3000)).isEqualTo(run(8, 3000)).isNotEqualTo(run(9, 3000));
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
