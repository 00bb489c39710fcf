package dev.goodput.wire.dialect;

/// OpenAI Responses, which vLLM and Ollama support, too.
final class ResponsesDialect implements Dialect {
  @Override
  public String name() {
    return "responses";
  }

  @Override
  public String path() {
    return "/v1/responses";
  }

  @Override
  public byte[] encode(Ask ask) {
    return RequestBody.encode(
        ask.extraBodyJson(),
        body -> {
          body.text("model", ask.model());
          body.turns("input", RequestBody.turns(ask));
          body.limit("max_output_tokens", ask.maxTokens());
          if (ask.ignoreEos()) {
            body.flag("ignore_eos", true);
          }
          body.number("temperature", ask.temperature());
          body.flag("stream", ask.stream());
        });
  }

  /// Parses every event in full: events are numbered, so no two match.
  @Override
  public AnswerParser newParser(AnswerSink sink, boolean keepText) {
    return EventParser.of(sink, keepText, ResponsesReader::read);
  }
}
