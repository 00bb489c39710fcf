package dev.goodput.workload.dataset;

import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.prompt.Message;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A reader of chat messages in OpenAI's form (`role`, `content`) and ShareGPT's (`from`, `value`).
final class MessageReader {
  static final String ASSISTANT = "assistant";

  private static final String CONTENT = "a string or an array of parts";

  /// The members of a part that is only a text.
  private static final Set<String> PLAIN = Set.of("text", "type");

  /// Members that are read as role and content.
  private static final Set<String> OURS = Set.of("role", "content", "from", "value");

  /// A message with one of these needs no content.
  private static final List<String> CALLS = List.of("tool_calls", "function_call", "audio");

  /// Members other than role and content that APIs know; the messages of data sets have many more.
  private static final Set<String> MEMBERS =
      Set.of(
          "name",
          "tool_calls",
          "tool_call_id",
          "tool_name",
          "function_call",
          "refusal",
          "audio",
          "images",
          "reasoning",
          "reasoning_content",
          "reasoning_details",
          "thinking",
          "cache_control",
          "prefix");

  private MessageReader() {}

  /// Returns the messages of an array.
  ///
  /// @param recorded whether they belong to a recorded request, whose members are all sent;
  ///   otherwise only known members are sent
  /// @param notSent receives the names of members that are not sent
  static List<Message> read(
      TextFile file, List<Json> items, boolean recorded, Set<String> notSent) {
    List<Message> lines = new ArrayList<>(items.size());
    for (Json item : items) {
      JsonRecord message = JsonRecord.of(file, item);
      Set<String> members = new LinkedHashSet<>(message.values().keySet());
      members.removeAll(OURS);
      if (!recorded) {
        Set<String> unknown = new LinkedHashSet<>(members);
        unknown.removeAll(MEMBERS);
        members.removeAll(unknown);
        unknown.forEach(name -> notSent.add("messages[]." + name));
      }
      lines.add(line(message, members));
    }
    return lines;
  }

  private static Message line(JsonRecord message, Set<String> sent) {
    boolean openAi = message.has("role") || !message.has("from");
    String role = role(message.text(openAi ? "role" : "from"));
    List<String> words = openAi ? List.of("content", "value") : List.of("value", "content");
    String field = message.choose(words);
    String members = JsonWriter.only(message.values(), sent);
    return switch (message.find(field)) {
      case Json.Text text -> new Message(role, text.value(), null, members);
      case Json.Items parts -> {
        String json = plain(parts) ? null : JsonWriter.text(parts);
        yield new Message(role, joined(message, field, parts), json, members);
      }
      case null, default -> {
        boolean absent = !message.has(field) && CALLS.stream().anyMatch(message::has);
        if (!absent) {
          throw message.wrong(field, CONTENT);
        }
        yield new Message(role, "", "null", members);
      }
    };
  }

  /// Returns OpenAI's name of a ShareGPT speaker.
  private static String role(String speaker) {
    return switch (speaker) {
      case "human" -> "user";
      case "gpt", "chatgpt", "bing", "bard", "model" -> ASSISTANT;
      default -> speaker;
    };
  }

  /// Returns whether all parts are texts, so that they can be joined to one text.
  private static boolean plain(Json.Items parts) {
    return parts.values().stream()
        .allMatch(part ->
            part instanceof Json.Fields fields
                && fields.values().get("text") instanceof Json.Text
                && fields.values().keySet().stream().allMatch(PLAIN::contains));
  }

  /// Returns the texts of the parts; images, audio and files have none.
  private static String joined(JsonRecord message, String field, Json.Items parts) {
    StringBuilder text = new StringBuilder();
    for (Json part : parts.values()) {
      if (!(part instanceof Json.Fields fields)
          || !(fields.values().containsKey("text") || fields.values().containsKey("type"))) {
        throw message.wrong(field, CONTENT, "a part without a \"text\" or a \"type\"");
      }
      if (fields.values().get("text") instanceof Json.Text words) {
        text.append(words.value());
      }
    }
    return text.toString();
  }
}
