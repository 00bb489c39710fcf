package dev.goodput.wire.dialect;

import dev.goodput.wire.Header;
import dev.goodput.wire.Secret;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Anthropic Messages, which vLLM, llama.cpp and Ollama support, too.
final class MessagesDialect implements Dialect {
  /// The API requires a limit in each request; this is the default.
  private static final int DEFAULT_LIMIT = 4096;

  private static final Header VERSION = new Header("anthropic-version", "2023-06-01");

  @Override
  public String name() {
    return "messages";
  }

  @Override
  public String path() {
    return "/v1/messages";
  }

  /// The last part of the path is a common name, so it counts only below a version.
  @Override
  public boolean serves(String path) {
    return path.endsWith(path());
  }

  @Override
  public List<Header> headers(@Nullable Secret apiKey) {
    return apiKey == null
        ? List.of(VERSION)
        : List.of(VERSION, new Header("x-api-key", apiKey.reveal()));
  }

  @Override
  public byte[] encode(LlmRequest request) {
    List<LlmRequest.Turn> system = new ArrayList<>();
    List<LlmRequest.Turn> turns = new ArrayList<>();
    for (LlmRequest.Turn each : RequestBody.turns(request)) {
      boolean ofSystem = each.role().equals("system") || each.role().equals("developer");
      (ofSystem ? system : turns).add(each);
    }
    return RequestBody.encode(
        request.extraBodyJson(),
        body -> {
          body.text("model", request.model());
          body.limit("max_tokens", request.maxTokens() < 0 ? DEFAULT_LIMIT : request.maxTokens());
          if (!system.isEmpty()) {
            body.text("system", RequestBody.joined(system));
          }
          body.turns("messages", turns);
          if (request.ignoreEos()) {
            body.flag("ignore_eos", true);
          }
          body.number("temperature", request.temperature());
          body.flag("stream", request.stream());
        });
  }

  @Override
  public AnswerParser newParser(AnswerSink sink, boolean keepText) {
    return EventParser.scanning(
        sink,
        keepText,
        new MessagesReader(),
        new MessagesScanner(),
        "event: content_block_delta\ndata: ");
  }
}
