package dev.goodput.metrics.saturation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogSource;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CurveReaderTest {
  private static final LevelStarted FLOOD = new LevelStarted(0, 0, "burst", "", Double.NaN, 0, 0);

  private static RequestRecord turn(int session, int turn, double at) {
    return RequestMaker.at(at)
        .id(10L * session + turn)
        .session(session, turn, 3)
        .chunks(at + 5, at + 8)
        .ended(at + 10)
        .make();
  }

  private static CurveReader reading(LevelEnded.Ending ending) {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      requests.add(turn(i, 0, i));
      requests.add(turn(i, 1, 100 + i));
      requests.add(turn(i, 2, 200 + i));
    }
    for (int i = 20; i < 30; i++) {
      requests.add(
          RequestMaker.at(0)
              .id(10L * i)
              .session(i, 0, 3)
              .ended(1)
              .outcome(new Outcome.HttpError(503, ""))
              .make());
    }
    LogSource log = Logs.level(FLOOD, requests, ending);
    return CurveReader.of(log, Analysis.analyse(log, Analysed.WHOLE));
  }

  /// Ten sessions failed in their first turn, so the other two turns were dropped.
  @Test
  void countsTurnsByPlanAndWhatCameAtOnceByWhatCame() {
    CurveReader reading = reading(LevelEnded.Ending.COMPLETE);

    assertThat(reading.requested()).isEqualTo(new TurnCount(90, 30));
    Flood flood = reading.floods().getFirst();
    assertThat(flood.sessions()).isEqualTo(30);
    assertThat(flood.requests()).isEqualTo(70);
    assertThat(flood.answered()).isEqualTo(60);
    assertThat(flood.rps()).isPositive();
  }

  /// A flood that was cut short has no reliable middle part.
  @Test
  void hasNoRateOfAFloodThatWasBrokenOff() {
    assertThat(reading(LevelEnded.Ending.STOPPED).floods()).isEmpty();
  }

  @Test
  void takesAFloodForSettledWhereTwiceAsManyChangeLittle() {
    Flood few = new Flood(64, 64, 64, 10);
    Flood more = new Flood(128, 128, 128, 19);
    Flood most = new Flood(256, 256, 256, 19.9);

    assertThat(Flood.settled(List.of())).isFalse();
    assertThat(Flood.settled(List.of(few))).isFalse();
    assertThat(Flood.settled(List.of(few, more))).isFalse();
    assertThat(Flood.settled(List.of(few, more, most))).isTrue();
  }
}
