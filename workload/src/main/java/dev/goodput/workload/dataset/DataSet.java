package dev.goodput.workload.dataset;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The content of a user's file.
public sealed interface DataSet {

  /// Lengths only; text is generated.
  ///
  /// @param note what was skipped in the file, in words; empty if nothing was
  /// @param captured whether a gateway captured it from its own traffic
  record Lengths(LengthTable table, String note, boolean captured) implements DataSet {}

  /// Recorded conversations, or at least their division into sessions.
  ///
  /// @param note what was skipped in the file, in words; empty if nothing was
  /// @param members names of the members of recorded request bodies that are sent unchanged
  record Conversations(List<Conversation> sessions, String note, Set<String> members)
      implements DataSet {
    /// Copies the sessions and the names.
    public Conversations {
      sessions = List.copyOf(sessions);
      members = Collections.unmodifiableSortedSet(new TreeSet<>(members));
    }
  }
}
