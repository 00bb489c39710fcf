package dev.goodput.validation.simulator;

import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.profile.EngineLimits;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.virtual.VirtualCall;
import dev.goodput.simulator.virtual.VirtualEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// Something that a real engine does and a constant delay does not: one figure on either side of
/// the edge.
///
/// @param what happens
/// @param figure the name of the figure
/// @param before its value on the near side, in its unit
/// @param beyond its value on the far side
/// @param unit `ms`, or empty for a share
record Cliff(String what, String figure, double before, double beyond, String unit) {
  private static final EngineProfile H100 = EngineProfile.named("h100", "llama-3.1-8b");
  private static final EngineLimits USUAL = EngineLimits.DEFAULT;

  /// All of them, on a simulated H100 with Llama-3.1-8B; the same numbers each time.
  public static List<Cliff> all() {
    return List.of(slots(), blocks(), recomputation(), prefixHits(), sharedStep());
  }

  static Cliff slots() {
    return wait("all slots are taken (max_num_seqs 12 for 256)", 1, with(USUAL.withMaxNumSeqs(12)));
  }

  static Cliff blocks() {
    return wait("KV memory runs out (400 blocks)", 2, with(USUAL.withKvBlocks(400)));
  }

  private static Cliff wait(String what, long seed, EngineProfile beyond) {
    return new Cliff(
        what,
        "TTFT p99",
        PoissonLoad.run(H100, 500, 200, seed).ttftP99(),
        PoissonLoad.run(beyond, 500, 200, seed).ttftP99(),
        "ms");
  }

  static Cliff recomputation() {
    return new Cliff(
        "preempted requests are computed again (400 blocks, long answers)",
        "useful work",
        PoissonLoad.run(H100, 200, 400, 3).stats().usefulWork(),
        PoissonLoad.run(with(USUAL.withKvBlocks(400)), 200, 400, 3).stats().usefulWork(),
        "");
  }

  static Cliff prefixHits() {
    long[] known = LongStream.rangeClosed(1, 100).toArray();
    VirtualEngine engine = new VirtualEngine(H100);
    List<VirtualCall> done = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      engine.at(
          i * 2_000_000_000L,
          () -> engine.submit(EngineRequest.of(1610, 2, known), (call, _) -> done.add(call)));
    }
    engine.run();
    return new Cliff(
        "the start of a prompt is found in the prefix cache",
        "TTFT",
        ttft(done.getFirst()),
        ttft(done.getLast()),
        "ms");
  }

  static Cliff sharedStep() {
    VirtualEngine engine = new VirtualEngine(H100);
    List<VirtualCall> done = new ArrayList<>();
    engine.at(0, () -> engine.submit(EngineRequest.of(100, 100), (call, _) -> done.add(call)));
    engine.at(
        300_000_000, () -> engine.submit(EngineRequest.of(2000, 1), (call, _) -> done.add(call)));
    engine.run();
    VirtualCall reader = done.getLast();
    long longest = 0;
    for (int i = 1; i < reader.tokens(); i++) {
      longest = Math.max(longest, reader.tokenNanos(i) - reader.tokenNanos(i - 1));
    }
    double usual = (reader.tokenNanos(20) - reader.tokenNanos(10)) / 10.0;
    return new Cliff(
        "a prompt of 2,000 tokens shares the step", "token gap", usual / 1e6, longest / 1e6, "ms");
  }

  private static double ttft(VirtualCall call) {
    return (call.firstTokenNanos() - call.arrivalNanos()) / 1e6;
  }

  private static EngineProfile with(EngineLimits limits) {
    return H100.withLimits(limits);
  }
}
