package dev.goodput.workload.dataset;

import dev.goodput.workload.dataset.Conversation.Turn;
import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.prompt.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/// A reader of ShareGPT's format: an array of objects with `conversations` (or `messages`), each a
/// list of speakers and texts. Each answer ends a turn, and its length is the requested output
/// length.
final class ShareGptReader {
  private static final List<String> FORM = List.of("conversations", "conversation");
  private static final List<String> FIELDS = List.of("conversations", "conversation", "messages");

  private ShareGptReader() {}

  static DataSet read(TextFile file) throws IOException {
    SessionCollector sessions = new SessionCollector(file);
    try (JsonReader reader = JsonReader.elements(file, file.open())) {
      for (Json element = reader.element();
          element != null && sessions.takesMore();
          element = reader.element()) {
        add(sessions, file, JsonRecord.of(file, element));
      }
    }
    return sessions.dataSet();
  }

  /// Returns whether an object has this format.
  static boolean is(JsonRecord element) {
    return FORM.stream().anyMatch(element::has);
  }

  /// Adds a conversation, or skips it if it contains no answered question.
  static void add(SessionCollector sessions, TextFile file, JsonRecord element) {
    List<Message> lines = lines(file, element);
    List<Turn> turns = turns(lines);
    if (turns.isEmpty()) {
      sessions.exclude(
          element.line(),
          lines.stream().map(Message::role).collect(Collectors.toCollection(LinkedHashSet::new)));
      return;
    }
    String label = file.path().getFileName() + ":" + element.line();
    sessions.add(new Conversation(label, -1, false, turns));
    turns.forEach(sessions::weigh);
  }

  private static List<Message> lines(TextFile file, JsonRecord element) {
    String field = element.choose(FIELDS);
    boolean empty = element.find(field) instanceof Json.Items items && items.values().isEmpty();
    return empty
        ? List.of()
        : MessageReader.read(file, element.items(field), false, new LinkedHashSet<>());
  }

  private static List<Turn> turns(List<Message> lines) {
    List<Turn> turns = new ArrayList<>();
    List<Message> pending = new ArrayList<>();
    for (Message line : lines) {
      if (!line.role().equals(MessageReader.ASSISTANT)) {
        pending.add(line);
      } else if (hasUserMessage(pending)) {
        turns.add(new Turn(pending, false, -1, -1, line.content(), 0));
        pending = new ArrayList<>();
      }
    }
    return turns;
  }

  private static boolean hasUserMessage(List<Message> lines) {
    return lines.stream().anyMatch(line -> line.role().equals("user") && !line.content().isBlank());
  }
}
