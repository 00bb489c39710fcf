package dev.goodput.validation.simulator;

import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.virtual.VirtualEngine;

/// A replay of a log's requests on the simulated engine, at the times at which the real one queued
/// them.
final class Replay {
  private Replay() {}

  /// @throws SimulatorException.BadLog when a request is longer than the profile's longest length
  static LatencyStatistics of(EngineLog log, EngineProfile profile) {
    VirtualEngine engine = new VirtualEngine(profile);
    LatencyStatistics.Sample sample = new LatencyStatistics.Sample();
    for (EngineLog.Entry entry : log.entries()) {
      checkLength(log, entry, profile.maxModelLen());
      engine.at(
          entry.queuedNanos(),
          () ->
              engine.submit(
                  entry.request(),
                  (call, nanos) ->
                      sample.add(
                          call.arrivalNanos(), call.firstTokenNanos(), nanos, call.tokens())));
    }
    engine.run();
    return sample.statistics();
  }

  private static void checkLength(EngineLog log, EngineLog.Entry entry, int longest) {
    long tokens = (long) entry.request().promptTokens() + entry.request().outputTokens();
    if (tokens > longest) {
      throw new SimulatorException.BadLog(
          "%s has a request of %,d tokens, the simulated engine takes %,d, %s"
              .formatted(log.name(), tokens, longest, log.setup().longest()));
    }
  }
}
