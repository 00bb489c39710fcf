package dev.goodput.simulator.truth;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;

/// The content events of a stream, rendered once; only the digits of their timestamps change.
///
/// A timestamp has twenty characters, padded with leading blanks, which are legal before a JSON
/// number and harmless in text.
final class ChunkTemplate {
  private static final int WIDTH = 20;
  private static final byte BLANK = ' ';

  private final byte[] bytes;
  private final int[] stampsAt;

  private ChunkTemplate(byte[] bytes, int[] stampsAt) {
    this.bytes = bytes;
    this.stampsAt = stampsAt;
  }

  /// Returns `times` equal events followed by another one, to be written together.
  static ChunkTemplate joined(ChunkTemplate event, int times, ChunkTemplate last) {
    if (times == 0) {
      return last;
    }
    byte[] bytes = new byte[event.bytes.length * times + last.bytes.length];
    IntStream.Builder stamps = IntStream.builder();
    for (int i = 0; i <= times; i++) {
      ChunkTemplate next = i < times ? event : last;
      int at = event.bytes.length * i;
      System.arraycopy(next.bytes, 0, bytes, at, next.bytes.length);
      for (int stampAt : next.stampsAt) {
        stamps.add(at + stampAt);
      }
    }
    return new ChunkTemplate(bytes, stamps.build().toArray());
  }

  static ChunkTemplate content(
      boolean chat, String id, String finish, TimestampPlacement place, int tokens) {
    String mark = "#".repeat(WIDTH);
    StringBuilder text = new StringBuilder(" tok".repeat(tokens));
    if (place == TimestampPlacement.TEXT) {
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
                place == TimestampPlacement.FIELD ? ",\"sent_ns\":" + mark : "");
    int[] stamps = place == TimestampPlacement.NONE ? new int[0] : new int[] {event.indexOf(mark)};
    return new ChunkTemplate(event.getBytes(StandardCharsets.US_ASCII), stamps);
  }

  /// Returns the events with this timestamp; the array is reused by the next call.
  byte[] stamped(long nanos) {
    for (int stampAt : stampsAt) {
      long rest = nanos;
      for (int i = stampAt + WIDTH - 1; i >= stampAt; i--) {
        bytes[i] = rest == 0 && i < stampAt + WIDTH - 1 ? BLANK : (byte) ('0' + rest % 10);
        rest /= 10;
      }
    }
    return bytes;
  }
}
