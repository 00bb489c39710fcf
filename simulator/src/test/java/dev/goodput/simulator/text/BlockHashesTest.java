package dev.goodput.simulator.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BlockHashesTest {
  private static BlockHashes of(int... tokens) {
    BlockHashes hashes = new BlockHashes();
    for (int token : tokens) {
      hashes.token(token);
    }
    return hashes;
  }

  private static int[] range(int from, int to) {
    return IntStream.range(from, to).toArray();
  }

  @Test
  void hasOneHashForEachFullBlock() {
    assertThat(of(range(0, 15)).toArray()).isEmpty();
    assertThat(of(range(0, 16)).toArray()).hasSize(1);
    assertThat(of(range(0, 1000)).toArray()).hasSize(62);
    assertThat(of(range(0, 1000)).tokens()).isEqualTo(1000);
  }

  @Test
  void chainsWhatCameBefore() {
    long[] first = of(range(0, 48)).toArray();
    int[] changed = range(0, 48);
    changed[20] = -1;
    long[] second = of(changed).toArray();
    assertThat(second[0]).isEqualTo(first[0]);
    assertThat(second[1]).isNotEqualTo(first[1]);
    assertThat(second[2]).isNotEqualTo(first[2]);
  }

  @Test
  void goesOnInACopyWithoutChangingTheOriginal() {
    BlockHashes prompt = of(range(0, 40));
    long content = prompt.content();
    BlockHashes copy = prompt.copy();
    for (int token : range(40, 64)) {
      copy.token(token);
    }
    assertThat(prompt.content()).isEqualTo(content);
    assertThat(copy.toArray()).isEqualTo(of(range(0, 64)).toArray());
  }
}
