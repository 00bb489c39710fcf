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
    return OpenAiRequest.encode(ask, true);
  }

  @Override
  public AnswerParser newParser(AnswerSink sink, boolean keepText) {
    return new OpenAiParser(sink, keepText);
  }
}
