package dev.goodput.workload.dataset;

import dev.goodput.workload.dataset.Conversation.Line;
import dev.goodput.workload.input.TextFile;
import java.util.ArrayList;
import java.util.List;

/// Reads chat messages, OpenAI's (`role`, `content`) and ShareGPT's (`from`, `value`).
final class Messages {
  static final String ASSISTANT = "assistant";

  private static final String TEXT = "a string or an array of text parts";

  private Messages() {}

  /// The messages of an array.
  static List<Line> read(TextFile file, List<Json> items) {
    List<Line> lines = new ArrayList<>(items.size());
    for (Json item : items) {
      lines.add(line(JsonRecord.of(file, item)));
    }
    return lines;
  }

  private static Line line(JsonRecord message) {
    boolean openAi = message.has("role") || !message.has("from");
    String role = role(message.text(openAi ? "role" : "from"));
    List<String> words = openAi ? List.of("content", "value") : List.of("value", "content");
    return new Line(role, content(message, message.choose(words)));
  }

  /// ShareGPT's speakers in OpenAI's words.
  private static String role(String speaker) {
    return switch (speaker) {
      case "human" -> "user";
      case "gpt", "chatgpt", "bing", "bard", "model" -> ASSISTANT;
      default -> speaker;
    };
  }

  private static String content(JsonRecord message, String field) {
    return switch (message.find(field)) {
      case Json.Text text -> text.value();
      case Json.Items parts -> joined(message, field, parts);
      case null, default -> throw message.wrong(field, TEXT);
    };
  }

  private static String joined(JsonRecord message, String field, Json.Items parts) {
    StringBuilder text = new StringBuilder();
    for (Json part : parts.values()) {
      if (!(part instanceof Json.Fields fields
          && fields.values().get("text") instanceof Json.Text words)) {
        throw message.wrong(field, TEXT, "a part without a \"text\"");
      }
      text.append(words.value());
    }
    return text.toString();
  }
}
