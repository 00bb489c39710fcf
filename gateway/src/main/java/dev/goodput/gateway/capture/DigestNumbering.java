package dev.goodput.gateway.capture;

/// Numbers for digests, from 0 in the order in which they are first seen, in bounded memory. A
/// digest that has not been seen again among at least a million others is forgotten and gets a new
/// number when it returns.
final class DigestNumbering {
  /// Digests that are remembered for certain.
  static final int REMEMBERED = 1 << 20;

  private static final int FIRST_SLOTS = 1 << 10;

  private final int remembered;
  private Generation young = new Generation();
  private Generation old = new Generation();
  private long next;

  DigestNumbering() {
    this(REMEMBERED);
  }

  DigestNumbering(int remembered) {
    this.remembered = remembered;
  }

  /// Returns the digest's number.
  long of(long digest) {
    // 0 marks a free slot.
    long key = digest == 0 ? 1 : digest;
    long number = young.find(key);
    if (number >= 0) {
      return number;
    }
    number = old.find(key);
    number = number >= 0 ? number : next++;
    if (young.size == remembered) {
      old = young;
      young = new Generation();
    }
    young.put(key, number);
    return number;
  }

  /// A hash table with open addressing, never more than half full.
  private static final class Generation {
    private long[] keys = new long[FIRST_SLOTS];
    private long[] numbers = new long[FIRST_SLOTS];
    private int size;

    long find(long key) {
      int slot = slot(key);
      return keys[slot] == key ? numbers[slot] : -1;
    }

    void put(long key, long number) {
      if (2 * size >= keys.length) {
        grow();
      }
      int slot = slot(key);
      keys[slot] = key;
      numbers[slot] = number;
      size++;
    }

    private int slot(long key) {
      int mask = keys.length - 1;
      int slot = (int) (key ^ (key >>> 32)) & mask;
      while (keys[slot] != 0 && keys[slot] != key) {
        slot = (slot + 1) & mask;
      }
      return slot;
    }

    private void grow() {
      long[] oldKeys = keys;
      long[] oldNumbers = numbers;
      keys = new long[2 * oldKeys.length];
      numbers = new long[keys.length];
      for (int i = 0; i < oldKeys.length; i++) {
        if (oldKeys[i] != 0) {
          int slot = slot(oldKeys[i]);
          keys[slot] = oldKeys[i];
          numbers[slot] = oldNumbers[i];
        }
      }
    }
  }
}
