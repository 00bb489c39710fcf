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
  public byte[] encode(Ask ask) {
    return RequestBody.encode(
        ask.extraBodyJson(),
        body -> {
          body.text("text", RequestBody.prompt(ask));
          body.nested(
              "sampling_params",
              sampling -> {
                sampling.limit("max_new_tokens", ask.maxTokens());
                if (ask.ignoreEos()) {
                  sampling.flag("ignore_eos", true);
                }
                sampling.number("temperature", ask.temperature());
              });
          body.flag("stream", ask.stream());
        });
  }

  @Override
  public AnswerParser newParser(AnswerSink sink, boolean keepText) {
    return EventParser.of(sink, keepText, new SglangReading());
  }
}
