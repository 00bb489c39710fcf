package dev.goodput.gateway.capture;

import dev.goodput.wire.answer.MemoryBudget;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A hash over a text as its bytes arrive, with a digest at the end of each whole block. Each
/// digest covers everything up to there, so equal digests at one position mean that the texts were
/// equal from their start.
///
/// SipHash-1-3 (Aumasson, Bernstein 2012) whose state runs on from block to block: each byte costs
/// the same, however long the text is.
final class ChainedHash {
  /// Bytes of a block, about 8 tokens of English: half the block size of engines' caches, so that
  /// little of a shared prefix is lost behind its last whole block.
  static final int BLOCK_BYTES = 32;

  /// The most blocks of one text that get digests: 8 MiB of text.
  static final int MAX_BLOCKS = 1 << 18;

  private static final int WORD_BYTES = Long.BYTES;
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long[] NONE = {};

  private final MemoryBudget room;
  private long v0;
  private long v1;
  private long v2;
  private long v3;
  private long word;
  private long bytes;
  private long[] digests = NONE;
  private int blocks;

  private long taken;
  private boolean cut;

  ChainedHash(Salt salt) {
    this(salt, MemoryBudget.UNLIMITED);
  }

  /// @param room memory for digests
  ChainedHash(Salt salt, MemoryBudget room) {
    this.room = room;
    v0 = salt.low() ^ 0x736f6d6570736575L;
    v1 = salt.high() ^ 0x646f72616e646f6dL;
    v2 = salt.low() ^ 0x6c7967656e657261L;
    v3 = salt.high() ^ 0x7465646279746573L;
  }

  void update(byte[] piece, int from, int to) {
    int at = from;
    while (at < to) {
      if (bytes % WORD_BYTES == 0 && to - at >= WORD_BYTES) {
        compress((long) WORDS.get(piece, at));
        at += WORD_BYTES;
        bytes += WORD_BYTES;
        endOfWord();
      } else {
        word |= (piece[at++] & 0xffL) << (8 * (bytes % WORD_BYTES));
        bytes++;
        if (bytes % WORD_BYTES == 0) {
          compress(word);
          word = 0;
          endOfWord();
        }
      }
    }
  }

  private void endOfWord() {
    if (bytes % BLOCK_BYTES == 0 && blocks < MAX_BLOCKS && hasPlace()) {
      digests[blocks++] = digest();
    }
  }

  private boolean hasPlace() {
    if (blocks == digests.length && !cut) {
      int next = Math.min(MAX_BLOCKS, Math.max(16, blocks + blocks / 2));
      long more = (long) (next - blocks) * Long.BYTES;
      cut = !room.reserve(more);
      if (!cut) {
        taken += more;
        digests = Arrays.copyOf(digests, next);
      }
    }
    return !cut;
  }

  private void compress(long m) {
    v3 ^= m;
    round();
    v0 ^= m;
  }

  private void round() {
    v0 += v1;
    v1 = Long.rotateLeft(v1, 13) ^ v0;
    v0 = Long.rotateLeft(v0, 32);
    v2 += v3;
    v3 = Long.rotateLeft(v3, 16) ^ v2;
    v0 += v3;
    v3 = Long.rotateLeft(v3, 21) ^ v0;
    v2 += v1;
    v1 = Long.rotateLeft(v1, 17) ^ v2;
    v2 = Long.rotateLeft(v2, 32);
  }

  /// Returns the digest of all bytes so far, without changing the state.
  long digest() {
    long w0 = v0;
    long w1 = v1;
    long w2 = v2;
    long w3 = v3;
    compress(word | (bytes << 56));
    v2 ^= 0xff;
    round();
    round();
    round();
    long digest = v0 ^ v1 ^ v2 ^ v3;
    v0 = w0;
    v1 = w1;
    v2 = w2;
    v3 = w3;
    return digest;
  }

  /// Returns whether a digest is missing because there was no room.
  boolean cut() {
    return cut;
  }

  /// Returns the memory of the digests, in bytes.
  long weight() {
    return (long) digests.length * Long.BYTES;
  }

  /// Gives the room of its digests back but keeps them: from now on their new owner counts them.
  void releaseMemory() {
    room.release(taken);
    taken = 0;
  }

  /// Returns the number of bytes so far.
  long bytes() {
    return bytes;
  }

  /// Returns the digests at the ends of whole blocks, in order.
  long[] digests() {
    return Arrays.copyOf(digests, blocks);
  }
}
