package dev.goodput.workload.dataset;

import dev.goodput.workload.dataset.Conversation.Turn;
import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.prompt.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The lines of one session, collected in file order.
final class SessionDraft {
  static final Comparator<SessionDraft> BY_TIME = Comparator.comparingLong(SessionDraft::nanos);

  private final String label;
  private final List<RequestLine> lines = new ArrayList<>();

  SessionDraft(TextFile file, long line) {
    this.label = file.path().getFileName() + ":" + line;
  }

  void add(RequestLine line) {
    lines.add(line);
  }

  /// Returns the first request's time.
  long nanos() {
    return lines.getFirst().nanos();
  }

  /// Returns the session, whose first request has the given time.
  Conversation conversation(long offsetNanos) {
    List<Turn> turns = lines.stream().map(RequestLine::turn).toList();
    return new Conversation(label, offsetNanos, wholeHistory(turns), turns);
  }

  /// Returns whether every later turn starts with all the messages of the turn before it.
  private static boolean wholeHistory(List<Turn> turns) {
    for (int i = 1; i < turns.size(); i++) {
      List<Message> before = turns.get(i - 1).lines();
      List<Message> now = turns.get(i).lines();
      boolean begins = now.size() > before.size() && now.subList(0, before.size()).equals(before);
      if (before.isEmpty() || !begins) {
        return false;
      }
    }
    return turns.size() > 1;
  }
}
