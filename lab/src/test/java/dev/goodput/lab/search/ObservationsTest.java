package dev.goodput.lab.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ObservationsTest {
  private final Observations seen = new Observations();

  private void add(long start, int output, int requested, Observations.Fate fate) {
    seen.add(new Observations.Seen(start, 1, 0, 100, output, requested, 1, true, fate));
  }

  @Test
  void aFailedRequestWeighsAsPlanned() {
    // The server stops at half of what is asked; of the second ten it sheds four at once.
    for (int i = 1; i <= 10; i++) {
      add(i, 50, 100, Observations.Fate.GOOD);
    }
    for (int i = 11; i <= 20; i++) {
      boolean shed = i > 16;
      add(i, shed ? 0 : 50, 100, shed ? Observations.Fate.FAILED : Observations.Fate.GOOD);
    }
    assertThat(seen.requests(seen.within(0, 10))).isCloseTo(10, within(1e-9));
    assertThat(seen.requests(seen.within(10, 20))).isCloseTo(10, within(1e-9));
  }

  @Test
  void unknownLengthsWeighAsTheMean() {
    add(1, 10, 0, Observations.Fate.GOOD);
    add(2, 30, 0, Observations.Fate.LATE);
    add(3, 0, 0, Observations.Fate.FAILED);

    assertThat(seen.requests(seen.within(0, 2))).isCloseTo(2, within(1e-9));
    assertThat(seen.requests(seen.within(2, 3))).isCloseTo(1, within(1e-9));
  }

  @Test
  void longResponsesAreMoreLoad() {
    add(1, 10, 0, Observations.Fate.GOOD);
    add(2, 30, 0, Observations.Fate.GOOD);

    assertThat(seen.requests(seen.within(0, 1))).isCloseTo(.35 + .65 * .5, within(1e-9));
    assertThat(seen.requests(seen.within(1, 2))).isCloseTo(.35 + .65 * 1.5, within(1e-9));
  }
}
