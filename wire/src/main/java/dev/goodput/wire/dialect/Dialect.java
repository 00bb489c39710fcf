package dev.goodput.wire.dialect;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Header;
import dev.goodput.wire.Secret;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The request and response format of one kind of API.
public interface Dialect {
  /// Returns the name that users type, for example `chat`.
  String name();

  /// Returns the path below the server's root, for example `/v1/chat/completions`.
  String path();

  /// Returns the request body.
  ///
  /// @throws BadSettingException if the extra body is not a JSON object
  byte[] encode(LlmRequest request);

  /// Returns a parser for one answer.
  ///
  /// @param keepText whether texts are decoded and passed to the sink
  AnswerParser newParser(AnswerSink sink, boolean keepText);

  /// Whether a stream is the default if the body does not state it.
  default boolean streamsByDefault() {
    return false;
  }

  /// Whether a request to this path uses this dialect: its own path below any prefix, and below any
  /// version of the API.
  ///
  /// @param path path from the request line, without query and trailing slashes
  default boolean serves(String path) {
    String own = path();
    return path.endsWith(own.startsWith("/v1/") ? own.substring("/v1".length()) : own);
  }

  /// Returns the dialect of requests to a path, empty for a path of none. Only the path is
  /// considered, so the caller must exclude requests other than `POST`.
  ///
  /// @param target path with or without a query
  static Optional<Dialect> at(String target) {
    int query = target.indexOf('?');
    String path = query < 0 ? target : target.substring(0, query);
    int end = path.length();
    while (end > 1 && path.charAt(end - 1) == '/') {
      end--;
    }
    String plain = path.substring(0, end);
    if (plain.equals("/")) {
      return Optional.of(new TgiDialect(plain));
    }
    return all().stream().filter(each -> each.serves(plain)).findFirst();
  }

  /// Whether a prompt is one text, so that a single message is sent as it is.
  default boolean takesBarePrompts() {
    return false;
  }

  /// Whether a server can be told to continue past the model's end of sequence.
  default boolean ignoresEos() {
    return true;
  }

  /// Returns the path of the server's model list.
  default String modelsPath() {
    return "/v1/models";
  }

  /// Returns the headers of every request in addition to those of HTTP: the key, and what else the
  /// API requires.
  default List<Header> headers(@Nullable Secret apiKey) {
    return apiKey == null
        ? List.of()
        : List.of(new Header("Authorization", "Bearer " + apiKey.reveal()));
  }

  /// Returns the same dialect for answers that are not streamed; some APIs have another path for
  /// them.
  default Dialect nonStreaming() {
    return this;
  }

  /// Returns all dialects. If a path belongs to two, the first one applies.
  static List<Dialect> all() {
    return List.of(
        new ChatDialect(),
        new CompletionsDialect(),
        new ResponsesDialect(),
        new MessagesDialect(),
        new OllamaDialect(true),
        new OllamaDialect(false),
        new SglangDialect(),
        new TgiDialect(),
        new LlamaCppDialect());
  }

  /// Returns the dialect with this name.
  ///
  /// @throws BadSettingException if there is none; the message lists the available ones
  static Dialect named(String name) {
    for (Dialect each : all()) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    throw new BadSettingException(
        "no endpoint \"" + name + "\"; there are " + String.join(", ", names()));
  }

  /// Returns the names of all dialects.
  static List<String> names() {
    return all().stream().map(Dialect::name).toList();
  }
}
