package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.load.testing.ChoosySessions;
import dev.goodput.load.testing.EchoServer;
import dev.goodput.load.testing.FakeSessions;
import dev.goodput.load.testing.SilentServer;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelEnded.Ending;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.SkippedRequests;
import dev.goodput.workload.arrival.Arrivals;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LoadEngineTest {
  private static final long SECOND = 1_000_000_000;

  private final EventLoops loops = EventLoops.start(2);
  private final long origin = System.nanoTime();
  private final List<LogEntry> log = new ArrayList<>();
  private SessionSource source = FakeSessions.single();
  private @Nullable ToIntFunction<String> counter;

  @AfterEach
  void close() {
    loops.close();
  }

  private List<EngineOptions.LoopBinding> seats(Function<Loop, Sender> server) {
    return loops.loops().stream()
        .map(loop -> new EngineOptions.LoopBinding(loop, server.apply(loop)))
        .toList();
  }

  private LoadEngine engine(Outcome outcome) {
    LongSupplier now = () -> System.nanoTime() - origin;
    return new LoadEngine(
        EngineOptions.of(
            seats(loop -> new EchoServer(loop, now, outcome)), NanoClock.SYSTEM, origin));
  }

  private LevelTask task(LevelPlan plan) {
    TurnEncoder encoder = (_, _) -> new Body(new byte[16], 3);
    return new LevelTask(0, plan, source, encoder, true, Retry.OFF, Cancellation.NONE, 42, counter);
  }

  private static final Outcome OK = new Outcome.Ok("stop");

  private List<RequestRecord> records() {
    return log.stream()
        .filter(RequestRecord.class::isInstance)
        .map(RequestRecord.class::cast)
        .toList();
  }

  @Test
  void writesStartRecordsHealthAndEndInThisOrder() {
    LevelOutcome outcome = engine(OK).run(task(LevelHarness.closed(16, 5_000, 0)), log::add);

    assertThat(outcome)
        .isEqualTo(
            new LevelOutcome(Ending.COUNTED, "", SkippedRequests.NONE, 0, FailurePauses.NONE));
    assertThat(log.getFirst()).isInstanceOf(LevelStarted.class);
    assertThat(log.getLast()).isInstanceOf(LevelEnded.class);
    assertThat(log).hasAtLeastOneElementOfType(HealthSample.class);
    assertThat(records()).hasSize(5_000);
    assertThat(records()).extracting(RequestRecord::id).doesNotHaveDuplicates();
  }

  @Test
  void reportsWhetherTimeOrCountEndedIt() {
    LevelPlan counted = LevelHarness.open(5_000, 20, 3600 * SECOND, 0);
    assertThat(engine(OK).run(task(counted), log::add).ending()).isEqualTo(Ending.COUNTED);
    assertThat(((LevelEnded) log.getLast()).ending()).isEqualTo(Ending.COUNTED);
    LevelPlan timed = LevelHarness.open(5_000, 1_000_000, SECOND / 50, 0);
    assertThat(engine(OK).run(task(timed), log::add).ending()).isEqualTo(Ending.COMPLETE);
  }

  @Test
  void writesHowTheRateOfStagesChanges() {
    LevelPlan plan = new LevelPlan(Arrivals.Stages.parse("500-2000:50ms", 1), 0, 0, 0, 0);
    engine(OK).run(task(plan), log::add);

    LevelStarted begun = (LevelStarted) log.getFirst();
    assertThat(begun.arrivals()).isEqualTo("stages");
    assertThat(begun.profile()).isEqualTo("500→2,000/s");
    log.clear();
    engine(OK).run(task(LevelHarness.closed(1, 1, 0)), log::add);
    assertThat(((LevelStarted) log.getFirst()).arrivals()).isEqualTo("closed");
    assertThat(((LevelStarted) log.getFirst()).profile()).isEmpty();
  }

  @Test
  void neverExceedsTheNumberOfUsersOverAllLoops() {
    engine(OK).run(task(LevelHarness.closed(5, 5_000, 0)), log::add);

    LevelEnded ended = (LevelEnded) log.getLast();
    assertThat(ended.concurrencyPeak()).isLessThanOrEqualTo(5);
    assertThat(ended.inFlightNanos())
        .isEqualTo(
            records().stream().mapToLong(r -> r.stamps().endedNanos() - r.startNanos()).sum());
  }

  @Test
  void theSameSeedSendsTheSameRequestsAtTheSameTimes() {
    LevelPlan plan = new LevelPlan(new Arrivals.Poisson(20_000), 0, 2_000, 0, 0);
    engine(OK).run(task(plan), log::add);
    List<List<Long>> first = requested();
    log.clear();
    source = FakeSessions.single();
    engine(OK).run(task(plan), log::add);

    assertThat(requested()).isEqualTo(first);
  }

  /// Returns the number, session and intended offset of every request, in the plan's order.
  private List<List<Long>> requested() {
    long begin = ((LevelStarted) log.getFirst()).beginNanos();
    return records().stream()
        .sorted((a, b) -> Long.compare(a.id(), b.id()))
        .map(r -> List.of(r.id(), r.requested().session(), r.stamps().intendedNanos() - begin))
        .toList();
  }

  @Test
  void suppliesFarMoreThanItBuffers() {
    engine(OK).run(task(LevelHarness.open(1e6, 60_000, 0, 0)), log::add);

    assertThat(records()).hasSize(60_000);
  }

  @Test
  void stopsEarlyWithoutAServer() {
    LevelOutcome outcome =
        engine(new Outcome.Refused("connection refused"))
            .run(task(LevelHarness.open(5_000, 0, 3600 * SECOND, 0)), log::add);

    assertThat(outcome.ending()).isEqualTo(Ending.ALL_FAILED);
    assertThat(outcome.reason()).contains("requests failed").contains("connection refused");
    assertThat(((LevelEnded) log.getLast()).ending()).isEqualTo(Ending.ALL_FAILED);
  }

  @Test
  void drainsFromAnotherThread() {
    LoadEngine engine = engine(OK);
    LevelOutcome outcome =
        engine.run(
            task(LevelHarness.open(10_000, 0, 3600 * SECOND, 0)),
            entry -> {
              log.add(entry);
              if (log.size() == 100) {
                Thread.ofPlatform().start(engine::drain);
              }
            });

    assertThat(outcome.ending()).isEqualTo(Ending.DRAINED);
    assertThat(((LevelEnded) log.getLast()).ending()).isEqualTo(Ending.DRAINED);
    assertThat(engine.run(task(LevelHarness.closed(1, 10, 0)), _ -> {}).ending())
        .isEqualTo(Ending.DRAINED);
  }

  @Test
  void reportsHowManyRequestsRemainInFlight() {
    LoadEngine engine =
        new LoadEngine(
            EngineOptions.of(
                seats(loop -> new SilentServer(loop, origin)), NanoClock.SYSTEM, origin));
    LevelOutcome outcome =
        engine.run(
            task(LevelHarness.closed(3, 0, 3600 * SECOND)),
            new LoadSink() {
              @Override
              public void entry(LogEntry entry) {
                log.add(entry);
              }

              @Override
              public void tick(LoadSnapshot snapshot) {
                if (snapshot.inFlight() == 3) {
                  engine.stop();
                }
              }
            });

    assertThat(records())
        .hasSize(3)
        .allMatch(r -> r.outcome().equals(new Outcome.Cancelled("stopped: interrupted twice")));
    assertThat(outcome.reason())
        .isEqualTo(
            "stopped: interrupted twice; 3 requests in flight were left and count as cancelled");
  }

  @Test
  void cancelsRequestsThatOutlastTheDrain() {
    List<LoadSnapshot> draining = new ArrayList<>();
    LoadEngine engine = silent(3 * SECOND / 2);
    LevelOutcome outcome =
        engine.run(
            task(LevelHarness.closed(3, 0, 3600 * SECOND)),
            new LoadSink() {
              @Override
              public void entry(LogEntry entry) {
                log.add(entry);
                // Within the work of one turn, which includes the first snapshot.
                if (entry instanceof HealthSample) {
                  engine.drain();
                }
              }

              @Override
              public void tick(LoadSnapshot snapshot) {
                if (snapshot.draining()) {
                  draining.add(snapshot);
                }
              }
            });

    assertThat(outcome.ending()).isEqualTo(Ending.DRAINED);
    assertThat(outcome.reason())
        .isEqualTo(
            "interrupted: requests in flight were followed for 1.5 s (--drain-timeout);"
                + " 3 requests in flight were left and count as cancelled");
    assertThat(records())
        .hasSize(3)
        .allMatch(r -> r.outcome() instanceof Outcome.Cancelled left && !left.detail().isEmpty());
    assertThat(draining).isNotEmpty().allMatch(s -> s.drainEndNanos() > s.elapsedNanos() - SECOND);
    assertThat(draining)
        .extracting(s -> s.drainEndNanos() - s.elapsedNanos())
        .allMatch(left -> left <= 3 * SECOND / 2);
  }

  private LoadEngine silent(long drainNanos) {
    return new LoadEngine(
        new EngineOptions(
            seats(loop -> new SilentServer(loop, origin)),
            NanoClock.SYSTEM,
            origin,
            () -> -1,
            drainNanos));
  }

  @Test
  void doesNotDrainAnUnresponsiveTarget() {
    List<LoadSnapshot> ticks = new ArrayList<>();
    engine(new Outcome.Refused("connection refused"))
        .run(
            task(LevelHarness.open(5_000, 0, 3600 * SECOND, 0)),
            new LoadSink() {
              @Override
              public void entry(LogEntry entry) {}

              @Override
              public void tick(LoadSnapshot snapshot) {
                ticks.add(snapshot);
              }
            });

    assertThat(ticks).isNotEmpty().noneMatch(LoadSnapshot::draining);
  }

  @Test
  void rethrowsExceptionsOfTheWorkload() {
    source = new FailingSource();

    assertThatThrownBy(() -> engine(OK).run(task(LevelHarness.closed(1, 100, 0)), log::add))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("line 7 is broken");
  }

  @Test
  void rethrowsExceptionsOfTheLog() {
    LoadSink full =
        entry -> {
          if (entry instanceof RequestRecord) {
            throw new IllegalStateException("disk full");
          }
        };

    assertThatThrownBy(() -> engine(OK).run(task(LevelHarness.closed(4, 0, SECOND * 60)), full))
        .hasMessage("disk full");
  }

  @Test
  void countsTextsWithTheTokenizerOnTheDrainingThread() {
    Thread test = Thread.currentThread();
    counter =
        text -> {
          assertThat(Thread.currentThread()).isEqualTo(test);
          return text.length();
        };
    engine(OK).run(task(LevelHarness.closed(1, 3, 0)), log::add);

    assertThat(records())
        .extracting(RequestRecord::tokens)
        .containsOnly(TokenCounts.NONE.withTokenizer(3, "some words".length()));
  }

  @Test
  void countsTextsForOneSecondAfterAStop() {
    LoadEngine engine = engine(OK);
    AtomicInteger counted = new AtomicInteger();
    counter =
        text -> {
          if (counted.incrementAndGet() == 3) {
            LockSupport.parkNanos(SECOND / 5);
            engine.stop();
          } else if (counted.get() > 3) {
            LockSupport.parkNanos(SECOND / 50);
          }
          return text.length();
        };
    LevelOutcome outcome = engine.run(task(LevelHarness.closed(16, 0, 3600 * SECOND)), log::add);

    List<RequestRecord> left =
        records().stream()
            .filter(r -> r.outcome().equals(OK) && r.tokens().tokenizerOutput() < 0)
            .toList();
    assertThat(counted.get()).isBetween(5, 60);
    assertThat(left).hasSizeGreaterThan(100);
    assertThat(left).extracting(r -> r.tokens().tokenizerInput()).containsOnly(3);
    assertThat(outcome.reason())
        .contains(
            "stopped: interrupted twice",
            "; " + left.size() + " answers were left that the tokenizer had not counted");
  }

  @Test
  void samplesItsHealthThoughTheTokenizerIsSlow() {
    counter =
        text -> {
          LockSupport.parkNanos(2_000_000);
          return text.length();
        };
    engine(OK).run(task(LevelHarness.closed(16, 700, 0)), log::add);

    assertThat(records()).hasSize(700);
    LogEntry before = log.stream().filter(HealthSample.class::isInstance).findFirst().orElseThrow();
    assertThat(log.indexOf(before)).isLessThan(log.lastIndexOf(records().getLast()));
  }

  @Test
  void reportsSkippedSessionsThatItUsedAndNotThoseReadAhead() {
    source = new ChoosySessions(Long.MAX_VALUE, 0);
    LoadEngine engine = engine(OK);
    LoadSink drainer =
        entry -> {
          log.add(entry);
          if (log.size() == 20) {
            engine.drain();
          }
        };
    LevelOutcome outcome = engine.run(task(LevelHarness.open(400, 0, 3600 * SECOND, 0)), drainer);

    assertThat(records()).hasSizeBetween(19, 200);
    assertThat(outcome.excluded())
        .isEqualTo(new SkippedRequests(records().size(), "too long", "row 1"));
  }

  @Test
  void reportsSkippedSessionsAtTheWorkloadsEnd() {
    source = new ChoosySessions(5, 0);
    LevelOutcome outcome = engine(OK).run(task(LevelHarness.closed(2, 100, 0)), log::add);

    assertThat(records()).hasSize(5);
    assertThat(outcome.excluded().count()).isEqualTo(8);
  }

  @Test
  void doesNotReadTheWorkloadAfterTheLevel() {
    ChoosySessions slow = new ChoosySessions(Long.MAX_VALUE, SECOND / 5);
    source = slow;
    engine(OK).run(task(LevelHarness.closed(1, 0, SECOND / 2)), log::add);

    assertThat(slow.reading()).isFalse();
  }

  @Test
  void isInterruptedThoughTheWorkloadIsSlow() {
    source = new ChoosySessions(Long.MAX_VALUE, SECOND);
    LoadEngine engine = engine(OK);
    engine.drain();

    assertThat(engine.run(task(LevelHarness.closed(1000, 1000, 0)), log::add).ending())
        .isEqualTo(Ending.DRAINED);
    assertThat(records()).isEmpty();
  }

  @Test
  void refusesALevelWithoutAnEnd() {
    LevelPlan endless = LevelHarness.closed(1, 0, 0);

    assertThatThrownBy(() -> engine(OK).run(task(endless), log::add))
        .isInstanceOf(LoadException.Endless.class)
        .hasMessageContaining("--duration");
  }

  @Test
  void refusesAWorkloadWithoutTraceTimes() {
    LevelPlan trace = new LevelPlan(new Arrivals.Trace(1), 0, 10, 0, 0);

    assertThatThrownBy(() -> engine(OK).run(task(trace), log::add))
        .isInstanceOf(LoadException.Untimed.class)
        .hasMessageContaining("recorded times");
  }

  /// A file that fails at its eighth line.
  private static final class FailingSource implements SessionSource {
    private final FakeSessions good = FakeSessions.single();
    private int given;

    @Override
    public @Nullable SessionPlan next() {
      if (given++ == 7) {
        throw new IllegalStateException("line 7 is broken");
      }
      return good.next();
    }

    @Override
    public SkippedRequests skipped() {
      return SkippedRequests.NONE;
    }
  }
}
