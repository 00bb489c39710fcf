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
  public byte[] encode(LlmRequest request) {
    return RequestBody.encode(
        request.extraBodyJson(),
        body -> {
          body.text("model", request.model());
          body.turns("input", RequestBody.turns(request));
          body.limit("max_output_tokens", request.maxTokens());
          if (request.ignoreEos()) {
            body.flag("ignore_eos", true);
          }
          body.number("temperature", request.temperature());
          body.flag("stream", request.stream());
        });
  }

  /// Parses every event in full: events are numbered, so no two match.
  @Override
  public AnswerParser newParser(AnswerSink sink, boolean keepText) {
    return EventParser.of(sink, keepText, ResponsesReader::read);
  }
}
