package dev.goodput.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WavesTest {
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
  void oneWaveTooManyIsTold() {
    assertThat(level(0.01).warnings())
        .singleElement()
        .satisfies(said ->
            assertThat(said)
                .startsWith("users come back in waves")
                .contains("8 in flight for 240 ms each are 33.3: use a longer --duration"));
  }

  @Test
  void usersWhoComeOneByOneMakeNoWave() {
    assertThat(level(30).warnings()).isEmpty();
  }
}
