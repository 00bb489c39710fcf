package dev.goodput.wire.dialect;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Header;
import dev.goodput.wire.Secret;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The request and response format of one kind of API. Each dialect is a row of the list below. A
/// method of this class writes its requests, and an [EventReader] reads its responses.
public final class Dialect {
  /// The Messages API requires a limit in each request; this is the default.
  private static final int MESSAGES_DEFAULT_LIMIT = 4096;

  private static final String TGI_STREAM_PATH = "/generate_stream";

  /// All dialects. If a path belongs to two, the first one applies.
  private static final List<Dialect> ALL =
      List.of(
          // OpenAI chat completions, text completions and responses.
          row("chat", "/v1/chat/completions", Dialect::chat, Dialect::chunks),
          row(
              "completions",
              "/v1/completions",
              Dialect::completions,
              Dialect::chunks,
              Trait.TAKES_BARE_PROMPTS),
          // Every event is parsed in full: events are numbered, so no two match.
          row(
              "responses",
              "/v1/responses",
              Dialect::responses,
              parsedInFull(() -> ResponsesReader::read)),
          // Anthropic Messages, which vLLM, llama.cpp and Ollama support, too. The last part of the
          // path is a common name, so it counts only below a version.
          row(
              "messages",
              "/v1/messages",
              Dialect::messages,
              (sink, keepText) ->
                  EventParser.scanning(
                      sink,
                      keepText,
                      new MessagesReader(),
                      new MessagesScanner(),
                      "event: content_block_delta\ndata: "),
              Trait.WHOLE_PATH,
              Trait.ANTHROPIC_HEADERS),
          // Ollama's own chat and generate APIs: JSON lines, streamed by default.
          row(
              "ollama",
              "/api/chat",
              (body, request) -> ollama(body, request, true),
              Dialect::lines,
              Trait.LISTS_TAGS,
              Trait.STREAMS_BY_DEFAULT,
              Trait.STOPS_AT_EOS),
          row(
              "ollama-generate",
              "/api/generate",
              (body, request) -> ollama(body, request, false),
              Dialect::lines,
              Trait.LISTS_TAGS,
              Trait.STREAMS_BY_DEFAULT,
              Trait.STOPS_AT_EOS,
              Trait.TAKES_BARE_PROMPTS),
          row(
              "sglang",
              "/generate",
              Dialect::sglang,
              parsedInFull(SglangReader::new),
              Trait.TAKES_BARE_PROMPTS),
          // Hugging Face TGI's own generate API: one path for streams, one for answers that are not
          // streamed, and one where the body decides.
          row(
              "tgi",
              TGI_STREAM_PATH,
              Dialect::tgi,
              parsedInFull(() -> TgiReader::read),
              Trait.SHOWS_INFO,
              Trait.STREAMS_BY_DEFAULT,
              Trait.STOPS_AT_EOS,
              Trait.TAKES_BARE_PROMPTS),
          // llama.cpp's own completion API.
          row(
              "llamacpp",
              "/completion",
              Dialect::llamaCpp,
              parsedInFull(LlamaCppReader::new),
              Trait.TAKES_BARE_PROMPTS));

  private final String name;
  private final String path;
  private final BiConsumer<RequestBody, LlmRequest> members;
  private final BiFunction<AnswerSink, Boolean, AnswerParser> parsers;
  private final Set<Trait> traits;

  private enum Trait {
    STREAMS_BY_DEFAULT,
    TAKES_BARE_PROMPTS,
    STOPS_AT_EOS,
    WHOLE_PATH,
    ANTHROPIC_HEADERS,
    LISTS_TAGS,
    SHOWS_INFO
  }

  private Dialect(
      String name,
      String path,
      BiConsumer<RequestBody, LlmRequest> members,
      BiFunction<AnswerSink, Boolean, AnswerParser> parsers,
      Set<Trait> traits) {
    this.name = name;
    this.path = path;
    this.members = members;
    this.parsers = parsers;
    this.traits = traits;
  }

  private static Dialect row(
      String name,
      String path,
      BiConsumer<RequestBody, LlmRequest> members,
      BiFunction<AnswerSink, Boolean, AnswerParser> parsers,
      Trait... traits) {
    return new Dialect(name, path, members, parsers, Set.of(traits));
  }

  private static BiFunction<AnswerSink, Boolean, AnswerParser> parsedInFull(
      Supplier<EventReader> reader) {
    return (sink, keepText) -> EventParser.of(sink, keepText, reader.get());
  }

  private static AnswerParser chunks(AnswerSink sink, boolean keepText) {
    return EventParser.scanning(sink, keepText, ChunkReader::read, new ChunkScanner(), "data: ");
  }

  private static AnswerParser lines(AnswerSink sink, boolean keepText) {
    return EventParser.ofLines(sink, keepText, OllamaReader::read);
  }

  private static void chat(RequestBody body, LlmRequest request) {
    body.text("model", request.model());
    body.turns("messages", RequestBody.turns(request));
    openAi(body, request);
  }

  private static void completions(RequestBody body, LlmRequest request) {
    body.text("model", request.model());
    body.text("prompt", RequestBody.prompt(request));
    openAi(body, request);
  }

  private static void openAi(RequestBody body, LlmRequest request) {
    int limit = body.leftToDialect("max_completion_tokens") ? request.maxTokens() : -1;
    sampling(body, "max_tokens", limit, request);
    body.flag("stream", request.stream());
    if (request.stream() && request.includeUsage() && body.leftToDialect("stream_options")) {
      body.nested("stream_options", options -> options.flag("include_usage", true));
    }
  }

  private static void responses(RequestBody body, LlmRequest request) {
    body.text("model", request.model());
    body.turns("input", RequestBody.turns(request));
    sampling(body, "max_output_tokens", request.maxTokens(), request);
    body.flag("stream", request.stream());
  }

  private static void messages(RequestBody body, LlmRequest request) {
    List<LlmRequest.Turn> system = new ArrayList<>();
    List<LlmRequest.Turn> turns = new ArrayList<>();
    for (LlmRequest.Turn each : RequestBody.turns(request)) {
      boolean isSystem = each.role().equals("system") || each.role().equals("developer");
      (isSystem ? system : turns).add(each);
    }
    int limit = request.maxTokens() < 0 ? MESSAGES_DEFAULT_LIMIT : request.maxTokens();
    body.text("model", request.model());
    body.limit("max_tokens", limit);
    if (!system.isEmpty()) {
      body.text("system", RequestBody.joined(system));
    }
    body.turns("messages", turns);
    sampling(body, "max_tokens", -1, request);
    body.flag("stream", request.stream());
  }

  private static void ollama(RequestBody body, LlmRequest request, boolean chat) {
    body.text("model", request.model());
    if (chat) {
      body.turns("messages", RequestBody.turns(request));
    } else {
      body.text("prompt", RequestBody.prompt(request));
    }
    body.flag("stream", request.stream());
    body.nested(
        "options",
        options -> {
          options.limit("num_predict", request.maxTokens());
          options.number("temperature", request.temperature());
        });
  }

  private static void sglang(RequestBody body, LlmRequest request) {
    body.text("text", RequestBody.prompt(request));
    body.nested(
        "sampling_params",
        params -> sampling(params, "max_new_tokens", request.maxTokens(), request));
    body.flag("stream", request.stream());
  }

  /// TGI rejects a temperature of 0, so it is replaced by turning sampling off.
  private static void tgi(RequestBody body, LlmRequest request) {
    Double temperature = request.temperature();
    body.text("inputs", RequestBody.prompt(request));
    body.nested(
        "parameters",
        parameters -> {
          parameters.limit("max_new_tokens", request.maxTokens());
          parameters.flag("details", true);
          if (temperature != null && temperature == 0) {
            parameters.flag("do_sample", false);
          } else {
            parameters.number("temperature", temperature);
          }
        });
  }

  private static void llamaCpp(RequestBody body, LlmRequest request) {
    body.text("prompt", RequestBody.prompt(request));
    sampling(body, "n_predict", request.maxTokens(), request);
    body.flag("stream", request.stream());
  }

  private static void sampling(RequestBody body, String limit, int tokens, LlmRequest request) {
    body.limit(limit, tokens);
    if (request.ignoreEos()) {
      body.flag("ignore_eos", true);
    }
    body.number("temperature", request.temperature());
  }

  /// Returns the name that users type, for example `chat`.
  public String name() {
    return name;
  }

  /// Returns the path below the server's root, for example `/v1/chat/completions`.
  public String path() {
    return path;
  }

  /// Returns the request body.
  ///
  /// @throws BadSettingException if the extra body is not a JSON object
  public byte[] encode(LlmRequest request) {
    return RequestBody.encode(request.extraBodyJson(), body -> members.accept(body, request));
  }

  /// Returns a parser for one answer.
  ///
  /// @param keepText whether texts are decoded and passed to the sink
  public AnswerParser newParser(AnswerSink sink, boolean keepText) {
    return parsers.apply(sink, keepText);
  }

  /// Whether the server streams if the request body does not state whether to.
  public boolean streamsByDefault() {
    return traits.contains(Trait.STREAMS_BY_DEFAULT);
  }

  /// Whether the prompt is one text. A single message is then sent without a role.
  public boolean takesBarePrompts() {
    return traits.contains(Trait.TAKES_BARE_PROMPTS);
  }

  /// Whether a request can make the server continue past the model's end-of-sequence token.
  public boolean ignoresEos() {
    return !traits.contains(Trait.STOPS_AT_EOS);
  }

  /// Returns the path of the server's model list.
  public String modelsPath() {
    if (traits.contains(Trait.LISTS_TAGS)) {
      return "/api/tags";
    }
    return traits.contains(Trait.SHOWS_INFO) ? "/info" : "/v1/models";
  }

  /// Returns the headers that the API requires in each request, including that of the API key.
  public List<Header> headers(@Nullable Secret apiKey) {
    List<Header> headers = new ArrayList<>();
    boolean anthropic = traits.contains(Trait.ANTHROPIC_HEADERS);
    if (anthropic) {
      headers.add(new Header("anthropic-version", "2023-06-01"));
    }
    if (apiKey != null) {
      headers.add(
          anthropic
              ? new Header("x-api-key", apiKey.reveal())
              : new Header("Authorization", "Bearer " + apiKey.reveal()));
    }
    return List.copyOf(headers);
  }

  /// Returns the same dialect for answers that are not streamed; TGI has another path for them.
  public Dialect nonStreaming() {
    return path.equals(TGI_STREAM_PATH) ? nonStreamingAt("/generate") : this;
  }

  private Dialect nonStreamingAt(String other) {
    Set<Trait> left = EnumSet.copyOf(traits);
    left.remove(Trait.STREAMS_BY_DEFAULT);
    return new Dialect(name, other, members, parsers, left);
  }

  /// Whether a request to this path uses this dialect. A prefix may precede the dialect's path, and
  /// another version may replace `v1`.
  private boolean serves(String requestPath) {
    boolean versioned = path.startsWith("/v1/") && !traits.contains(Trait.WHOLE_PATH);
    return requestPath.endsWith(versioned ? path.substring("/v1".length()) : path);
  }

  /// Returns the dialect of requests to a path; empty if no dialect has it. Only the path is
  /// considered, so the caller must exclude requests other than `POST`.
  ///
  /// @param target path with or without a query
  public static Optional<Dialect> at(String target) {
    int query = target.indexOf('?');
    String requestPath = query < 0 ? target : target.substring(0, query);
    int end = requestPath.length();
    while (end > 1 && requestPath.charAt(end - 1) == '/') {
      end--;
    }
    String withoutSlash = requestPath.substring(0, end);
    return withoutSlash.equals("/")
        ? Optional.of(named("tgi").nonStreamingAt(withoutSlash))
        : ALL.stream().filter(each -> each.serves(withoutSlash)).findFirst();
  }

  /// Returns all dialects.
  public static List<Dialect> all() {
    return ALL;
  }

  /// Returns the dialect with this name.
  ///
  /// @throws BadSettingException if there is none; the message lists the available ones
  public static Dialect named(String name) {
    return ALL.stream()
        .filter(each -> each.name.equals(name))
        .findFirst()
        .orElseThrow(() ->
            new BadSettingException(
                "no endpoint \"" + name + "\"; there are " + String.join(", ", names())));
  }

  /// Returns the names of all dialects.
  public static List<String> names() {
    return ALL.stream().map(Dialect::name).toList();
  }

  @Override
  public String toString() {
    return name;
  }
}
