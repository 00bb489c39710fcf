package dev.goodput.workload.dataset;

import dev.goodput.workload.dataset.Conversation.Line;
import dev.goodput.workload.dataset.Conversation.Turn;
import dev.goodput.workload.input.TextFile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects conversations up to a bound on their text, so that a huge file cannot fill the heap;
/// says what was left out.
final class SessionCollector {
  private static final long MOST_CHARACTERS = 1 << 28;

  private final TextFile file;
  private final long mostCharacters;
  private final List<Conversation> sessions = new ArrayList<>();
  private long characters;
  private int leftOut;
  private boolean cut;

  SessionCollector(TextFile file) {
    this(file, MOST_CHARACTERS);
  }

  SessionCollector(TextFile file, long mostCharacters) {
    this.file = file;
    this.mostCharacters = mostCharacters;
  }

  /// Whether there is room for more. Asked once more of a file follows: where there is no room, the
  /// rest counts as left out.
  boolean takesMore() {
    cut = characters >= mostCharacters;
    return !cut;
  }

  /// Takes a turn's text into account.
  void weigh(Turn turn) {
    for (Line line : turn.lines()) {
      characters += line.content().length();
    }
    String answer = turn.answer();
    characters += answer == null ? 0 : answer.length();
  }

  /// Adds one; null stands for one in which nobody asks anything.
  void add(@Nullable Conversation session) {
    if (session == null) {
      leftOut++;
    } else {
      sessions.add(session);
    }
  }

  DataSet.Conversations dataSet() {
    if (sessions.isEmpty()) {
      throw file.empty();
    }
    String note = leftOut == 0 ? "" : leftOut + " without a question left out";
    if (cut) {
      String cut = "read up to %,d characters of text".formatted(mostCharacters);
      note = note.isEmpty() ? cut : note + ", " + cut;
    }
    return new DataSet.Conversations(sessions, note);
  }
}
