package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.Rates;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ConcurrencyTest {
  @Test
  void meanIsTimeWeightedAndPeakIsTheMostAtOnce() {
    ConcurrencyTally tally = new ConcurrencyTally(0, 100);
    tally.add(-50, 20);
    tally.add(10, 30);
    tally.add(30, 60);
    tally.add(90, 200);
    tally.add(300, 400);

    assertThat(tally.mean()).isCloseTo((20 + 20 + 30 + 10) / 100.0, within(1e-12));
    assertThat(tally.peak()).isEqualTo(2);
  }

  @Test
  void beyondTheLimitThePeakIsSampledAndMemoryStaysTheSame() {
    ConcurrencyTally tally = new ConcurrencyTally(0, 10_000_000);
    for (int i = 0; i < 200_000; i++) {
      tally.add(i * 50L, i * 50L + 350);
    }

    assertThat(tally.peak()).isEqualTo(7);
    assertThat(tally.mean()).isCloseTo(7, within(0.001));
  }

  @Test
  void whoWaitsBehindTheCapIsInFlightButNotAtTheServer() {
    List<RequestRecord> requests =
        List.of(
            RequestMaker.at(0).id(0).dispatched(0).chunks(50, 100).make(),
            RequestMaker.at(0).id(1).dispatched(100).chunks(150, 200).make(),
            RequestMaker.at(200).id(2).dispatched(200).chunks(250, 300).make());

    Rates capped =
        Analysed.level(Logs.level(new LevelStarted(0, 0, "poisson", "", 8, 0, 1), requests))
            .rates();
    assertThat(capped.concurrencyPeak()).isEqualTo(2);
    assertThat(capped.atServerPeak()).isEqualTo(1);
    assertThat(capped.concurrencyMean()).isCloseTo(1.5, within(0.35));
    assertThat(capped.atServerMean()).isLessThanOrEqualTo(1);
    Rates free =
        Analysed.level(Logs.level(new LevelStarted(0, 0, "poisson", "", 8, 0, 0), requests))
            .rates();
    assertThat(free.atServerPeak()).isNull();
    assertThat(free.atServerMean()).isNull();
  }

  @Test
  @Tag("property")
  void slicesHoldEveryNanosecondWhateverTheirLength() {
    for (long seed = 1; seed <= 50; seed++) {
      Random random = new Random(seed);
      long origin = random.nextInt(1_000_000);
      InFlightBuckets buckets = new InFlightBuckets(origin);
      long sum = 0;
      for (int i = 0; i < 2000; i++) {
        long from = origin + (long) (i * 1e9 * random.nextDouble());
        long to = from + (long) Math.exp(random.nextDouble() * 24);
        buckets.add(from, to);
        sum += to - from;
      }
      assertThat(buckets.total()).as("seed %d", seed).isEqualTo(sum);
    }
  }

  @Test
  void theLoadEnginesIntegralIsHeldAgainstTheRecords() {
    RequestRecord ok = RequestMaker.at(0).chunks(100, 200).usage(1, 2).make();
    RequestRecord failed =
        RequestMaker.at(50).id(1).ended(90).outcome(new Outcome.Refused("")).make();
    LevelStarted begun = new LevelStarted(0, 0, "poisson", "", 1, 0, 0);
    LevelEnded right = new LevelEnded(0, 200_000_000, LevelEnded.Ending.COMPLETE, 240_000_000, 2);
    LevelEnded wrong = new LevelEnded(0, 200_000_000, LevelEnded.Ending.COMPLETE, 280_000_000, 2);

    assertThat(
            Analysis.analyse(Logs.level(begun, List.of(ok, failed, right)), Analysed.WHOLE)
                .faults())
        .isEmpty();
    assertThat(
            Analysis.analyse(Logs.level(begun, List.of(ok, failed, wrong)), Analysed.WHOLE)
                .faults())
        .singleElement()
        .asString()
        .contains("280000000 ns in flight", "240000000 ns", "missing or doubled");
  }

  @Test
  void onlyTheLastAttemptIsInFlightFromTheFirstIntendedStart() {
    RequestRecord first =
        RequestMaker.at(0).attempt(0, false).ended(40).outcome(new Outcome.Reset("")).make();
    RequestRecord second =
        RequestMaker.at(0).due(60).attempt(1, true).chunks(100, 200).usage(1, 2).make();
    LevelEnded ended = new LevelEnded(0, 200_000_000, LevelEnded.Ending.COMPLETE, 200_000_000, 1);

    assertThat(
            Analysis.analyse(
                    Logs.level(
                        new LevelStarted(0, 0, "poisson", "", 1, 0, 0),
                        List.of(first, second, ended)),
                    Analysed.WHOLE)
                .faults())
        .isEmpty();
  }
}
