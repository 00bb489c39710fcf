package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.load.testing.EchoServer;
import dev.goodput.load.testing.FakeSessions;
import dev.goodput.record.Outcome;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.workload.HistoryMode;
import dev.goodput.workload.SessionSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests that any error on a loop or on the feeder ends the level: nothing waits forever.
@Tag("fault")
@Timeout(60)
final class LoadFaultTest {
  private static final LevelPlan PLAN = LevelHarness.open(100, 50, 0, 0);
  private static final TurnEncoder ENCODER = (_, _) -> new Body(new byte[16], 3);

  private final EventLoops loops = EventLoops.start(1);
  private final Loop loop = loops.loops().getFirst();
  private final long origin = System.nanoTime();
  private final EchoServer good =
      new EchoServer(loop, () -> System.nanoTime() - origin, new Outcome.Ok("stop"));

  @AfterEach
  void close() {
    loops.close();
  }

  private void run(Sender sender, SessionSource source, TurnEncoder encoder) {
    EngineOptions.LoopBinding seat = new EngineOptions.LoopBinding(loop, sender);
    LoadEngine engine = new LoadEngine(EngineOptions.of(List.of(seat), NanoClock.SYSTEM, origin));
    engine.run(
        new LevelTask(0, PLAN, source, encoder, true, Retry.OFF, Cancellation.NONE, 42, null),
        _ -> {});
  }

  @Test
  void anErrorWhileSendingEndsTheLevel() {
    Sender full =
        (_, _, _, _) -> {
          throw new OutOfMemoryError("no direct memory");
        };

    assertThatThrownBy(() -> run(full, FakeSessions.single(), ENCODER))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("no direct memory");
  }

  @Test
  @SuppressWarnings("NullAway") // the wire's fault is what this is about
  void anErrorAfterAnAnswerEndsTheLevel() {
    Sender broken =
        (body, stream, keepText, listener) -> {
          loop.execute(() -> listener.ended(null));
          return good.send(body, stream, keepText, listener);
        };

    assertThatThrownBy(() -> run(broken, FakeSessions.single(), ENCODER))
        .isInstanceOf(NullPointerException.class);
  }

  @Test
  void anErrorOfTheEncoderEndsTheLevel() {
    TurnEncoder deep =
        (_, turn) -> {
          if (turn.messages().getFirst().content().equals("s2t0")) {
            throw new StackOverflowError("deep");
          }
          return new Body(new byte[16], 3);
        };

    assertThatThrownBy(() -> run(good, FakeSessions.single(), deep))
        .isInstanceOf(StackOverflowError.class);
  }

  @Test
  void anErrorWhileALaterTurnIsEncodedEndsTheLevel() {
    TurnEncoder broken =
        (_, turn) -> {
          if (turn.messages().getFirst().content().equals("s2t1")) {
            throw new IllegalStateException("no such word");
          }
          return new Body(new byte[16], 3);
        };

    assertThatThrownBy(() -> run(good, FakeSessions.of(2, 0, HistoryMode.BY_TURN), broken))
        .hasMessage("no such word");
  }

  @Test
  void stoppingEndsAnUnsentRequest() {
    LevelHarness.Setup setup = new LevelHarness.Setup();
    setup.plan = LevelHarness.open(1, 1, 0, 1);
    setup.answers =
        _ -> {
          throw new OutOfMemoryError("full");
        };
    LevelHarness level = setup.start();
    assertThatThrownBy(() -> level.runUntil(1)).isInstanceOf(OutOfMemoryError.class);
    level.worker.stop("stopped");
    level.loop.runUntil(2);

    assertThat(level.worker.done()).isTrue();
    assertThat(level.concurrency.now()).isZero();
  }
}
