package dev.goodput.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class PartialSuccessTest {
  private static long rejected(String hex) {
    return PartialSuccess.rejected(ByteBuffer.wrap(HexFormat.of().parseHex(hex)));
  }

  @Test
  void readsHowManyWereRejected() {
    // partial_success { rejected_data_points: 300, error_message: "a" }
    assertThat(rejected("0a0608ac02120161")).isEqualTo(300);
    // partial_success { error_message: "a" }: a warning, with nothing rejected.
    assertThat(rejected("0a03120161")).isZero();
  }

  @Test
  void treatsEmptyOrUnknownResponsesAsSuccess() {
    assertThat(rejected("")).isZero();
    assertThat(rejected("0a00")).isZero();
    assertThat(rejected("7b7d")).isZero();
    assertThat(rejected("0a0508ac")).isZero();
  }

  @Test
  void neverReducesTheDeliveredCount() {
    SignalTally tally = new SignalTally("metrics", _ -> {});
    tally.taken(10, 3);
    tally.taken(10, 300);
    assertThat(tally.status(0).delivered()).isEqualTo(7);
    assertThat(tally.status(0).lostRefused()).isEqualTo(13);
  }

  @Test
  @Tag("fuzz")
  void toleratesAnyResponse() {
    SplittableRandom random = new SplittableRandom(20_261_123);
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[random.nextInt(12)];
      random.nextBytes(bytes);
      assertThat(PartialSuccess.rejected(ByteBuffer.wrap(bytes))).isNotNegative();
    }
  }
}
