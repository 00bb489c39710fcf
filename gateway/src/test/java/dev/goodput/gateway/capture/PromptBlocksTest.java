package dev.goodput.gateway.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.wire.answer.MemoryBudget;
import dev.goodput.wire.dialect.PromptPart;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class PromptBlocksTest {
  private static final int BLOCK = ChainedHash.BLOCK_BYTES;
  private static final Salt SALT = new Salt(1, 2);

  private static byte[] text(SplittableRandom random, int length) {
    byte[] text = new byte[length];
    random.nextBytes(text);
    return text;
  }

  /// Feeds the text in pieces of any size, now and then a byte at a time.
  private static void feed(
      PromptBlocks blocks, PromptPart part, byte[] text, SplittableRandom random) {
    int at = 0;
    while (at < text.length) {
      int to = Math.min(text.length, at + random.nextInt(1, random.nextBoolean() ? 3 : 200));
      blocks.append(part, text, at, to);
      at = to;
    }
  }

  private static long[] digests(byte[] frame, byte[] turns, SplittableRandom random) {
    PromptBlocks blocks = new PromptBlocks(SALT, MemoryBudget.UNLIMITED);
    if (random.nextBoolean()) {
      feed(blocks, PromptPart.FRAME, frame, random);
      feed(blocks, PromptPart.TURNS, turns, random);
    } else {
      feed(blocks, PromptPart.TURNS, turns, random);
      feed(blocks, PromptPart.FRAME, frame, random);
    }
    assertThat(blocks.bytes()).isEqualTo(frame.length + turns.length);
    return blocks.digests();
  }

  private static int shared(long[] a, long[] b) {
    int differs = Arrays.mismatch(a, b);
    return differs < 0 ? a.length : differs;
  }

  private static int sharedBlocks(byte[] a, byte[] b) {
    int differs = Arrays.mismatch(a, b);
    return (differs < 0 ? a.length : differs) / BLOCK;
  }

  /// Returns another text that shares a random number of first bytes with this one.
  private static byte[] like(byte[] text, SplittableRandom random) {
    int common = random.nextInt(text.length + 1);
    byte[] other = Arrays.copyOf(text, common + random.nextInt(300));
    for (int i = common; i < other.length; i++) {
      other[i] = (byte) random.nextInt();
    }
    return other;
  }

  @Test
  @Tag("property")
  void shareAsManyLeadingDigestsAsTheirTextsShareWholeBlocks() {
    for (long seed = 1; seed <= 2000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] frame = random.nextInt(3) == 0 ? text(random, random.nextInt(400)) : new byte[0];
      byte[] other = random.nextBoolean() ? frame : like(frame, random);
      byte[] turns = text(random, random.nextInt(2000));
      byte[] more = like(turns, random);
      int expected =
          Arrays.equals(frame, other)
              ? frame.length / BLOCK + sharedBlocks(turns, more)
              : sharedBlocks(frame, other);
      long[] a = digests(frame, turns, random);
      long[] b = digests(other, more, random);
      assertThat(a).as("seed %d", seed).hasSize(frame.length / BLOCK + turns.length / BLOCK);
      assertThat(shared(a, b)).as("seed %d", seed).isEqualTo(expected);
    }
  }

  @Test
  void haveNothingInCommonUnderAnotherSalt() {
    byte[] text = text(new SplittableRandom(1), 10 * BLOCK);
    PromptBlocks one = new PromptBlocks(new Salt(1, 2), MemoryBudget.UNLIMITED);
    PromptBlocks other = new PromptBlocks(new Salt(1, 3), MemoryBudget.UNLIMITED);
    one.append(PromptPart.TURNS, text, 0, text.length);
    other.append(PromptPart.TURNS, text, 0, text.length);
    assertThat(one.digests()).hasSize(10).doesNotContain(other.digests());
  }

  @Test
  void tellNoMoreBlocksThanMemoryAllows() {
    PromptBlocks blocks = new PromptBlocks(SALT, MemoryBudget.UNLIMITED);
    byte[] piece = new byte[1 << 20];
    for (int i = 0; i < 10; i++) {
      blocks.append(PromptPart.TURNS, piece, 0, piece.length);
    }
    assertThat(blocks.digests()).hasSize(ChainedHash.MAX_BLOCKS).doesNotHaveDuplicates();
    assertThat(blocks.bytes()).isEqualTo(10 << 20);
  }

  @Test
  void printNoSalt() {
    assertThat(new Salt(77, 88)).hasToString("Salt[***]");
  }
}
