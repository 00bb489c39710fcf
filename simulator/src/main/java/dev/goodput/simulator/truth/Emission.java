package dev.goodput.simulator.truth;

import dev.goodput.wire.Header;
import dev.goodput.wire.server.ServerRequest;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

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
}
