package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservedTrafficTest {
  private static final LevelStarted BEGUN =
      new LevelStarted(0, 0, ArrivalKind.OBSERVED.word(), "", Double.NaN, 0, 0);

  private static LevelResult level(List<? extends LogEntry> entries) {
    return Analysed.level(Logs.level(BEGUN, entries), AnalysisOptions.DEFAULTS);
  }

  private static List<LogEntry> many() {
    List<LogEntry> many = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      double at = i * 100;
      many.add(RequestMaker.at(at).id(i).session(i / 2, i % 2, 2).chunks(at + 50, at + 400).make());
    }
    return many;
  }

  @Test
  void judgesNoScheduleWhereNobodyMadeOne() {
    LevelResult level = level(many());

    assertThat(level.load().observed()).isTrue();
    assertThat(level.client().scheduleLagMs()).isNull();
    assertThat(level.client().takenUpShare()).isNull();
    assertThat(level.load().ratePlanned()).isNull();
    assertThat(level.load().plannedGapCv()).isNull();
    assertThat(level.load().plannedDispersion1s()).isNull();
    assertThat(level.longer()).isEmpty();
  }

  @Test
  void countsEveryTurnAsAnArrivalAndCutsNoWarmupOff() {
    LevelResult level = level(many());

    assertThat(level.requests().intended()).isEqualTo(400);
    assertThat(level.load().rateAchieved()).isBetween(9.9, 10.1);
    assertThat(level.window().warmup()).contains("no warm-up");
    assertThat(level.load().gapCv()).isBetween(0.0, .01);
  }

  @Test
  void takesALimitForNoLengthThatWasAskedFor() {
    List<LogEntry> many = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      double at = i * 100;
      many.add(
          RequestMaker.at(at)
              .id(i)
              .requested(100, 4_096)
              .chunks(at + 50, at + 60, at + 70)
              .usage(120, 3)
              .make());
    }
    LevelResult level = level(many);

    assertThat(level.lengths()).isEqualTo(new LevelResult.Lengths(null, 120.0, null, 3.0));
    assertThat(level.warnings()).noneMatch(warning -> warning.contains("--"));
  }

  @Test
  void tellsAGatewayThatIsLateWhatAGatewayCanDo() {
    List<LogEntry> many = many();
    for (int second = 1; second < 40; second++) {
      many.add(
          new HealthSample(
              0, second * 1_000_000_000L, List.of(900_000_000L), List.of(), .9, .9, 0, 0, 4));
    }
    ClientHealth gateway = level(many).client();

    assertThat(gateway.verdict()).isEqualTo(ClientHealth.Verdict.CLIENT_BOUND);
    assertThat(gateway.reasons()).anyMatch(reason -> reason.contains("give the gateway more"));
    assertThat(gateway.reasons()).noneMatch(reason -> reason.contains("rate"));
  }
}
