package dev.goodput.simulator.engine;

import java.util.Arrays;

/// The KV blocks: a least-recently-freed list of those nobody uses, and an index by content of all
/// that are full. A free block keeps its content, and can be found by it, until it is handed out
/// again.
final class BlockPool {
  private static final int NONE = -1;

  private final int capacity;
  private final boolean caching;

  /// Neighbours in the free list; index `capacity` is its head and tail.
  private final int[] previous;

  private final int[] next;
  private final int[] users;

  /// Content of a full block, 0 when it has none that can be found.
  private final long[] hashes;

  private final LongIntMap byHash;
  private int free;

  BlockPool(int capacity, boolean caching) {
    this.capacity = capacity;
    this.caching = caching;
    previous = new int[capacity + 1];
    next = new int[capacity + 1];
    users = new int[capacity];
    hashes = new long[capacity];
    byHash = new LongIntMap(caching ? capacity : 1);
    Arrays.setAll(next, i -> i == capacity ? 0 : i + 1);
    Arrays.setAll(previous, i -> i == 0 ? capacity : i - 1);
    free = capacity;
  }

  int capacity() {
    return capacity;
  }

  int free() {
    return free;
  }

  /// The block with that content, used or free, or -1.
  int find(long hash) {
    return caching ? byHash.get(nonZero(hash)) : NONE;
  }

  boolean unused(int block) {
    return users[block] == 0;
  }

  /// The block freed longest ago, its content forgotten.
  ///
  /// @throws IllegalStateException when none is free
  int take() {
    if (free == 0) {
      throw new IllegalStateException("no free block");
    }
    int block = next[capacity];
    unlink(block);
    forget(block);
    users[block] = 1;
    return block;
  }

  /// One more user of a block that was found.
  void share(int block) {
    if (users[block]++ == 0) {
      unlink(block);
    }
  }

  /// Makes a full block findable, unless one with the same content is already.
  void publish(int block, long hash) {
    if (caching && hashes[block] == 0 && byHash.putIfAbsent(nonZero(hash), block)) {
      hashes[block] = nonZero(hash);
    }
  }

  /// Gives up all blocks of a table, the last one first, so that the ends of prompts are reused
  /// before their beginnings.
  void release(BlockTable table) {
    for (int i = table.size() - 1; i >= 0; i--) {
      int block = table.get(i);
      if (--users[block] == 0) {
        link(block);
      }
    }
    table.clear();
  }

  private void forget(int block) {
    if (hashes[block] != 0) {
      byHash.remove(hashes[block]);
      hashes[block] = 0;
    }
  }

  private void link(int block) {
    int last = previous[capacity];
    next[last] = block;
    previous[block] = last;
    next[block] = capacity;
    previous[capacity] = block;
    free++;
  }

  private void unlink(int block) {
    next[previous[block]] = next[block];
    previous[next[block]] = previous[block];
    free--;
  }

  private static long nonZero(long hash) {
    return hash == 0 ? 1 : hash;
  }
}
