package dev.goodput.wire.dialect;

import dev.goodput.wire.BadSettingException;
import java.util.List;

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

  /// All dialects there are.
  static List<Dialect> all() {
    return List.of(new ChatDialect(), new CompletionsDialect());
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
