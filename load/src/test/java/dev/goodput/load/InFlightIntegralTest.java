package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("property")
final class InFlightIntegralTest {
  private record Step(long seenAt, long moment, boolean begins) {}

  @Test
  void equalsTheSumHoweverLateStartsAndEndsAreSeen() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Step> steps = new ArrayList<>();
      long expected = 0;
      for (int i = 0; i < 50; i++) {
        long start = random.nextLong(1_000);
        long end = start + random.nextLong(500);
        long seenStart = start + random.nextLong(100);
        expected += end - start;
        steps.add(new Step(seenStart, start, true));
        steps.add(new Step(Math.max(seenStart + 1, end + random.nextLong(20)), end, false));
      }
      steps.sort(Comparator.comparingLong(Step::seenAt));
      InFlightIntegral inFlight = new InFlightIntegral();
      for (Step step : steps) {
        if (step.begins) {
          inFlight.start(step.moment);
        } else {
          inFlight.end(step.moment);
        }
      }
      assertThat(inFlight.count()).as("seed %d", seed).isZero();
      assertThat(inFlight.integral()).as("seed %d", seed).isEqualTo(expected);
    }
  }

  @Test
  void aMissingEndIsVisible() {
    InFlightIntegral inFlight = new InFlightIntegral();
    inFlight.start(0);
    inFlight.start(10);
    inFlight.end(30);

    assertThat(inFlight.count()).isEqualTo(1);
    assertThat(inFlight.integral()).isNotEqualTo(30 - 10);
  }
}
