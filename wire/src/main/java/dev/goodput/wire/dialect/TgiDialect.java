package dev.goodput.wire.dialect;

/// Hugging Face TGI's own generate API: one path for streams, one for answers that are not
/// streamed, and one where the body decides.
///
/// @param path path of the API
record TgiDialect(String path) implements Dialect {
  private static final String STREAMS = "/generate_stream";

  /// Creates the dialect with the path for streams.
  TgiDialect() {
    this(STREAMS);
  }

  @Override
  public String name() {
    return "tgi";
  }

  @Override
  public String modelsPath() {
    return "/info";
  }

  @Override
  public Dialect nonStreaming() {
    return new TgiDialect("/generate");
  }

  @Override
  public boolean serves(String path) {
    return path.endsWith(STREAMS);
  }

  @Override
  public boolean streamsByDefault() {
    return path.equals(STREAMS);
  }

  @Override
  public boolean ignoresEos() {
    return false;
  }

  @Override
  public boolean takesBarePrompts() {
    return true;
  }

  /// Encodes the request. TGI rejects a temperature of 0, so it is replaced by turning sampling
  /// off.
  @Override
  public byte[] encode(LlmRequest request) {
    Double temperature = request.temperature();
    boolean greedy = temperature != null && temperature == 0;
    return RequestBody.encode(
        request.extraBodyJson(),
        body -> {
          body.text("inputs", RequestBody.prompt(request));
          body.nested(
              "parameters",
              parameters -> {
                parameters.limit("max_new_tokens", request.maxTokens());
                parameters.flag("details", true);
                if (greedy) {
                  parameters.flag("do_sample", false);
                } else {
                  parameters.number("temperature", temperature);
                }
              });
        });
  }

  @Override
  public AnswerParser newParser(AnswerSink sink, boolean keepText) {
    return EventParser.of(sink, keepText, TgiReader::read);
  }
}
