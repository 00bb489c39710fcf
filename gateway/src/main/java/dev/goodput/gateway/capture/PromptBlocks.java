package dev.goodput.gateway.capture;

import dev.goodput.wire.answer.MemoryBudget;
import dev.goodput.wire.dialect.PromptPart;
import dev.goodput.wire.dialect.PromptSink;

/// The hashes of one prompt, computed as its text arrives; keeps digests and no text. Belongs to
/// the thread that reads the body, and then to the thread it is passed to.
///
/// The frame (tools, a system prompt of its own) is what a model reads first, wherever it is in the
/// body. The conversation's blocks are chained to the whole frame and come after it. Prompts with
/// the same frame share its whole blocks and those of their conversations.
public final class PromptBlocks implements PromptSink {
  private static final long ODD = 0x9e3779b97f4a7c15L;

  private final Salt salt;
  private final ChainedHash frame;
  private final ChainedHash turns;

  /// @param room memory for digests
  PromptBlocks(Salt salt, MemoryBudget room) {
    this.salt = salt;
    frame = new ChainedHash(salt, room);
    turns = new ChainedHash(salt, room);
  }

  @Override
  public void append(PromptPart part, byte[] bytes, int from, int to) {
    switch (part) {
      case FRAME -> frame.update(bytes, from, to);
      case TURNS -> turns.update(bytes, from, to);
    }
  }

  /// Returns the bytes of the prompt's canonical text.
  long bytes() {
    return frame.bytes() + turns.bytes();
  }

  /// Returns the approximate memory that it holds, in bytes.
  long weight() {
    return 200 + frame.weight() + turns.weight();
  }

  /// Returns whether digests are missing because there was no room.
  boolean cut() {
    return frame.cut() || turns.cut();
  }

  /// Returns the memory of the exchange to its budget once the exchange has ended. Digests that are
  /// still to be written then count in the write queue, by [#weight()].
  public void releaseMemory() {
    frame.releaseMemory();
    turns.releaseMemory();
  }

  /// Returns a digest for each whole block, in the order in which a model reads them.
  long[] digests() {
    long[] first = frame.digests();
    long[] then = turns.digests();
    long[] all = new long[first.length + then.length];
    System.arraycopy(first, 0, all, 0, first.length);
    long chain = frame.bytes() == 0 ? 0 : frame.digest() * ODD;
    for (int i = 0; i < then.length; i++) {
      // Distinct from the frame's digests: a conversation may contain the text of another prompt's
      // system prompt.
      all[first.length + i] = Long.rotateLeft(then[i] ^ chain, 29) * ODD;
    }
    return all;
  }

  /// Returns whether it was hashed with the given salt, that is, for that file.
  boolean by(Salt other) {
    return salt.equals(other);
  }
}
