package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import java.util.Arrays;

/// The last usual chunk of an answer, with a hole where its text was.
///
/// The chunks of one answer mostly differ in their text alone. A chunk that equals the template
/// before and behind the hole, with a valid non-empty string in between, has the same meaning by
/// construction: two vectorised comparisons in place of a parse.
final class ChunkTemplate {
  private static final byte[] NOTHING = new byte[0];
  private static final int LONGEST = 4096;

  private byte[] around = NOTHING;
  private int hole;
  private Channel channel = Channel.ANSWER;

  /// Remembers a usual chunk.
  void learn(byte[] bytes, int from, int to, ChunkScanner usual) {
    int before = usual.textFrom() - from;
    int behind = to - usual.textTo();
    if (before + behind > LONGEST) {
      around = NOTHING;
      return;
    }
    if (around.length != before + behind) {
      around = new byte[before + behind];
    }
    System.arraycopy(bytes, from, around, 0, before);
    System.arraycopy(bytes, usual.textTo(), around, before, behind);
    hole = before;
    channel = usual.channel();
  }

  /// Whether the bytes are the remembered chunk with another text.
  boolean matches(byte[] bytes, int from, int to) {
    int behind = around.length - hole;
    int textFrom = from + hole;
    int textTo = to - behind;
    return behind > 0
        && textTo > textFrom
        && Arrays.equals(bytes, from, textFrom, around, 0, hole)
        && Arrays.equals(bytes, textTo, to, around, hole, around.length)
        && string(bytes, textFrom, textTo);
  }

  private static boolean string(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && at >= 0) {
      byte b = bytes[at];
      if (b == '"') {
        return false;
      }
      at = b == '\\' ? JsonScan.escape(bytes, at, to) : at + 1;
    }
    return at == to;
  }

  Channel channel() {
    return channel;
  }

  /// Where the text begins in a chunk that matched.
  int textFrom(int from) {
    return from + hole;
  }

  /// Where the text ends in a chunk that matched.
  int textTo(int to) {
    return to - (around.length - hole);
  }
}
