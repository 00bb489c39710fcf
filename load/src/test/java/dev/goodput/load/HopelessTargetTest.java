package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.load.testing.FakeSessions;
import dev.goodput.load.testing.GatewayServer;
import dev.goodput.record.LevelEnded.Ending;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.NanoClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests over the whole engine that a level ends early if its target answers nothing.
@Timeout(60)
final class HopelessTargetTest {
  private static final long HOUR = 3600L * 1_000_000_000;
  private static final Outcome BUSY = new Outcome.HttpError(503, "busy");
  private static final Outcome DENIED = new Outcome.HttpError(400, "too long");

  /// More failures than any limit for ending a level.
  private static final int MANY = 300;

  private final EventLoops loops = EventLoops.start(2);
  private final long origin = System.nanoTime();
  private int turnedAway;
  private int answered;

  @AfterEach
  void close() {
    loops.close();
  }

  /// Runs users who never leave against one gateway on each of two loops. The gateways answer once
  /// the engine has seen very many requests refused, and at the first answer the level is drained.
  ///
  /// @param others outcome of the requests that a gateway refuses
  /// @param takes number of requests that each gateway accepts
  private LevelOutcome run(Outcome others, int takes) {
    List<GatewayServer> gateways =
        loops.loops().stream()
            .map(loop -> new GatewayServer(loop, () -> System.nanoTime() - origin, others, takes))
            .toList();
    List<EngineOptions.LoopBinding> seats = new ArrayList<>();
    for (int i = 0; i < gateways.size(); i++) {
      seats.add(new EngineOptions.LoopBinding(loops.loops().get(i), gateways.get(i)));
    }
    LoadEngine engine = new LoadEngine(EngineOptions.of(seats, NanoClock.SYSTEM, origin));
    return engine.run(
        task(),
        entry -> {
          if (entry instanceof RequestRecord r && r.outcome().equals(others)) {
            turnedAway++;
            if (turnedAway == MANY) {
              gateways.forEach(GatewayServer::speak);
            }
          } else if (entry instanceof RequestRecord r && r.outcome() instanceof Outcome.Ok) {
            answered++;
            engine.drain();
          }
        });
  }

  private static LevelTask task() {
    return new LevelTask(
        0,
        LevelHarness.closed(32, 0, HOUR),
        FakeSessions.single(),
        (_, _) -> new Body(new byte[16], 3),
        true,
        Retry.OFF,
        Cancellation.NONE,
        42,
        null);
  }

  @Test
  void aGatewayThatRejectsManyIsNotAnUnresponsiveTarget() {
    assertThat(run(BUSY, 4).ending()).isEqualTo(Ending.DRAINED);
    assertThat(answered).isEqualTo(8);
    assertThat(turnedAway).isGreaterThanOrEqualTo(MANY);
  }

  @Test
  void invalidRequestsDoNotEndOthersInPrefill() {
    assertThat(run(DENIED, 1).ending()).isEqualTo(Ending.DRAINED);
    assertThat(answered).isEqualTo(2);
  }

  @Test
  void stopsWhenTheTargetRejectsAllRequests() {
    for (Outcome others : List.of(BUSY, DENIED)) {
      LevelOutcome outcome = run(others, 0);

      assertThat(outcome.ending()).isEqualTo(Ending.ALL_FAILED);
      assertThat(outcome.reason())
          .startsWith("ended early by goodput: all of the first")
          .contains("requests failed");
    }
  }
}
