package dev.goodput.simulator.truth;

import dev.goodput.wire.Header;
import dev.goodput.wire.server.ServerRequest;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// One stream on its way: when its next chunk is due, and what it is.
final class Emission implements Comparable<Emission> {
  private final long id;
  private final TruthOptions options;
  private final ServerResponse response;
  private final long receivedNanos;
  private final int tokens;
  private final boolean chat;
  private final boolean usage;
  private final ChunkTemplate template;
  private final long[] sent;
  private int sentTokens;
  private int chunks;
  private long dueNanos;

  Emission(long id, TruthOptions options, ServerRequest request, ServerResponse response) {
    this.id = id;
    this.options = options;
    this.response = response;
    String body = new String(request.body(), StandardCharsets.ISO_8859_1);
    tokens = RequestScan.tokens(body, options.tokens());
    usage = RequestScan.usage(body);
    chat = request.path().endsWith("/chat/completions");
    receivedNanos = request.receivedNanos();
    dueNanos = receivedNanos + options.ttftNanos();
    template =
        ChunkTemplate.content(
            chat, name(), "null", options.stamps(), Math.min(tokens, options.tokensPerChunk()));
    int perChunk = options.tokensPerChunk();
    sent = new long[options.keepLog() ? (tokens + perChunk - 1) / perChunk : 0];
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

  long dueNanos() {
    return dueNanos;
  }

  /// Writes the chunk that is due.
  ///
  /// @return true when another one follows
  boolean emit(long nowNanos) {
    int count = Math.min(options.tokensPerChunk(), tokens - sentTokens);
    sentTokens += count;
    if (options.keepLog()) {
      sent[chunks] = nowNanos;
    }
    chunks++;
    boolean last = sentTokens == tokens;
    boolean whole = count == Math.min(tokens, options.tokensPerChunk());
    ChunkTemplate chunk =
        whole && !last
            ? template
            : ChunkTemplate.content(
                chat, name(), last ? "\"length\"" : "null", options.stamps(), count);
    response.body(chunk.stamped(nowNanos));
    dueNanos += count * options.itlNanos();
    if (last) {
      close();
    }
    return !last && !response.over();
  }

  TruthStream log() {
    return new TruthStream(
        id,
        receivedNanos,
        receivedNanos + options.ttftNanos(),
        tokens,
        sent,
        options.keepLog() ? chunks : 0);
  }

  @Override
  public int compareTo(Emission other) {
    return Long.compare(dueNanos, other.dueNanos);
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
