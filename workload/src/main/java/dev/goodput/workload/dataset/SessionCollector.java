package dev.goodput.workload.dataset;

import dev.goodput.workload.dataset.Conversation.Line;
import dev.goodput.workload.dataset.Conversation.Turn;
import dev.goodput.workload.input.TextFile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects conversations up to a bound on their text, so that a huge file cannot fill the heap.
final class SessionCollector {
  private static final long MOST_CHARACTERS = 1 << 28;

  private final TextFile file;
  private final long mostCharacters;
  private final List<Conversation> sessions = new ArrayList<>();
  private long characters;
  private int leftOut;

  SessionCollector(TextFile file) {
    this(file, MOST_CHARACTERS);
  }

  SessionCollector(TextFile file, long mostCharacters) {
    this.file = file;
    this.mostCharacters = mostCharacters;
  }

  /// Adds one; null stands for one in which nobody asks anything.
  void add(@Nullable Conversation session) {
    if (session == null) {
      leftOut++;
      return;
    }
    sessions.add(session);
    session.turns().forEach(this::weigh);
  }

  private void weigh(Turn turn) {
    for (Line line : turn.lines()) {
      characters += line.content().length();
    }
    String answer = turn.answer();
    characters += answer == null ? 0 : answer.length();
  }

  /// Whether the bound is reached; what follows in the file is then left out.
  boolean full() {
    return characters >= mostCharacters;
  }

  DataSet.Conversations dataSet() {
    if (sessions.isEmpty()) {
      throw file.empty();
    }
    String note = leftOut == 0 ? "" : leftOut + " without a question left out";
    if (full()) {
      String cut = "read up to %,d characters of text".formatted(mostCharacters);
      note = note.isEmpty() ? cut : note + ", " + cut;
    }
    return new DataSet.Conversations(sessions, note);
  }
}
