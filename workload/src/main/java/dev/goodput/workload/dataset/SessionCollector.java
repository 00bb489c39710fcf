package dev.goodput.workload.dataset;

import dev.goodput.workload.dataset.Conversation.Turn;
import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.prompt.Message;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A collector of conversations up to a limit on their text, so that a huge file cannot fill the
/// heap; reports what was skipped.
final class SessionCollector {
  private static final long MAX_CHARACTERS = 1 << 28;
  private static final int MAX_SPEAKERS = 5;
  private static final int MAX_FIELDS = 10;

  private final TextFile file;
  private final long maxCharacters;
  private final List<Conversation> sessions = new ArrayList<>();
  private long characters;
  private int excluded;
  private long firstExcluded;
  private List<String> firstSpeakers = List.of();
  private boolean cut;
  private final Set<String> notSent = new TreeSet<>();
  private final Set<String> members = new TreeSet<>();

  SessionCollector(TextFile file) {
    this(file, MAX_CHARACTERS);
  }

  SessionCollector(TextFile file, long maxCharacters) {
    this.file = file;
    this.maxCharacters = maxCharacters;
  }

  /// Returns whether there is room for more. Called whenever the file has more content: if there is
  /// no room, the rest counts as skipped.
  boolean takesMore() {
    cut = characters >= maxCharacters;
    return !cut;
  }

  /// Adds a turn's text to the total.
  void weigh(Turn turn) {
    for (Message line : turn.lines()) {
      characters += line.characters();
    }
    String members = turn.membersJson();
    characters += members == null ? 0 : members.length();
    String answer = turn.answer();
    characters += answer == null ? 0 : answer.length();
  }

  /// Notes which fields of a line are sent with its request and which are not.
  void fields(Set<String> sent, Set<String> left) {
    members.addAll(sent);
    notSent.addAll(left);
  }

  /// Adds a conversation.
  void add(Conversation session) {
    sessions.add(session);
  }

  /// Skips a conversation that contains no answered question.
  ///
  /// @param line the line where it starts
  /// @param speakers the speakers in it
  void exclude(long line, Collection<String> speakers) {
    if (excluded++ == 0) {
      firstExcluded = line;
      firstSpeakers = List.copyOf(speakers);
    }
  }

  DataSet.Conversations dataSet() {
    if (sessions.isEmpty()) {
      throw excluded == 0 ? file.empty() : file.malformed(firstExcluded, noResponseMessage());
    }
    String note = excluded == 0 ? "" : excluded + " without an answered message excluded";
    if (cut) {
      String cut = "read up to %,d characters of text".formatted(maxCharacters);
      note = note.isEmpty() ? cut : note + ", " + cut;
    }
    if (!notSent.isEmpty()) {
      String fields =
          "fields that no API is known to take are not sent (%s); put a request under \"body\" to send all of it"
              .formatted(notSent.stream().limit(MAX_FIELDS).collect(Collectors.joining(", ")));
      note = note.isEmpty() ? fields : note + ", " + fields;
    }
    return new DataSet.Conversations(sessions, note, members);
  }

  private String noResponseMessage() {
    String who =
        firstSpeakers.stream()
            .limit(MAX_SPEAKERS)
            .map(speaker -> new Json.Text(0, speaker).shown())
            .collect(Collectors.joining(", "));
    return "no conversation of the file holds a question in words (human, user) and its"
        + " answer (gpt, assistant); this one has "
        + (who.isEmpty() ? "nothing" : who);
  }
}
