package dev.goodput.wire.dialect;

/// Ollama's own chat and generate APIs: JSON lines, streamed by default.
///
/// @param chat whether it takes conversations rather than a bare prompt
record OllamaDialect(boolean chat) implements Dialect {
  @Override
  public String name() {
    return chat ? "ollama" : "ollama-generate";
  }

  @Override
  public String path() {
    return chat ? "/api/chat" : "/api/generate";
  }

  @Override
  public String modelsPath() {
    return "/api/tags";
  }

  @Override
  public boolean streamsByDefault() {
    return true;
  }

  @Override
  public boolean ignoresEos() {
    return false;
  }

  @Override
  public boolean takesBarePrompts() {
    return !chat;
  }

  @Override
  public byte[] encode(LlmRequest request) {
    return RequestBody.encode(
        request.extraBodyJson(),
        body -> {
          body.text("model", request.model());
          if (chat) {
            body.turns("messages", RequestBody.turns(request));
          } else {
            body.text("prompt", RequestBody.prompt(request));
          }
          body.flag("stream", request.stream());
          body.nested(
              "options",
              options -> {
                options.limit("num_predict", request.maxTokens());
                options.number("temperature", request.temperature());
              });
        });
  }

  @Override
  public AnswerParser newParser(AnswerSink sink, boolean keepText) {
    return EventParser.ofLines(sink, keepText, OllamaReader::read);
  }
}
