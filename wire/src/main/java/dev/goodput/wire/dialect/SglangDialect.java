package dev.goodput.wire.dialect;

/// SGLang's own generate API.
final class SglangDialect implements Dialect {
  @Override
  public String name() {
    return "sglang";
  }

  @Override
  public String path() {
    return "/generate";
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
          body.text("text", RequestBody.prompt(request));
          body.nested(
              "sampling_params",
              sampling -> {
                sampling.limit("max_new_tokens", request.maxTokens());
                if (request.ignoreEos()) {
                  sampling.flag("ignore_eos", true);
                }
                sampling.number("temperature", request.temperature());
              });
          body.flag("stream", request.stream());
        });
  }

  @Override
  public AnswerParser newParser(AnswerSink sink, boolean keepText) {
    return EventParser.of(sink, keepText, new SglangReader());
  }
}
