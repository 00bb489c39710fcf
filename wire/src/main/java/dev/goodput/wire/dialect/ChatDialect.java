package dev.goodput.wire.dialect;

/// OpenAI chat completions.
final class ChatDialect implements Dialect {
  @Override
  public String name() {
    return "chat";
  }

  @Override
  public String path() {
    return "/v1/chat/completions";
  }

  @Override
  public byte[] encode(LlmRequest request) {
    return RequestBody.encode(
        request.extraBodyJson(),
        body -> {
          body.text("model", request.model());
          body.turns("messages", RequestBody.turns(request));
          CompletionsDialect.limits(body, request);
        });
  }

  @Override
  public AnswerParser newParser(AnswerSink sink, boolean keepText) {
    return EventParser.scanning(sink, keepText, ChunkReader::read, new ChunkScanner(), "data: ");
  }
}
