package dev.goodput.workload.dataset;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What a user's file holds.
public sealed interface DataSet {

  /// Lengths only; text is made up.
  ///
  /// @param note what was left out of the file, in words; empty where nothing was
  /// @param captured whether a gateway wrote it down from its own traffic
  record Lengths(LengthTable table, String note, boolean captured) implements DataSet {}

  /// What was really said, or at least in which sessions.
  ///
  /// @param note what was left out of the file, in words; empty where nothing was
  /// @param members members of recorded request bodies that are sent unchanged, by name
  record Conversations(List<Conversation> sessions, String note, Set<String> members)
      implements DataSet {
    /// Copies the sessions and the names.
    public Conversations {
      sessions = List.copyOf(sessions);
      members = Collections.unmodifiableSortedSet(new TreeSet<>(members));
    }
  }
}
