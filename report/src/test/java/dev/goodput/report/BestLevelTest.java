package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.words.Ratings;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BestLevelTest {
  @Test
  void isTheOneWithTheMostOutputOfThoseThatMeetTheSlo() {
    ReportInput in = InventedResult.levels();
    assertThat(in.best().orElseThrow().level()).isEqualTo(1);
    assertThat(in.isReportedLevel(in.result().levels().get(1))).isTrue();
    assertThat(in.isReportedLevel(in.result().levels().get(2))).isFalse();
  }

  @Test
  void isTheOnlyOneEvenWhereItMisses() {
    assertThat(InventedResult.missing().best().orElseThrow().level()).isZero();
  }

  @Test
  void fallsBackToOnePercentOfFailures() {
    assertThat(InventedResult.good().maxErrorRate()).isEqualTo(0.01);
    assertThat(InventedResult.good().sloRequested()).isTrue();
  }

  @Test
  void prefersAJudgedLevelIfAllMiss() {
    LevelResult missing = InventedResult.missing().result().levels().getFirst();
    LevelResult unjudged = InventedResult.unjudged(missing);
    assertThat(ReportInput.bestOf(List.of(missing, unjudged))).contains(missing);
  }

  @Test
  void ratesEndToEndLatencyWithoutARequestedLength() {
    InventedLog log = new InventedLog(InventedLog.Shape.GOOD).unbounded().open(0, 8, 0);
    ReportInput unbounded = SampleRuns.chat(log);
    assertThat(Ratings.e2el(unbounded.result().levels().getFirst())).isNotNull();
  }

  /// What a signal left empty says nothing, though its client was quick enough for nobody.
  @Test
  void prefersALevelWithResponses() {
    LevelResult bound = InventedResult.clientBound().result().levels().getFirst();
    LevelResult empty = SampleRuns.allFailed().result().levels().getFirst();
    assertThat(empty.requests().ok()).isZero();
    assertThat(ReportInput.bestOf(List.of(bound, empty))).contains(bound);
  }

  @Test
  void isTheWorseOfTwoRepeats() {
    LevelResult good = InventedResult.good().result().levels().getFirst();
    LevelResult missing = InventedResult.missing().result().levels().getFirst();
    assertThat(ReportInput.middleOf(List.of(good, missing))).contains(missing);
    assertThat(ReportInput.middleOf(List.of(missing, good))).contains(missing);
  }

  @Test
  void skipsLevelsWhoseUsersNeverAllStarted() {
    ReportInput in = InventedResult.many();
    LevelResult many = in.result().levels().getLast();
    assertThat(many.usersWithoutTurn()).isEqualTo(38);
    assertThat(in.best().orElseThrow().level()).isZero();
    assertThat(in.isBest(in.result().levels().getFirst())).isTrue();
    ReportInput alone = InventedResult.good();
    assertThat(alone.isBest(alone.result().levels().getFirst())).isFalse();
  }

  @Test
  void prefersACompleteLevelIfBothMeet() {
    List<LevelResult> levels = InventedResult.cutShort().result().levels();
    assertThat(ReportInput.bestOf(levels)).contains(levels.getFirst());
    ReportInput in = InventedResult.cutShort();
    assertThat(in.isBest(in.result().levels().getFirst())).isTrue();
  }

  /// The run misses its SLO, as its exit code says: so must the level that speaks for it.
  @Test
  void prefersALevelWithItsFullLoad() {
    List<LevelResult> many = InventedResult.many().result().levels();
    LevelResult misses = InventedResult.missing(many.getFirst(), many.getFirst().bounds());
    assertThat(ReportInput.bestOf(List.of(misses, many.getLast()))).contains(misses);
  }

  @Test
  void isTheOneThatMeetsIfNoneReachedItsFullLoad() {
    List<LevelResult> cut = InventedResult.cutShort().result().levels();
    LevelResult meets = cut.getLast();
    assertThat(meets.whole()).isFalse();
    LevelResult misses = InventedResult.missing(meets, meets.bounds());
    assertThat(ReportInput.bestOf(List.of(misses, meets))).contains(meets);
  }
}
