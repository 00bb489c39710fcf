package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FewTurnsTest {
  private static final AnalysisOptions CUT =
      Analysed.WHOLE.withWarmup(new Warmup.Fixed(470_000_000));

  /// Eight users, whose answers take 240 ms, for ten turns; each begins so long after the one
  /// before.
  private static LevelResult level(double apartMillis) {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      double at = i / 8 * 240 + i % 8 * apartMillis;
      requests.add(
          RequestMaker.at(at).id(i).closed().chunks(at + 50, at + 240).usage(1, 20).make());
    }
    return Analysed.level(Logs.closed(8, requests), CUT);
  }

  @Test
  void aTurnTooManyOfUsersWhoComeTogetherIsTold() {
    assertThat(level(0.01).warnings())
        .singleElement()
        .satisfies(message ->
            assertThat(message)
                .startsWith(
                    "the rate is not exact, because few turns ended in the window: 37.9 requests/s")
                .contains("33.3 by their time in it")
                .endsWith(": use a longer --duration"));
  }

  @Test
  void usersWhoComeOneByOneAreCountedAlikeBothWays() {
    assertThat(level(30).warnings()).isEmpty();
  }

  /// One user, whose turns are over one after the other.
  private static LevelResult alone(double warmupMillis, double lastMillis) {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i <= 30; i++) {
      double end = i * 1000 + (i == 30 ? lastMillis : 1000);
      requests.add(
          RequestMaker.at(i * 1000).id(i).closed().chunks(i * 1000 + 50, end).usage(1, 20).make());
    }
    return Analysed.level(
        Logs.closed(1, requests),
        Analysed.WHOLE.withWarmup(new Warmup.Fixed(Math.round(warmupMillis * 1e6))));
  }

  @Test
  void aLastAnswerThatIsLongChangesNoRate() {
    assertThat(alone(0, 25_000).warnings()).isEmpty();
  }

  @Test
  void oneUsersOwnTurnTooManyIsToldWhereTurnsAreFew() {
    assertThat(alone(20_900, 1000).warnings())
        .singleElement()
        .satisfies(message -> assertThat(message).contains("1.1 requests/s", "1 by their time"));
    assertThat(alone(5_900, 1000).warnings()).isEmpty();
  }
}
