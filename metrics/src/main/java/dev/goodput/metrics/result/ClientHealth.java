package dev.goodput.metrics.result;

import dev.goodput.metrics.distribution.Distribution;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether the client that measured can be believed, over the same window as the figures.
///
/// @param verdict the judgement
/// @param causes which figures led to it, by how much, and what to do; none when trusted
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
///   absent without arrivals, and of a log that ends before its level did
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

  /// Why a client cannot be believed.
  ///
  /// @param what the figure, and what is allowed
  /// @param remedy what to do about it; empty where nobody can say
  public record Cause(String what, String remedy) {
    /// Both in one sentence: `schedule lag p99 38 ms; allowed are 5 ms: use more cores or a lower
    /// rate`.
    public String sentence() {
      return remedy.isEmpty() ? what : what + ": " + remedy;
    }

    /// The same of a level, where several are told of together.
    public Cause at(String where) {
      return new Cause(where + what, remedy);
    }
  }

  /// What is worth knowing beside the verdict.
  ///
  /// @param where the level, where several are told of together; else empty
  /// @param capped whether it is what a cap that was asked for did to the latencies
  /// @param what the figures
  public record Note(String where, boolean capped, String what) {
    /// All in one sentence: `level 2: capped: TTFT p95 4.05 s as users feel it`.
    public String sentence() {
      return where + (capped ? "capped: " : "") + what;
    }

    /// The same of a level, where several are told of together.
    public Note at(String level) {
      return new Note(level, capped, what);
    }
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
