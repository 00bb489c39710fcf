package dev.goodput.lab;

import dev.goodput.wire.Header;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.server.HttpHandler;
import dev.goodput.wire.server.ServerRequest;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Answers inside our own process, in the words of the real dialects, for the client to warm up on.
final class WarmUpAnswers implements HttpHandler {
  /// Content events of one answer.
  static final int TOKENS = 16;

  private static final long GAP_NANOS = 50_000;
  private static final String HEAD =
      "{\"id\":\"warm-up\",\"object\":\"chunk\",\"created\":1,\"model\":\"warm-up\",\"choices\":";
  private static final String USAGE =
      ",\"usage\":{\"prompt_tokens\":16,\"completion_tokens\":16,\"total_tokens\":32}}";
  private static final List<Header> EVENTS =
      List.of(new Header("Content-Type", "text/event-stream; charset=utf-8"));
  private static final List<Header> JSON = List.of(new Header("Content-Type", "application/json"));

  private static final byte[] CHAT_CONTENT = content(true);
  private static final byte[] TEXT_CONTENT = content(false);

  private final boolean stream;
  private final NanoClock clock;

  /// @param stream whether answers come as streams
  WarmUpAnswers(boolean stream, NanoClock clock) {
    this.stream = stream;
    this.clock = clock;
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) {
    boolean chat = request.path().endsWith("/chat/completions");
    if (!stream) {
      response.send(200, JSON, whole(chat));
      return;
    }
    response.head(200, EVENTS);
    if (chat) {
      response.body(event("[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]"));
    }
    next(response, chat, 0);
  }

  private void next(ServerResponse response, boolean chat, int sent) {
    if (sent < TOKENS) {
      byte[] content = chat ? CHAT_CONTENT : TEXT_CONTENT;
      response.body(content, 0, content.length);
      response.loop().at(clock.nanoTime() + GAP_NANOS, () -> next(response, chat, sent + 1));
      return;
    }
    response.body(event(finish(chat)));
    response.body(bytes("data: " + HEAD + "[]" + USAGE + "\n\n"));
    response.body(bytes("data: [DONE]\n\n"));
    response.end();
  }

  private static byte[] content(boolean chat) {
    String piece = chat ? "\"delta\":{\"content\":\" word\"}" : "\"text\":\" word\"";
    return event("[{\"index\":0," + piece + ",\"logprobs\":null,\"finish_reason\":null}]");
  }

  private static String finish(boolean chat) {
    String piece = chat ? "\"delta\":{}" : "\"text\":\"\"";
    return "[{\"index\":0," + piece + ",\"finish_reason\":\"length\"}]";
  }

  private static byte[] whole(boolean chat) {
    String piece =
        chat
            ? "\"message\":{\"role\":\"assistant\",\"content\":\"some words\"}"
            : "\"text\":\"some words\"";
    return bytes(HEAD + "[{\"index\":0," + piece + ",\"finish_reason\":\"stop\"}]" + USAGE);
  }

  private static byte[] event(String choices) {
    return bytes("data: " + HEAD + choices + "}\n\n");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
