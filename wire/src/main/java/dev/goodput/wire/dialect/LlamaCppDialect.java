package dev.goodput.wire.dialect;

/// llama.cpp's own completion API.
final class LlamaCppDialect implements Dialect {
  @Override
  public String name() {
    return "llamacpp";
  }

  @Override
  public String path() {
    return "/completion";
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
          body.text("prompt", RequestBody.prompt(ask));
          body.limit("n_predict", ask.maxTokens());
          if (ask.ignoreEos()) {
            body.flag("ignore_eos", true);
          }
          body.number("temperature", ask.temperature());
          body.flag("stream", ask.stream());
        });
  }

  @Override
  public AnswerParser newParser(AnswerSink sink, boolean keepText) {
    return EventParser.of(sink, keepText, new LlamaCppReading());
  }
}
