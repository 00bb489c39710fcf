package dev.goodput.load;

import static dev.goodput.load.LevelHarness.MILLI;
import static dev.goodput.load.LevelHarness.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class CancellationTest {
  private final LevelHarness.Setup setup = new LevelHarness.Setup();

  @Test
  void cancelsAfterANumberOfEvents() {
    setup.cancellation = new Cancellation(1, 3, 0);
    LevelHarness level = setup.start().runUntil(SECOND);

    assertThat(level.records)
        .hasSize(5)
        .allSatisfy(r -> {
          assertThat(r.outcome()).isEqualTo(new Outcome.Cancelled());
          assertThat(r.chunks().count()).isEqualTo(3);
        });
    assertThat(level.worker.done()).isTrue();
  }

  @Test
  void cancelsAfterATime() {
    setup.cancellation = new Cancellation(1, 0, 10 * MILLI);
    LevelHarness level = setup.start().runUntil(SECOND);

    assertThat(level.records)
        .hasSize(5)
        .allSatisfy(r ->
            assertThat(r.stamps().endedNanos() - r.stamps().dispatchedNanos())
                .isEqualTo(10 * MILLI));
  }

  @Test
  void doesNotCancelAFasterResponse() {
    setup.cancellation = new Cancellation(1, 6, SECOND);

    assertThat(setup.start().runUntil(5 * SECOND).records)
        .hasSize(5)
        .allSatisfy(r -> assertThat(r.outcome()).isEqualTo(new Outcome.Ok("stop")));
  }

  @Test
  void picksItsShareBySeedAndNumberOnly() {
    Cancellation quarter = new Cancellation(.25, 1, 0);
    long picked = LongStream.range(0, 10_000).filter(id -> quarter.picks(7, id)).count();

    assertThat(picked).isBetween(2_300L, 2_700L);
    assertThat(LongStream.range(0, 100).filter(id -> quarter.picks(7, id)).boxed())
        .isEqualTo(LongStream.range(0, 100).filter(id -> quarter.picks(7, id)).boxed().toList())
        .isNotEqualTo(LongStream.range(0, 100).filter(id -> quarter.picks(8, id)).boxed().toList());
  }

  @Test
  void cancelledRequestsAreNotFailures() {
    setup.cancellation = new Cancellation(.5, 1, 0);
    LevelHarness level = setup.start().runUntil(SECOND);

    assertThat(level.records).noneMatch(r -> r.outcome().failure());
    assertThat(level.records).extracting(RequestRecord::last).containsOnly(true);
  }

  @Test
  void refusesInvalidSettings() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Cancellation(1.5, 1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Cancellation(.5, 0, 0));
  }
}
