package dev.goodput.simulator.engine;

import java.util.Arrays;

/// The pool of KV blocks: a list of unused blocks, least recently freed first, and an index of all
/// full blocks by content. A free block keeps its content, and can be found by it, until it is
/// taken again.
final class BlockPool {
  private static final int NONE = -1;

  private final int capacity;
  private final boolean caching;

  /// Neighbours in the free list; index `capacity` is its head and tail.
  private final int[] previous;

  private final int[] next;
  private final int[] users;

  /// Content hash of a full block, 0 if it cannot be found by content.
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

  /// Returns the block with this content, used or free; -1 if there is none.
  int find(long hash) {
    return caching ? byHash.get(nonZero(hash)) : NONE;
  }

  boolean unused(int block) {
    return users[block] == 0;
  }

  /// Takes the block that was freed longest ago and discards its content.
  ///
  /// @throws IllegalStateException if none is free
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

  /// Adds a user to a block that was found by content.
  void share(int block) {
    if (users[block]++ == 0) {
      unlink(block);
    }
  }

  /// Makes a full block findable by content, unless another block with the same content already is.
  void publish(int block, long hash) {
    if (caching && hashes[block] == 0 && byHash.putIfAbsent(nonZero(hash), block)) {
      hashes[block] = nonZero(hash);
    }
  }

  /// Releases all blocks of a table, the last one first, so that the ends of prompts are
  /// overwritten before their beginnings.
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
