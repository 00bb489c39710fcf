package dev.goodput.wire.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PatienceTest {
  private static final long SECOND = 1_000_000_000;

  private final Patience patience = new Patience();

  @Test
  void isAMinuteWhereNothingWasSeen() {
    assertThat(patience.idleLimitNanos()).isEqualTo(60 * SECOND);
  }

  @Test
  void staysAFifthBelowTheShortestWaitThatWasSeen() {
    patience.seenToWait(10 * SECOND);
    assertThat(patience.idleLimitNanos()).isEqualTo(8 * SECOND);

    patience.seenToWait(5 * SECOND);
    assertThat(patience.idleLimitNanos()).isEqualTo(4 * SECOND);

    patience.seenToWait(50 * SECOND);
    assertThat(patience.idleLimitNanos()).isEqualTo(4 * SECOND);
  }

  /// A server that ends says nothing of how long the next one leaves a connection open.
  @Test
  void takesNoServersEndForItsPatience() {
    patience.seenToWait(SECOND - 1);
    patience.seenToWait(0);
    assertThat(patience.idleLimitNanos()).isEqualTo(60 * SECOND);

    patience.seenToWait(SECOND);
    assertThat(patience.idleLimitNanos()).isEqualTo(SECOND - SECOND / 5);
  }
}
