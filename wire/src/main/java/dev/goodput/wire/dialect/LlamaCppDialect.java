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
  public byte[] encode(LlmRequest request) {
    return RequestBody.encode(
        request.extraBodyJson(),
        body -> {
          body.text("prompt", RequestBody.prompt(request));
          body.limit("n_predict", request.maxTokens());
          if (request.ignoreEos()) {
            body.flag("ignore_eos", true);
          }
          body.number("temperature", request.temperature());
          body.flag("stream", request.stream());
        });
  }

  @Override
  public AnswerParser newParser(AnswerSink sink, boolean keepText) {
    return EventParser.of(sink, keepText, new LlamaCppReader());
  }
}
