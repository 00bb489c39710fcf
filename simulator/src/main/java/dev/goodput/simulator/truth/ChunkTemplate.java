package dev.goodput.simulator.truth;

import java.nio.charset.StandardCharsets;

/// A stream's content event, rendered once; only the stamp's digits change.
///
/// The stamp has twenty places, filled with blanks in front: legal before a JSON number, harmless
/// in a text.
final class ChunkTemplate {
  private static final int WIDTH = 20;
  private static final byte BLANK = ' ';

  private final byte[] bytes;
  private final int stampAt;

  private ChunkTemplate(byte[] bytes, int stampAt) {
    this.bytes = bytes;
    this.stampAt = stampAt;
  }

  static ChunkTemplate content(
      boolean chat, String id, String finish, StampPlace place, int tokens) {
    String mark = "#".repeat(WIDTH);
    StringBuilder text = new StringBuilder(" tok".repeat(tokens));
    if (place == StampPlace.TEXT) {
      text.append(" @").append(mark);
    }
    String choice =
        chat
            ? "\"delta\":{\"content\":\"" + text + "\"},\"logprobs\":null"
            : "\"text\":\"" + text + "\",\"logprobs\":null";
    String event =
        "data: {\"id\":\"%s\",\"object\":\"%s\",\"created\":1,\"model\":\"truth\",\"choices\":[{\"index\":0,%s,\"finish_reason\":%s}]%s}\n\n"
            .formatted(
                id,
                chat ? "chat.completion.chunk" : "text_completion",
                choice,
                finish,
                place == StampPlace.FIELD ? ",\"sent_ns\":" + mark : "");
    return new ChunkTemplate(event.getBytes(StandardCharsets.US_ASCII), event.indexOf(mark));
  }

  /// The event with that moment in it; the array is used again for the next one.
  byte[] stamped(long nanos) {
    if (stampAt >= 0) {
      long rest = nanos;
      for (int i = stampAt + WIDTH - 1; i >= stampAt; i--) {
        bytes[i] = rest == 0 && i < stampAt + WIDTH - 1 ? BLANK : (byte) ('0' + rest % 10);
        rest /= 10;
      }
    }
    return bytes;
  }
}
