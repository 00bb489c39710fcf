package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class ArrivalCheckTest {
  private static LevelResult.Load load(
      int count, DoubleUnaryOperator gapFromUniform, double lagMillis) {
    Random random = new Random(11);
    List<LogEntry> requests = new ArrayList<>();
    double at = 0;
    for (int i = 0; i < count; i++) {
      at += gapFromUniform.applyAsDouble(random.nextDouble());
      requests.add(
          RequestMaker.at(at).id(i).due(at + (i % 2) * lagMillis).chunks(at + 10, at + 12).make());
    }
    Collections.shuffle(requests, random);
    return Analysed.level(
            Logs.level(new LevelStarted(0, 0, "poisson", "", 100, 0, 0), requests), Analysed.WHOLE)
        .load();
  }

  @Test
  void evenGapsHaveNoVariation() {
    LevelResult.Load load = load(1001, u -> 10, 0);

    assertThat(load.gapCv()).isCloseTo(0, within(1e-9));
    assertThat(load.dispersion1s()).isCloseTo(0, within(0.01));
    assertThat(load.rateAchieved()).isCloseTo(100, within(1e-6));
    assertThat(load.ratePlanned()).isCloseTo(100, within(1e-6));
    assertThat(load.targetRate()).isEqualTo(100);
    assertThat(load.targetConcurrency()).isNull();
    assertThat(load.maxInFlight()).isNull();
  }

  @Test
  void aPoissonProcessHasUnitVariation() {
    LevelResult.Load load = load(20_000, u -> -10 * Math.log(1 - u), 0);

    assertThat(load.gapCv()).isCloseTo(1, within(0.03));
    assertThat(load.dispersion1s()).isCloseTo(1, within(0.25));
    assertThat(load.dispersion10s()).isCloseTo(1, within(0.7));
    assertThat(load.rateAchieved()).isCloseTo(100, within(3.0));
  }

  @Test
  void theClientsProcessIsToldApartFromTheSchedule() {
    LevelResult.Load load = load(1001, u -> 10, 4);

    assertThat(load.plannedGapCv()).isCloseTo(0, within(1e-9));
    // Gaps of 14 and 6 ms in turn.
    assertThat(load.gapCv()).isCloseTo(0.4, within(0.001));
  }

  @Test
  void aClosedLoopHasARateAndNoProcess() {
    List<dev.goodput.record.RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      requests.add(RequestMaker.at(i * 20).id(i).closed().chunks(i * 20 + 5, i * 20 + 20).make());
    }

    LevelResult.Load load = Analysed.level(Logs.closed(4, requests)).load();

    assertThat(load.arrivals()).isEqualTo("closed");
    assertThat(load.targetConcurrency()).isEqualTo(4);
    assertThat(load.targetRate()).isNull();
    assertThat(load.gapCv()).isNull();
    assertThat(load.rateAchieved()).isCloseTo(50, within(1e-9));
  }

  @Test
  void gapsOfALongRunAreThoseOfItsFirstArrivals() {
    ArrivalProcess process = new ArrivalProcess(0, 10_000_000_000L, 5_000_000_000L);
    for (long i = 0; i < 1000; i++) {
      process.add(i * 10_000_000 + (i >= 500 ? (i % 2) * 5_000_000 : 0));
    }

    assertThat(process.gapCv()).isCloseTo(0, within(1e-9));
    assertThat(process.dispersion(1)).isCloseTo(0, within(1e-9));
    assertThat(process.dispersion(6)).isNull();
  }

  @Test
  void laterTurnsAreNoArrivalsOfTheProcess() {
    List<LogEntry> requests = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      double at = i * 100;
      requests.add(RequestMaker.at(at).session(i, 0, 2).chunks(at + 5, at + 9).make());
      requests.add(RequestMaker.at(at + 17 + i % 7).session(i, 1, 2).chunks(at + 30).make());
    }

    LevelResult.Load load =
        Analysed.level(
                Logs.level(new LevelStarted(0, 0, "constant", "", 10, 0, 0), requests),
                Analysed.WHOLE)
            .load();

    assertThat(load.rateAchieved()).isCloseTo(10, within(1e-9));
    assertThat(load.gapCv()).isCloseTo(0, within(1e-9));
  }
}
