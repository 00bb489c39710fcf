package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LevelEnded.Ending;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A queue before a few servers in virtual time: Poisson arrivals at 10/s, first come first served,
/// each served for a random time.
final class BacklogTest {
  private static final double RATE = 10;
  private static final LevelStarted OPEN = new LevelStarted(0, 0, "poisson", "", RATE, 0, 0);
  private static final LevelStarted CAPPED = new LevelStarted(0, 0, "poisson", "", RATE, 0, 8);
  private static final String GREW = "grew to the end";

  /// @param servers how many are served at once
  /// @param load what share of their capacity is asked for
  /// @param bursts whether few gaps are very long, and the others short
  private record Queue(int servers, double load, int requests, boolean bursts) {
    private static final double FEW = 0.0303;

    Queue(int servers, double load, int requests) {
      this(servers, load, requests, false);
    }

    List<RequestRecord> run(long seed) {
      Random random = new Random(seed);
      PriorityQueue<Double> free = new PriorityQueue<>();
      for (int i = 0; i < servers; i++) {
        free.add(0.0);
      }
      List<RequestRecord> records = new ArrayList<>();
      double at = 0;
      for (int id = 0; id < requests; id++) {
        double scale = !bursts ? 1 : random.nextDouble() < FEW ? 0.5 / FEW : 0.5 / (1 - FEW);
        at += exponential(random) * scale * 1000 / RATE;
        double begun = Math.max(at, free.remove());
        double served = exponential(random) * 1000 * servers * load / RATE;
        free.add(begun + served);
        records.add(
            RequestMaker.at(at).id(id).chunks(begun + 20, begun + 21 + served).usage(1, 2).make());
      }
      return records;
    }

    private static double exponential(Random random) {
      return -Math.log(1 - random.nextDouble());
    }

    LevelResult level(long seed) {
      return analysed(OPEN, run(seed), Ending.COMPLETE);
    }

    /// In how many of 200 runs the first pass over a level finds a backlog.
    int found() {
      return found(OPEN, survey -> survey.backlog().isPresent());
    }

    int found(LevelStarted level, Predicate<LevelSurvey> what) {
      int found = 0;
      for (int seed = 0; seed < 200; seed++) {
        LevelSurvey survey = new LevelSurvey(0);
        Logs.level(level, run(seed), Ending.COMPLETE).read(survey::add);
        found += what.test(survey) ? 1 : 0;
      }
      return found;
    }
  }

  private static LevelResult analysed(
      LevelStarted begun, List<RequestRecord> records, Ending ending) {
    return Analysis.analyse(Logs.level(begun, records, ending), AnalysisOptions.DEFAULTS)
        .levels()
        .getFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0.5, 100",
    "1, 0.9, 300",
    "1, 0.95, 1200",
    "16, 0.5, 300",
    "16, 0.9, 100",
    "16, 0.9, 1200",
    "64, 0.95, 300",
    "1000, 0.3, 300"
  })
  void findsNoneInTwoHundredRunsOfAServerThatKeepsUp(int servers, double load, int requests) {
    assertThat(new Queue(servers, load, requests).found()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 300", "1, 5, 100", "16, 2, 300", "16, 1.5, 1200", "64, 3, 600"})
  void findsNearlyAllWhereTheServerIsOutrun(int servers, double load, int requests) {
    assertThat(new Queue(servers, load, requests).found()).isGreaterThanOrEqualTo(180);
  }

  /// Bursts fill a queue that is stable: gaps of a coefficient of variation of 4.
  @ParameterizedTest
  @CsvSource({"16, 0.5, 300", "1, 0.8, 100", "4, 0.8, 200", "1, 0.9, 600", "64, 0.8, 1000"})
  void findsNoneInTwoHundredRunsOfBursts(int servers, double load, int requests) {
    assertThat(new Queue(servers, load, requests, true).found()).isZero();
  }

  /// A server that takes in all who come, and answers each for longer than the run lasts.
  @Test
  void findsNoneWhereAnswersAreOnlyLong() {
    List<RequestRecord> records = new ArrayList<>();
    for (int id = 0; id < 300; id++) {
      double at = id * 100;
      double first = at + 20 + id;
      records.add(RequestMaker.at(at).id(id).chunks(first, first + 90_000).usage(1, 2).make());
    }
    assertThat(analysed(OPEN, records, Ending.COMPLETE).backlog()).isNull();
  }

  /// Behind a cap of eight a stable queue wanders too. What the first pass finds is a warning.
  @ParameterizedTest
  @CsvSource({"0.7, 480", "0.8, 480", "0.9, 480"})
  void findsNoneBehindACapThatKeepsUp(double load, int requests) {
    assertThat(new Queue(8, load, requests).found(CAPPED, LevelSurvey::queueGrows)).isZero();
    assertThat(warnings(new Queue(8, load, requests))).noneMatch(warning -> warning.contains(GREW));
  }

  @Test
  void warnsOfAQueueThatGrowsBehindACap() {
    assertThat(warnings(new Queue(8, 3, 480))).anyMatch(warning -> warning.contains(GREW));
  }

  private static List<String> warnings(Queue queue) {
    return analysed(CAPPED, queue.run(0), Ending.COMPLETE).warnings();
  }

  @Test
  void asksForNoLengthAndPromisesNothingWhereRequestsPileUp() {
    LevelResult level = new Queue(1, 3, 300).level(1);
    assertThat(level.warnings())
        .noneMatch(warning -> warning.contains("--duration"))
        .noneMatch(warning -> warning.contains("--max-in-flight"));
    assertThat(level.promises()).isEmpty();
    LevelResult.Backlog backlog = Objects.requireNonNull(level.backlog());
    assertThat(backlog.lastQuarter()).isGreaterThan(4 * backlog.firstQuarter());
  }

  @Test
  void findsItWhereTheUserCutTheRunShort() {
    List<RequestRecord> records = new ArrayList<>();
    for (RequestRecord record : new Queue(1, 3, 300).run(1)) {
      boolean answered = record.stamps().endedNanos() < 31_000_000_000L;
      double at = record.stamps().intendedNanos() / 1e6;
      records.add(
          answered
              ? record
              : RequestMaker.at(at)
                  .id(record.id())
                  .ended(31_000)
                  .outcome(new Outcome.Cancelled("stopped"))
                  .make());
    }
    assertThat(analysed(OPEN, records, Ending.STOPPED).backlog()).isNotNull();
  }

  @Test
  void saysNothingOfUsersACapOrALoadThatChanges() {
    List<RequestRecord> records = new Queue(1, 3, 300).run(1);
    assertThat(analysed(OPEN, records, Ending.COMPLETE).backlog()).isNotNull();
    for (LevelStarted other :
        List.of(
            new LevelStarted(0, 0, "poisson", "", RATE, 0, 4),
            new LevelStarted(0, 0, "closed", "", Double.NaN, 8, 0),
            new LevelStarted(0, 0, "trace", "", Double.NaN, 0, 0),
            new LevelStarted(0, 0, "stages", "2→20/s", RATE, 0, 0))) {
      assertThat(analysed(other, records, Ending.COMPLETE).backlog()).isNull();
    }
  }
}
