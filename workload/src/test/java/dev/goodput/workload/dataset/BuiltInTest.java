package dev.goodput.workload.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Counts, sums and first rows were taken from the originals with another program.
class BuiltInTest {

  @Test
  void azureConversationIsWhole() {
    LengthTable table = BuiltIn.AZURE_CONV.load();

    assertThat(table.size()).isEqualTo(19_366);
    assertThat(sum(table, table::inputTokens)).isEqualTo(22_361_870L);
    assertThat(sum(table, table::outputTokens)).isEqualTo(4_088_665L);
    assertThat(table.recordedOffsets()).startsWith(0, 4_314_579_000L, 4_541_877_000L);
    assertThat(table.inputTokens(1)).isEqualTo(396);
    assertThat(table.outputTokens(1)).isEqualTo(109);
    assertThat(table.spanNanos()).isEqualTo(3_501_721_937_000L);
    assertThat(table.tickNanos()).isZero();
    assertThat(table.blockTokens()).isZero();
    assertThat(table.blocks(0)).isNull();
  }

  @Test
  void azureCodeIsWhole() {
    LengthTable table = BuiltIn.AZURE_CODE.load();

    assertThat(table.size()).isEqualTo(8_819);
    assertThat(sum(table, table::inputTokens)).isEqualTo(18_059_974L);
    assertThat(sum(table, table::outputTokens)).isEqualTo(245_896L);
    assertThat(table.spanNanos()).isEqualTo(3_435_948_056_000L);
  }

  @Test
  void mooncakeConversationIsWhole() {
    LengthTable table = BuiltIn.MOONCAKE_CONVERSATION.load();

    assertThat(table.size()).isEqualTo(12_031);
    assertThat(sum(table, table::inputTokens)).isEqualTo(144_793_823L);
    assertThat(sum(table, table::outputTokens)).isEqualTo(4_122_048L);
    assertThat(sum(table, row -> blocks(table, row).length)).isEqualTo(288_500L);
    assertThat(
            IntStream.range(0, table.size())
                .mapToLong(r -> Arrays.stream(blocks(table, r)).sum())
                .sum())
        .isEqualTo(23_407_000_830L);
    assertThat(blocks(table, 3)).containsExactly(0, 42, 43, 44, 45);
    assertThat(table.blockTokens()).isEqualTo(512);
    assertThat(table.spanNanos()).isEqualTo(3_536_999_000_000L);
    assertThat(table.tickNanos()).isEqualTo(3_000_000_000L);
  }

  @Test
  void shareGptLengthsAreWhole() {
    LengthTable table = BuiltIn.SHAREGPT_LENGTHS.load();

    assertThat(table.size()).isEqualTo(30_731);
    assertThat(sum(table, table::inputTokens)).isEqualTo(71_911_571L);
    assertThat(sum(table, table::outputTokens)).isEqualTo(13_481_988L);
    assertThat(table.inputTokens(0)).isEqualTo(74);
    assertThat(table.outputTokens(0)).isEqualTo(918);
    assertThat(table.timed()).isFalse();
    assertThat(table.recordedOffsets()).isEmpty();
  }

  private static long[] blocks(LengthTable table, int row) {
    return Objects.requireNonNull(table.blocks(row));
  }

  private static long sum(LengthTable table, IntUnaryOperator column) {
    return IntStream.range(0, table.size()).map(column).asLongStream().sum();
  }
}
