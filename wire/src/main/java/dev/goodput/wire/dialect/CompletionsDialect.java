package dev.goodput.wire.dialect;

/// OpenAI text completions.
final class CompletionsDialect implements Dialect {
  @Override
  public String name() {
    return "completions";
  }

  @Override
  public String path() {
    return "/v1/completions";
  }

  @Override
  public boolean takesBarePrompts() {
    return true;
  }

  @Override
  public byte[] encode(LlmRequest request) {
    return RequestBody.encode(
        request.extraBodyJson(),
        body -> {
          body.text("model", request.model());
          body.text("prompt", RequestBody.prompt(request));
          limits(body, request);
        });
  }

  /// Writes the members that both kinds of completions have.
  static void limits(RequestBody body, LlmRequest request) {
    if (body.wanted("max_completion_tokens")) {
      body.limit("max_tokens", request.maxTokens());
    }
    if (request.ignoreEos()) {
      body.flag("ignore_eos", true);
    }
    body.number("temperature", request.temperature());
    body.flag("stream", request.stream());
    if (request.stream() && request.includeUsage() && body.wanted("stream_options")) {
      body.nested("stream_options", options -> options.flag("include_usage", true));
    }
  }

  @Override
  public AnswerParser newParser(AnswerSink sink, boolean keepText) {
    return EventParser.scanning(sink, keepText, ChunkReader::read, new ChunkScanner(), "data: ");
  }
}
