package dev.goodput.wire.dialect;

/// OpenAI completions: a bare prompt and its continuation.
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
  public byte[] encode(Ask ask) {
    return OpenAiRequest.encode(ask, false);
  }

  @Override
  public AnswerParser newParser(AnswerSink sink, boolean keepText) {
    return new OpenAiParser(sink, keepText);
  }
}
