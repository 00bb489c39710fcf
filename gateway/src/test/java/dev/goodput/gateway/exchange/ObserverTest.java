package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.dialect.PromptSink;
import dev.goodput.wire.relay.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ObserverTest {
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
    try (Observer observer = new Observer(NanoClock.SYSTEM, new RecordMaker(), listeners)) {
      assertThat(ticks.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(observer.faults()).isGreaterThanOrEqualTo(2);
      assertThat(observer.lost()).as("nothing passed").isZero();
    }
  }

  private record Ticks(Runnable task) implements TrafficListener {
    @Override
    public void passed(Passed passed, PromptSink prompt) {}

    @Override
    public void tick(long nowNanos) {
      task.run();
    }
  }

  private static Sight sight(Observer observer) {
    Caller caller = new Caller("", "/v1/chat/completions", "", "", 1, "", null);
    return new Sight(caller, Way.NONE, CHAT, observer, new Crowds());
  }

  private static void passes(Observer observer) {
    Sight sight = sight(observer);
    sight.requested(1);
    sight.ended(new Ending.Refused(503, "busy"), 2);
  }

  @Test
  void countsAnExchangeOnceHoweverManyDoNotHearOfIt() {
    List<TrafficListener> listeners = List.of(new Deaf(), new Deaf());
    Observer observer = new Observer(NanoClock.SYSTEM, new RecordMaker(), listeners);
    passes(observer);
    observer.close();
    assertThat(observer.lost()).isEqualTo(1);
    assertThat(observer.faults()).isEqualTo(4);
  }

  private static final class Deaf implements TrafficListener {
    @Override
    public PromptSink prompt() {
      throw new IllegalStateException("a fault of the test's");
    }

    @Override
    public void passed(Passed passed, PromptSink prompt) {
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
    public void passed(Passed passed, PromptSink prompt) {
      heard.add(passed.record().outcome());
      heard.add(prompt);
    }

    @Override
    public void over(PromptSink prompt) {
      heard.add(prompt);
    }
  }

  private static Hearing besideADeafOne() {
    Hearing hearing = new Hearing();
    Observer observer =
        new Observer(NanoClock.SYSTEM, new RecordMaker(), List.of(new Deaf(), hearing));
    passes(observer);
    observer.close();
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
    List<Passed> heard = new ArrayList<>();
    TrafficListener slow =
        new TrafficListener() {
          @Override
          public void passed(Passed passed, PromptSink prompt) {
            heard.add(passed);
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
    Observer observer = new Observer(NanoClock.SYSTEM, new RecordMaker(), List.of(slow));
    assertThat(busy.await(30, TimeUnit.SECONDS)).isTrue();
    int exchanges = 60_000;
    for (int i = 0; i < exchanges; i++) {
      passes(observer);
    }
    free.countDown();
    observer.close();
    assertThat(observer.lost()).isPositive();
    assertThat(heard.size() + observer.lost()).isEqualTo(exchanges);
  }
}
