package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.load.testing.FakeSessions;
import dev.goodput.load.testing.GatewayServer;
import dev.goodput.record.LevelEnded.Ending;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.NanoClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Whether a level ends early because its target answers nobody, over the whole engine.
@Timeout(60)
final class HopelessTargetTest {
  private static final long HOUR = 3600L * 1_000_000_000;
  private static final Outcome BUSY = new Outcome.HttpError(503, "busy");
  private static final Outcome DENIED = new Outcome.HttpError(400, "too long");

  private final EventLoops loops = EventLoops.start(2);
  private final long origin = System.nanoTime();
  private final List<LogEntry> log = new ArrayList<>();

  @AfterEach
  void close() {
    loops.close();
  }

  /// @param takes how many each of the two loops' gateways takes
  /// @param wordAfter how many it turns away before it answers those
  private LevelOutcome run(LevelPlan plan, Outcome others, int takes, int wordAfter) {
    List<EngineOptions.LoopSeat> seats =
        loops.loops().stream()
            .map(loop ->
                new EngineOptions.LoopSeat(
                    loop,
                    new GatewayServer(
                        loop, () -> System.nanoTime() - origin, others, takes, wordAfter)))
            .toList();
    LevelTask task =
        new LevelTask(
            0,
            plan,
            FakeSessions.single(),
            (_, _) -> new Body(new byte[16], 3),
            true,
            Retry.OFF,
            Cancellation.NONE,
            42,
            null);
    return new LoadEngine(EngineOptions.of(seats, NanoClock.SYSTEM, origin)).run(task, log::add);
  }

  private long answered() {
    return log.stream()
        .filter(entry -> entry instanceof RequestRecord r && r.outcome() instanceof Outcome.Ok)
        .count();
  }

  @Test
  void aGatewayThatServesFewAndTurnsManyAwayIsNoTargetThatAnswersNobody() {
    LevelOutcome outcome = run(LevelHarness.closed(32, 4_000, 0), BUSY, 4, 150);

    assertThat(outcome.ending()).isEqualTo(Ending.COMPLETE);
    assertThat(answered()).isEqualTo(8);
  }

  @Test
  void requestsThatAreNoGoodDoNotEndWhatIsBeingPrefilledBesideThem() {
    LevelOutcome outcome = run(LevelHarness.closed(8, 1_000, 0), DENIED, 1, 30);

    assertThat(outcome.ending()).isEqualTo(Ending.COMPLETE);
    assertThat(answered()).isEqualTo(2);
  }

  @Test
  void whoTurnsEverybodyAwayIsLeft() {
    for (Outcome others : List.of(BUSY, DENIED)) {
      LevelOutcome outcome = run(LevelHarness.closed(32, 0, HOUR), others, 0, Integer.MAX_VALUE);

      assertThat(outcome.ending()).isEqualTo(Ending.ALL_FAILED);
      assertThat(outcome.reason()).startsWith("all of the first").contains("requests failed");
    }
  }
}
