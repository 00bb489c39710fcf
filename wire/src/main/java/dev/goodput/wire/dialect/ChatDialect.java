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
  public byte[] encode(Ask ask) {
    return RequestBody.encode(
        ask.extraBodyJson(),
        body -> {
          body.text("model", ask.model());
          body.turns("messages", RequestBody.turns(ask));
          CompletionsDialect.limits(body, ask);
        });
  }

  @Override
  public AnswerParser newParser(AnswerSink sink, boolean keepText) {
    return EventParser.scanning(sink, keepText, ChunkReader::read, new ChunkScanner(), "data: ");
  }
}
