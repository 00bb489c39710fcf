package dev.goodput.workload.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.goodput.workload.length.LengthDistribution;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class TokenBlocksTest {
  private static int shared(long[] a, long[] b) {
    int differs = Arrays.mismatch(a, b);
    return differs < 0 ? a.length : differs;
  }

  @Test
  void equalsTheCapturedBlocksOfTheSameSize() {
    assertThat(new TokenBlocks(16).blocks(new long[] {0, 1, 5, 4}, 3))
        .containsExactly(0, 5, 6, 7, 8, (1L << 60) + 3);
  }

  @Test
  void hasABlockForTheRemainder() {
    assertThat(new TokenBlocks(7.3).blocks(new long[] {}, 0)).hasSize(1);
    assertThat(new TokenBlocks(7.3).blocks(new long[] {4, 2}, 0)).hasSize(1);
  }

  @Test
  void refusesBlocksWithoutTokens() {
    assertThatIllegalArgumentException().isThrownBy(() -> new TokenBlocks(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new TokenBlocks(Double.NaN));
  }

  /// If the quotient is rounded up, the last block would end after all captured ones.
  @Test
  void endsAtTheLastCapturedBlock() {
    long[] blocks = new TokenBlocks(265.8723404255319).blocks(new long[] {0, 987}, 0);
    assertThat(Arrays.stream(blocks).distinct().count()).isEqualTo(blocks.length);
  }

  @Test
  void holdsNoMoreThanTheLongestPrompt() {
    assertThat(new TokenBlocks(1e15).blocks(new long[] {0, 100}, 0))
        .hasSize(1 + LengthDistribution.MAX / TokenBlocks.TOKENS);
  }

  /// Two prompts that differ after some captured block share the whole token blocks up to there and
  /// none after it; no number appears twice in a prompt.
  @Test
  @Tag("property")
  void sharesWhatCapturedBlocksShare() {
    long seed = 20_261_124;
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 2_000; round++) {
      TokenBlocks grid = new TokenBlocks(random.nextDouble(.5, 100));
      int common = random.nextInt(200);
      long[] one = {0, common, 1_000, random.nextInt(1, 200)};
      long[] other = {0, common, 2_000, random.nextInt(1, 200)};
      long[] a = grid.blocks(one, 0);
      long[] b = grid.blocks(other, 1);

      int whole = (int) (common * grid.tokensPerBlock() / TokenBlocks.TOKENS);
      assertThat(shared(a, b)).as("seed %d round %d %s", seed, round, grid).isEqualTo(whole);
      assertThat(Arrays.stream(a).distinct().count()).isEqualTo(a.length);
      assertThat(a)
          .hasSize(1 + (int) ((common + one[3]) * grid.tokensPerBlock() / TokenBlocks.TOKENS));
    }
  }
}
