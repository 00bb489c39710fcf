package dev.goodput.simulator.truth;

import dev.goodput.wire.Header;
import dev.goodput.wire.server.ServerRequest;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/// A stream being sent: its next chunks and when they are due.
final class Emission implements EmissionScheduler.ScheduledEmission {
  private final long id;
  private final TruthOptions options;
  private final ServerResponse response;
  private final long receivedNanos;
  private final int tokens;
  private final int tokensPerChunk;
  private final int tokensPerWrite;
  private final boolean chat;
  private final boolean usage;
  private final ChunkTemplate event;
  private final ChunkTemplate wholeWrite;
  private final long[] sent;
  private final LongAdder written;
  private int sentTokens;
  private int chunks;
  private long dueNanos;

  /// @param written counts content events over all streams
  Emission(
      long id,
      TruthOptions options,
      ServerRequest request,
      ServerResponse response,
      LongAdder written) {
    this.id = id;
    this.written = written;
    this.options = options;
    this.response = response;
    String body = new String(request.body(), StandardCharsets.ISO_8859_1);
    tokens = RequestScan.tokens(body, options.tokens());
    usage = RequestScan.usage(body);
    chat = request.path().endsWith("/chat/completions");
    receivedNanos = request.receivedNanos();
    dueNanos = receivedNanos + options.ttftNanos();
    tokensPerChunk = Math.min(tokens, options.tokensPerChunk());
    int together = Math.min(eventsOf(tokens), options.eventsPerWrite());
    tokensPerWrite = (int) Math.min(tokens, (long) tokensPerChunk * together);
    event = event(tokensPerChunk, "null");
    wholeWrite = ChunkTemplate.joined(event, together - 1, event);
    sent = new long[options.keepLog() ? eventsOf(tokens) : 0];
  }

  void open() {
    response.head(200, List.of(new Header("content-type", "text/event-stream")));
    if (chat) {
      response.body(
          ("data:"
               + " {\"id\":\"%s\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"truth\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\n")
              .formatted(name())
              .getBytes(StandardCharsets.US_ASCII));
    }
  }

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public boolean emit(long nowNanos) {
    int left = tokens - sentTokens;
    int count = Math.min(tokensPerWrite, left);
    boolean last = count == left;
    ChunkTemplate write = last ? lastWrite(count) : wholeWrite;
    sentTokens += count;
    if (options.keepLog()) {
      int before = chunks;
      chunks += eventsOf(count);
      Arrays.fill(sent, before, chunks, nowNanos);
    }
    response.body(write.stamped(nowNanos));
    written.add(eventsOf(count));
    dueNanos += count * options.itlNanos();
    if (last) {
      close();
    }
    return !last && !response.over();
  }

  /// Returns the last write: its last event has the finish reason and may have fewer tokens.
  private ChunkTemplate lastWrite(int count) {
    int before = eventsOf(count) - 1;
    int rest = count - before * tokensPerChunk;
    return ChunkTemplate.joined(event, before, event(rest, "\"length\""));
  }

  private ChunkTemplate event(int count, String finish) {
    return ChunkTemplate.content(chat, name(), finish, options.stamps(), count);
  }

  private int eventsOf(int count) {
    return Math.ceilDiv(count, tokensPerChunk);
  }

  TruthStream log() {
    return new TruthStream(
        id, receivedNanos, receivedNanos + options.ttftNanos(), tokens, sent, chunks);
  }

  private void close() {
    String counts =
        usage
            ? "data: {\"id\":\"%s\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"truth\",\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"total_tokens\":%d,\"completion_tokens\":%d}}\n\n"
                .formatted(name(), tokens + 1, tokens)
            : "";
    response.body((counts + "data: [DONE]\n\n").getBytes(StandardCharsets.US_ASCII));
    response.end();
  }

  private String name() {
    return "truth-" + id;
  }

  /// The content events of a stream, rendered once; only the digits of their timestamps change.
  ///
  /// A timestamp has twenty characters, padded with leading blanks, which are legal before a JSON
  /// number and harmless in text.
  private static final class ChunkTemplate {
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
      int[] stamps =
          place == TimestampPlacement.NONE ? new int[0] : new int[] {event.indexOf(mark)};
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
}
