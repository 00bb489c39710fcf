package dev.goodput.metrics;

import dev.goodput.metrics.distribution.Distribution;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether the client that measured can be believed, over the same window as the figures.
///
/// @param verdict the judgement
/// @param reasons which figures led to it and by how much, one sentence each; none when trusted
/// @param notes what is worth knowing and no fault of the client, such as a cap that was asked for
/// @param scheduleLagMs how late arrivals were taken up, absent without arrivals
/// @param loopLagMs how late the event loops ran, or how long the client kept users of a closed
///   loop waiting there, whichever is more; absent where not sampled
/// @param gcPauseMs stop-the-world pauses, absent where there were none
/// @param cpuShare CPU time of the process ÷ what it may use, mean, absent where not sampled
/// @param hostCpuShare busy share of the host, mean, absent where not known
/// @param unreadBytesPeak most bytes seen waiting in sockets, absent where not known
/// @param refusedLocally connections that this machine refused
/// @param takenUpShare share of the arrivals intended in the window that were taken up within it,
///   absent without arrivals
public record ClientHealth(
    Verdict verdict,
    List<String> reasons,
    List<String> notes,
    @Nullable Distribution scheduleLagMs,
    @Nullable Distribution loopLagMs,
    @Nullable Distribution gcPauseMs,
    @Nullable Double cpuShare,
    @Nullable Double hostCpuShare,
    @Nullable Long unreadBytesPeak,
    long refusedLocally,
    @Nullable Double takenUpShare) {
  /// Copies the lists.
  public ClientHealth {
    reasons = List.copyOf(reasons);
    notes = List.copyOf(notes);
  }

  /// The same with other reasons and notes.
  ClientHealth with(List<String> otherReasons, List<String> otherNotes) {
    return new ClientHealth(
        verdict,
        otherReasons,
        otherNotes,
        scheduleLagMs,
        loopLagMs,
        gcPauseMs,
        cpuShare,
        hostCpuShare,
        unreadBytesPeak,
        refusedLocally,
        takenUpShare);
  }

  /// The judgement, best first.
  public enum Verdict {
    /// The figures are the server's.
    TRUSTED("trusted"),
    /// The client may have coloured them.
    SUSPECT("suspect"),
    /// The client was the bottleneck: do not use them.
    CLIENT_BOUND("client-bound");

    private final String word;

    Verdict(String word) {
      this.word = word;
    }

    /// The word of the result document.
    public String word() {
      return word;
    }
  }
}
