package dev.goodput.wire.dialect;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Header;
import dev.goodput.wire.Secret;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How one kind of API asks and answers.
public interface Dialect {
  /// The name users type, for example `chat`.
  String name();

  /// The path below the server's root, for example `/v1/chat/completions`.
  String path();

  /// The request body.
  ///
  /// @throws BadSettingException where the extra body is no JSON object
  byte[] encode(Ask ask);

  /// A parser for one answer.
  ///
  /// @param keepText whether texts are decoded and handed to the sink
  AnswerParser newParser(AnswerSink sink, boolean keepText);

  /// Whether a body that does not say so asks for a stream.
  default boolean streamsUnasked() {
    return false;
  }

  /// Whether a request to this path speaks this dialect: its own path below any prefix, and below
  /// any version of the API.
  ///
  /// @param path as it stands in the request's first line, without query and without slashes at its
  ///   end
  default boolean serves(String path) {
    String own = path();
    return path.endsWith(own.startsWith("/v1/") ? own.substring("/v1".length()) : own);
  }

  /// The dialect that requests to a path speak, empty for a path of none; by the path alone, so
  /// that a request that is no `POST` has to be left out before.
  ///
  /// @param target a path with or without a query
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

  /// Whether a question is one text, so that a turn that stands alone is sent as it is.
  default boolean takesBarePrompts() {
    return false;
  }

  /// Whether a server can be asked to go on past the end that its model sets.
  default boolean ignoresEos() {
    return true;
  }

  /// The path where the server lists its models.
  default String modelsPath() {
    return "/v1/models";
  }

  /// Headers that every request carries beside those of HTTP: how a key is shown, and what else the
  /// API wants.
  default List<Header> headers(@Nullable Secret apiKey) {
    return apiKey == null
        ? List.of()
        : List.of(new Header("Authorization", "Bearer " + apiKey.reveal()));
  }

  /// The same dialect where answers are to come whole: some APIs have another path for them.
  default Dialect ofWholeAnswers() {
    return this;
  }

  /// All dialects there are; where a path is of two, the first is meant.
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

  /// The dialect of a name.
  ///
  /// @throws BadSettingException where there is none, naming those there are
  static Dialect named(String name) {
    for (Dialect each : all()) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    throw new BadSettingException(
        "no endpoint \"" + name + "\"; there are " + String.join(", ", names()));
  }

  /// The names of all dialects.
  static List<String> names() {
    return all().stream().map(Dialect::name).toList();
  }
}
