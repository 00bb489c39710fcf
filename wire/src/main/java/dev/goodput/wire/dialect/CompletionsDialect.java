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
  public byte[] encode(Ask ask) {
    return RequestBody.encode(
        ask.extraBodyJson(),
        body -> {
          body.text("model", ask.model());
          body.text("prompt", RequestBody.prompt(ask));
          limits(body, ask);
        });
  }

  /// Writes the members that both kinds of completions have.
  static void limits(RequestBody body, Ask ask) {
    if (body.wanted("max_completion_tokens")) {
      body.limit("max_tokens", ask.maxTokens());
    }
    if (ask.ignoreEos()) {
      body.flag("ignore_eos", true);
    }
    body.number("temperature", ask.temperature());
    body.flag("stream", ask.stream());
    if (ask.stream() && ask.includeUsage() && body.wanted("stream_options")) {
      body.nested("stream_options", options -> options.flag("include_usage", true));
    }
  }

  @Override
  public AnswerParser newParser(AnswerSink sink, boolean keepText) {
    return EventParser.scanning(sink, keepText, ChunkReader::read, new ChunkScanner(), "data: ");
  }
}
