package dev.goodput.workload.dataset;

import dev.goodput.workload.length.Lengths;
import dev.goodput.workload.random.RandomStream;

/// Makes blocks of tokens of captured blocks of bytes, whose size in tokens is no whole number.
///
/// A captured block's number stands for all of a prompt until its end. A block of tokens is known
/// by the captured block in which it ends and by its place there, so that prompts that share their
/// beginning in bytes share the same of it in tokens, but for less than one block.
///
/// @param tokensPerBlock tokens of a captured block
record TokenGrid(double tokensPerBlock) {
  /// Tokens of a block that is made: what most engines' prefix caches go by.
  static final int TOKENS = 16;

  /// Beyond the numbers of captured blocks.
  private static final long OWN = 1L << 60;

  TokenGrid {
    if (!(tokensPerBlock > 0)) {
      throw new IllegalArgumentException("blocks of " + tokensPerBlock + " tokens");
    }
  }

  /// The blocks of a row, and one that no other row has, for what its prompt holds behind them.
  ///
  /// @param pairs a first captured block and how many in a row, again and again
  long[] blocks(long[] pairs, int row) {
    int captured = 0;
    for (int i = 1; i < pairs.length; i += 2) {
      captured += (int) pairs[i];
    }
    int whole = (int) (Math.min(captured * tokensPerBlock, Lengths.MOST) / TOKENS);
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

  /// The place of the captured block that holds the end of a made one, which is one of them however
  /// the quotient is rounded.
  private int endsIn(int made, int captured) {
    return Math.min(endsIn(made), captured - 1);
  }

  private int endsIn(int made) {
    return (int) Math.ceil((made + 1L) * TOKENS / tokensPerBlock) - 1;
  }

  /// The first made block that ends in the captured block at a place, or behind it.
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
