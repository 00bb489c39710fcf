package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FinishReasonDetectorTest {
  private static final long SECOND = 1_000_000_000;

  private final TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);

  private void ends(double atMillis, String finishReason) {
    meter.add(
        RequestMaker.at(atMillis - 5)
            .ended(atMillis)
            .outcome(new Outcome.Ok(finishReason))
            .passage(Passages.of("m", "a", ""))
            .make());
  }

  private List<TrafficEvent> events() {
    return meter.snapshot(600 * SECOND).events();
  }

  @Test
  void namesAWordThatNoApiDocumentsOnce() {
    ends(100, "stop");
    ends(200, "weather");
    ends(300, "weather");

    assertThat(events())
        .containsExactly(
            new TrafficEvent(
                200_000_000,
                TrafficEvent.Kind.FINISH_REASON,
                "a",
                "\"weather\" is a finish reason that no API documents; such answers count as"
                    + " successful"));
  }

  @Test
  void namesAFewWordsAtMost() {
    for (int i = 0; i < 20; i++) {
      ends(100 + i, "word" + i);
    }
    ends(900, "w".repeat(5_000));

    assertThat(events()).hasSize(5);
  }
}
