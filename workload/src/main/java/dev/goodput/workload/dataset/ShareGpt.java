package dev.goodput.workload.dataset;

import dev.goodput.workload.dataset.Conversation.Line;
import dev.goodput.workload.dataset.Conversation.Turn;
import dev.goodput.workload.input.TextFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// ShareGPT's form: an array of objects with `conversations` (or `messages`), each a list of who
/// said what. Each answer ends a turn, and its length is what the turn asks for.
final class ShareGpt {
  private static final String[] FIELDS = {"conversations", "conversation", "messages"};

  private ShareGpt() {}

  static DataSet read(TextFile file) throws IOException {
    SessionCollector sessions = new SessionCollector(file);
    try (JsonReader reader = JsonReader.elements(file, file.open())) {
      for (Json element = reader.element();
          element != null && sessions.takesMore();
          element = reader.element()) {
        Conversation session = conversation(file, JsonRecord.of(file, element));
        sessions.add(session);
        if (session != null) {
          session.turns().forEach(sessions::weigh);
        }
      }
    }
    return sessions.dataSet();
  }

  /// Whether an object has this form.
  static boolean is(JsonRecord element) {
    return element.has(FIELDS[0]) || element.has(FIELDS[1]);
  }

  /// One conversation; null where nobody asks anything.
  static @Nullable Conversation conversation(TextFile file, JsonRecord element) {
    String field = element.choose(FIELDS);
    if (element.find(field) instanceof Json.Items items && items.values().isEmpty()) {
      return null;
    }
    List<Turn> turns = new ArrayList<>();
    List<Line> pending = new ArrayList<>();
    for (Line line : Messages.read(file, element.items(field))) {
      if (!line.role().equals(Messages.ASSISTANT)) {
        pending.add(line);
      } else if (asks(pending)) {
        turns.add(new Turn(pending, false, -1, -1, line.content(), 0));
        pending = new ArrayList<>();
      }
    }
    String label = file.path().getFileName() + ":" + element.line();
    return turns.isEmpty() ? null : new Conversation(label, -1, false, turns);
  }

  private static boolean asks(List<Line> lines) {
    return lines.stream().anyMatch(line -> line.role().equals("user") && !line.content().isBlank());
  }
}
