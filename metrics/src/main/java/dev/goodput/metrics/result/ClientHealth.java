package dev.goodput.metrics.result;

import dev.goodput.metrics.distribution.Distribution;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether the measuring client can be trusted, over the same window as the figures.
///
/// @param verdict the verdict
/// @param causes the figures that led to it, with limits and remedies; empty if trusted
/// @param notes facts that are no fault of the client, such as a configured cap
/// @param scheduleLagMs how late arrivals were started, absent without arrivals
/// @param loopLagMs how late the event loops ran, or how long the client kept users of a closed
///   loop waiting there, whichever is longer; absent if not sampled
/// @param gcPauseMs stop-the-world pauses, absent if there were none
/// @param cpuShare CPU time of the process ÷ what it may use, mean, absent if not sampled
/// @param hostCpuShare busy share of the host, mean, absent if unknown
/// @param unreadBytesPeak most bytes seen waiting in sockets, absent if unknown
/// @param refusedLocally connections that this machine refused
/// @param takenUpShare share of the arrivals intended in the window that were started within it,
///   absent without arrivals, and for a log that ends before its level did
public record ClientHealth(
    Verdict verdict,
    List<Cause> causes,
    List<Note> notes,
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
    causes = List.copyOf(causes);
    notes = List.copyOf(notes);
  }

  /// The causes in one sentence each, with what to do.
  public List<String> reasons() {
    return causes.stream().map(Cause::sentence).toList();
  }

  /// The same with other causes and notes.
  public ClientHealth with(List<Cause> otherCauses, List<Note> otherNotes) {
    return with(verdict, otherCauses, otherNotes);
  }

  /// The same figures, judged otherwise.
  public ClientHealth with(Verdict other, List<Cause> otherCauses, List<Note> otherNotes) {
    return new ClientHealth(
        other,
        otherCauses,
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

  /// The reason why a client cannot be trusted.
  ///
  /// @param what the figure and its limit
  /// @param remedy what to do about it; empty if unknown
  public record Cause(String what, String remedy) {
    /// Both in one sentence: `schedule lag p99 38 ms; allowed are 5 ms: use more cores or a lower
    /// rate`.
    public String sentence() {
      return remedy.isEmpty() ? what : what + ": " + remedy;
    }

    /// Returns this cause with its level, for reports of several levels.
    public Cause at(String where) {
      return new Cause(where + what, remedy);
    }
  }

  /// A fact in addition to the verdict.
  ///
  /// @param where the level, in reports of several levels; else empty
  /// @param capped whether it is the effect of a configured cap on the latencies
  /// @param what the figures
  public record Note(String where, boolean capped, String what) {
    /// All in one sentence: `level 2: capped: TTFT p95 4.05 s as users feel it`.
    public String sentence() {
      return where + (capped ? "capped: " : "") + what;
    }

    /// Returns this note with its level, for reports of several levels.
    public Note at(String level) {
      return new Note(level, capped, what);
    }
  }

  /// The judgement, best first.
  public enum Verdict {
    /// The figures are the server's.
    TRUSTED("trusted"),
    /// The client may have affected the figures.
    SUSPECT("suspect"),
    /// The client was the bottleneck: do not use them.
    CLIENT_BOUND("client-bound");

    private final String key;

    Verdict(String key) {
      this.key = key;
    }

    /// Returns the key used in documents.
    public String key() {
      return key;
    }
  }
}
