package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.InventedLog;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.words.LevelPoint.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class FrontierTest {
  private static final long SEED = 271828;

  private static Point at(double speed, double throughput) {
    return new Point("", speed, throughput);
  }

  @Test
  void namesTheRunThatDominatesEach() {
    assertThat(
            LevelPoint.beaten(
                List.of(at(100, 100), at(80, 700), at(80, 600), at(50, 650), at(20, 900))))
        .containsExactly(LevelPoint.NONE, LevelPoint.NONE, 1, 1, LevelPoint.NONE);
    assertThat(LevelPoint.beaten(List.of())).isEmpty();
    assertThat(LevelPoint.beaten(List.of(at(1, 1)))).containsExactly(LevelPoint.NONE);
  }

  @Test
  void containsBothOfTwoEqualRuns() {
    assertThat(LevelPoint.beaten(List.of(at(5, 5), at(5, 5)))).containsOnly(LevelPoint.NONE);
    assertThat(LevelPoint.beaten(List.of(at(5, 5), at(5, 6)))).containsExactly(1, LevelPoint.NONE);
  }

  @Test
  void dominatesOnlyComparableRuns() {
    assertThat(LevelPoint.beaten(List.of(new Point("a", 1, 1), new Point("b", 9, 9))))
        .containsOnly(LevelPoint.NONE);
  }

  @Test
  @Tag("property")
  void isDominatedOnlyByFrontierRuns() {
    Random random = new Random(SEED);
    for (int round = 0; round < 500; round++) {
      List<Point> points = new ArrayList<>();
      for (int i = random.nextInt(12); i >= 0; i--) {
        points.add(new Point("" + random.nextInt(2), random.nextInt(6), random.nextInt(6)));
      }
      List<Integer> beaten = LevelPoint.beaten(points);
      for (int i = 0; i < points.size(); i++) {
        Point point = points.get(i);
        int by = beaten.get(i);
        if (by == LevelPoint.NONE) {
          assertThat(points)
              .as("seed %d, round %d", SEED, round)
              .noneMatch(each -> each.beats(point));
        } else {
          assertThat(points.get(by).beats(point)).isTrue();
          assertThat(beaten.get(by)).isEqualTo(LevelPoint.NONE);
        }
      }
    }
  }

  @Test
  void excludesRunsThatSayNothingAboutTheServer() {
    LevelResult failing = SampleRuns.good().result().levels().getFirst();
    assertThat(LevelPoint.excluded(failing, 0))
        .hasValueSatisfying(why -> assertThat(why).endsWith("failed"));
    LevelResult good =
        SampleRuns.chat(new InventedLog(InventedLog.Shape.GOOD).failing(0).open(0, 8, 0))
            .result()
            .levels()
            .getFirst();
    assertThat(LevelPoint.excluded(good, 0.01)).isEmpty();
    LevelPoint point = LevelPoint.of(good).orElseThrow();
    assertThat(point.throughput()).isEqualTo(good.rates().outputTps());
    double median = Objects.requireNonNull(Objects.requireNonNull(good.latencies().tpot()).p50());
    assertThat(point.interactivity()).isEqualTo(1000 / median);
    assertThat(LevelPoint.excluded(SampleRuns.clientBound().result().levels().getFirst(), 1))
        .contains("its client was the bottleneck");
    assertThat(LevelPoint.excluded(SampleRuns.notStreamed().result().levels().getFirst(), 1))
        .contains("it has no output speed and throughput");
    assertThat(LevelPoint.excluded(SampleRuns.killed().result().levels().getFirst(), 1))
        .contains("it is not all that was requested");
  }
}
