package dev.goodput.workload.dataset;

import dev.goodput.workload.length.LengthDistribution;
import dev.goodput.workload.random.RandomStream;

/// A conversion of captured blocks of bytes, whose size in tokens is not a whole number, to blocks
/// of tokens.
///
/// A captured block's number identifies all of a prompt up to its end. A block of tokens is
/// identified by the captured block in which it ends and by its index there. So prompts that share
/// a prefix in bytes share the same prefix in tokens, except for less than one block.
///
/// @param tokensPerBlock tokens of a captured block
record TokenBlocks(double tokensPerBlock) {
  /// Tokens of a block after the conversion: the block size of most engines' prefix caches.
  static final int TOKENS = 16;

  /// Above the numbers of captured blocks.
  private static final long OWN = 1L << 60;

  TokenBlocks {
    if (!(tokensPerBlock > 0)) {
      throw new IllegalArgumentException("blocks of " + tokensPerBlock + " tokens");
    }
  }

  /// Returns the blocks of a row, followed by a block unique to the row for the rest of its prompt.
  ///
  /// @param pairs pairs of a first captured block and a run length
  long[] blocks(long[] pairs, int row) {
    int captured = 0;
    for (int i = 1; i < pairs.length; i += 2) {
      captured += (int) pairs[i];
    }
    int whole = (int) (Math.min(captured * tokensPerBlock, LengthDistribution.MAX) / TOKENS);
    long[] blocks = new long[whole + 1];
    int made = 0;
    int before = 0;
    for (int i = 0; i < pairs.length; i += 2) {
      for (; made < whole && endsIn(made, captured) < before + pairs[i + 1]; made++) {
        int place = endsIn(made, captured);
        blocks[made] = number(pairs[i] + place - before, made - firstBehind(place));
      }
      before += (int) pairs[i + 1];
    }
    blocks[whole] = OWN + row;
    return blocks;
  }

  /// Returns the index of the captured block that contains the end of a token block, clamped to the
  /// captured blocks in case the quotient is rounded up.
  private int endsIn(int made, int captured) {
    return Math.min(endsIn(made), captured - 1);
  }

  private int endsIn(int made) {
    return (int) Math.ceil((made + 1L) * TOKENS / tokensPerBlock) - 1;
  }

  /// Returns the first token block that ends in the captured block at an index, or after it.
  private int firstBehind(int place) {
    int made = (int) Math.max(0, (long) (place * tokensPerBlock) / TOKENS - 1);
    while (endsIn(made) < place) {
      made++;
    }
    return made;
  }

  private static long number(long captured, int inside) {
    return inside == 0 ? captured : RandomStream.mix(~captured) + inside;
  }
}
