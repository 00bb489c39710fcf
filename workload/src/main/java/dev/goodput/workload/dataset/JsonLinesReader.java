package dev.goodput.workload.dataset;

import dev.goodput.workload.dataset.Conversation.Turn;
import dev.goodput.workload.input.LineReader;
import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.prompt.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A reader of files with one JSON object per line: requests in our own format (see [RequestLine]),
/// OpenAI batches, ShareGPT's conversations, public task sets ([TaskSetLine]). Mooncake's traces
/// and captures are passed to their own readers.
final class JsonLinesReader {
  private final TextFile file;
  private final SessionCollector sessions;
  private final Map<String, SessionDraft> drafts = new LinkedHashMap<>();
  private boolean timed;

  private JsonLinesReader(TextFile file) {
    this.file = file;
    this.sessions = new SessionCollector(file);
  }

  static DataSet read(TextFile file) throws IOException {
    try (LineReader lines = new LineReader(file)) {
      String first = lines.nextFilled();
      if (first == null) {
        throw file.empty();
      }
      JsonRecord record = JsonRecord.of(file, JsonReader.line(file, first, lines.number()));
      if (record.has(CaptureReader.MARK)) {
        return CaptureReader.read(file, record, lines);
      }
      if (record.has(MooncakeReader.MARK)) {
        return new DataSet.Lengths(MooncakeReader.read(file), "", false);
      }
      return new JsonLinesReader(file).read(record, lines);
    }
  }

  private DataSet read(JsonRecord first, LineReader lines) throws IOException {
    timed = RequestLine.timed(first);
    add(first);
    for (String line = lines.nextFilled();
        line != null && sessions.takesMore();
        line = lines.nextFilled()) {
      add(JsonRecord.of(file, JsonReader.line(file, line, lines.number())));
    }
    return dataSet();
  }

  private void add(JsonRecord record) {
    if (ShareGptReader.is(record)) {
      ShareGptReader.add(sessions, file, record);
      return;
    }
    if (TaskSetLine.is(record)) {
      Turn turn = TaskSetLine.read(file, record);
      sessions.weigh(turn);
      String label = file.path().getFileName() + ":" + record.line();
      sessions.add(new Conversation(label, -1, false, List.of(turn)));
      return;
    }
    String session = RequestLine.session(record);
    String key = session == null ? "\0" + record.line() : session;
    boolean first = !drafts.containsKey(key);
    if (first && !timed && RequestLine.timed(record)) {
      throw file.malformed(
          record.line(),
          "a time belongs on the first line of every session or of none, and the file's first line"
              + " has none");
    }
    RequestLine line = RequestLine.read(file, record, timed && first);
    sessions.weigh(line.turn());
    sessions.fields(line.sent(), line.notSent());
    drafts.computeIfAbsent(key, _ -> new SessionDraft(file, record.line())).add(line);
  }

  private DataSet dataSet() {
    List<SessionDraft> ordered = new ArrayList<>(drafts.values());
    if (timed) {
      ordered.sort(SessionDraft.BY_TIME);
    }
    long begin = timed && !ordered.isEmpty() ? ordered.getFirst().nanos() : 0;
    for (SessionDraft draft : ordered) {
      sessions.add(draft.conversation(timed ? draft.nanos() - begin : -1));
    }
    return sessions.dataSet();
  }

  /// The lines of one session, collected in file order.
  private static final class SessionDraft {
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
}
