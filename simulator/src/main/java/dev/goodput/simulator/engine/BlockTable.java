package dev.goodput.simulator.engine;

import java.util.Arrays;

/// The blocks of one sequence, in order, as a growable list of ints.
final class BlockTable {
  private int[] blocks = new int[8];
  private int size;

  int size() {
    return size;
  }

  int get(int index) {
    return blocks[index];
  }

  void add(int block) {
    if (size == blocks.length) {
      blocks = Arrays.copyOf(blocks, size * 2);
    }
    blocks[size++] = block;
  }

  void clear() {
    size = 0;
  }
}
