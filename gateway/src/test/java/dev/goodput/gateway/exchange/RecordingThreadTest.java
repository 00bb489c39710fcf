package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import dev.goodput.relay.ExchangeOutcome;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.dialect.PromptSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RecordingThreadTest {
  private static final Dialect CHAT = Dialect.at("/v1/chat/completions").orElseThrow();

  /// If its thread ended, nothing would be observed any more and no memory given back.
  @Test
  void goesOnAfterAFaultOfAnyKind() throws Exception {
    CountDownLatch ticks = new CountDownLatch(3);
    TrafficListener faulty =
        new Ticks(() -> {
          throw new StackOverflowError("a fault of the test's");
        });
    List<TrafficListener> listeners = List.of(faulty, new Ticks(ticks::countDown));
    try (RecordingThread recordingThread =
        new RecordingThread(NanoClock.SYSTEM, new RecordMaker(), listeners)) {
      assertThat(ticks.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(recordingThread.faults()).isGreaterThanOrEqualTo(2);
      assertThat(recordingThread.lost()).as("nothing passed").isZero();
    }
  }

  private record Ticks(Runnable task) implements TrafficListener {
    @Override
    public void completed(CompletedAttempt completed, PromptSink prompt) {}

    @Override
    public void tick(long nowNanos) {
      task.run();
    }
  }

  private static ExchangeObserver observer(RecordingThread recordingThread) {
    Caller caller = new Caller("", "/v1/chat/completions", "", "", 1, "", null);
    return new ExchangeObserver(
        caller, RouteNames.NONE, CHAT, recordingThread, new InFlightGauge());
  }

  private static void passes(RecordingThread recordingThread) {
    ExchangeObserver observer = observer(recordingThread);
    observer.requested(1);
    observer.ended(new ExchangeOutcome.Refused(503, "busy"), 2);
  }

  @Test
  void countsAnExchangeOnceHoweverManyDoNotHearOfIt() {
    List<TrafficListener> listeners = List.of(new Deaf(), new Deaf());
    RecordingThread recordingThread =
        new RecordingThread(NanoClock.SYSTEM, new RecordMaker(), listeners);
    passes(recordingThread);
    recordingThread.close();
    assertThat(recordingThread.lost()).isEqualTo(1);
    assertThat(recordingThread.faults()).isEqualTo(4);
  }

  private static final class Deaf implements TrafficListener {
    @Override
    public PromptSink prompt() {
      throw new IllegalStateException("a fault of the test's");
    }

    @Override
    public void completed(CompletedAttempt completed, PromptSink prompt) {
      throw new IllegalStateException("a fault of the test's");
    }
  }

  /// A listener with its own prompt sink, which records all calls.
  private static final class Hearing implements TrafficListener {
    private final PromptSink own = (_, _, _, _) -> {};
    private final List<Object> heard = new ArrayList<>();

    @Override
    public PromptSink prompt() {
      return own;
    }

    @Override
    public void completed(CompletedAttempt completed, PromptSink prompt) {
      heard.add(completed.record().outcome());
      heard.add(prompt);
    }

    @Override
    public void over(PromptSink prompt) {
      heard.add(prompt);
    }
  }

  private static Hearing besideADeafOne() {
    Hearing hearing = new Hearing();
    RecordingThread recordingThread =
        new RecordingThread(NanoClock.SYSTEM, new RecordMaker(), List.of(new Deaf(), hearing));
    passes(recordingThread);
    recordingThread.close();
    return hearing;
  }

  @Test
  void handsNobodyThePromptOfAnother() {
    Hearing hearing = besideADeafOne();
    assertThat(hearing.heard).startsWith(new Outcome.HttpError(503, "busy"), hearing.own);
  }

  @Test
  void tellsOnceThatNobodyHearsOfAPromptAnyMore() {
    Hearing hearing = besideADeafOne();
    assertThat(hearing.heard.subList(2, hearing.heard.size())).containsExactly(hearing.own);
  }

  /// Events dropped of one exchange count as one exchange.
  @Test
  void countsWhatItIsTooLateForOnceAnExchange() throws Exception {
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch free = new CountDownLatch(1);
    List<CompletedAttempt> heard = new ArrayList<>();
    TrafficListener slow =
        new TrafficListener() {
          @Override
          public void completed(CompletedAttempt completed, PromptSink prompt) {
            heard.add(completed);
          }

          @Override
          public void tick(long nowNanos) {
            busy.countDown();
            try {
              free.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        };
    RecordingThread recordingThread =
        new RecordingThread(NanoClock.SYSTEM, new RecordMaker(), List.of(slow));
    assertThat(busy.await(30, TimeUnit.SECONDS)).isTrue();
    int exchanges = 60_000;
    for (int i = 0; i < exchanges; i++) {
      passes(recordingThread);
    }
    free.countDown();
    recordingThread.close();
    assertThat(recordingThread.lost()).isPositive();
    assertThat(heard.size() + recordingThread.lost()).isEqualTo(exchanges);
  }
}
