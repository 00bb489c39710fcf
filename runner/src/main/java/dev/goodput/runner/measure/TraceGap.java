package dev.goodput.runner.measure;

import dev.goodput.load.LevelPlan;
import dev.goodput.report.words.Figures;
import dev.goodput.workload.LengthLimits;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.Workload;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.tokenizer.PromptCalibration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A pause of a recording without requests, so long that a run over it has little to do: half of
/// the run or more.
public final class TraceGap {
  /// A run that sends this many requests before the gap has enough to do.
  private static final int MAX = 500;

  /// A shorter wait is nothing to speak of.
  private static final long MIN_NANOS = 2_000_000_000L;

  private final String name;
  private final LevelPlan level;
  private long from;
  private long to;
  private int before;

  private TraceGap(String name, LevelPlan level) {
    this.name = name;
    this.level = level;
  }

  /// Returns where a level has no requests for long; empty if it has none such, or replays no
  /// recording.
  ///
  /// @param open how the level will open the workload; here no prompt is written
  public static Optional<String> of(Workload workload, OpenOptions open, LevelPlan level) {
    if (!(level.arrivals() instanceof Arrivals.Trace trace)) {
      return Optional.empty();
    }
    OpenOptions exact = open.withPrompts(open.prompts().withoutText());
    if (open.prompts().exact() && find(workload, asRecorded(open), level, trace).isEmpty()) {
      return Optional.empty();
    }
    return find(workload, exact, level, trace);
  }

  /// Without the model's limits, so that no tokenizer has to count a text: nearly all recordings
  /// have no gap, and excluded requests are reported elsewhere.
  private static OpenOptions asRecorded(OpenOptions open) {
    LengthLimits limits = open.limits();
    return open.withPrompts(PromptWriter.calibrated(PromptCalibration.DEFAULT).withoutText())
        .withLimits(new LengthLimits(0, limits.input(), limits.output()));
  }

  private static Optional<String> find(
      Workload workload, OpenOptions open, LevelPlan level, Arrivals.Trace trace) {
    return new TraceGap(workload.name(), level).find(workload.open(open), trace);
  }

  private Optional<String> find(SessionSource sessions, Arrivals.Trace trace) {
    long end = level.durationNanos() == 0 ? Long.MAX_VALUE : level.durationNanos();
    long requests = level.requests() == 0 ? MAX : Math.min(MAX, level.requests());
    long last = 0;
    long longest = 0;
    for (int n = 0; n < requests && last < end; n++) {
      SessionPlan next = sessions.next();
      long at = at(next, trace);
      if (at == Long.MAX_VALUE && end == at) {
        break;
      }
      long gap = Math.min(at, end) - last;
      if (gap > longest) {
        longest = gap;
        from = last;
        to = at;
        before = n;
      }
      last = at;
    }
    long whole = end == Long.MAX_VALUE ? last : end;
    return longest >= MIN_NANOS && longest >= whole / 2 ? Optional.of(words()) : Optional.empty();
  }

  private static long at(@Nullable SessionPlan session, Arrivals.Trace trace) {
    return session == null ? Long.MAX_VALUE : trace.fireNanos(session.offsetNanos());
  }

  private String words() {
    String recorded = name + " as recorded: ";
    if (to == Long.MAX_VALUE) {
      return recorded
          + some()
          + ", then it is over; the run is of "
          + seconds(level.durationNanos())
          + "; a larger --time-scale plays it for longer";
    }
    String first = before == 0 ? "the first arrival is at " : some() + ", the next at ";
    return recorded
        + first
        + seconds(to)
        + afterThe(", and no request " + (before == 0 ? "before" : "between"))
        + "; a smaller --time-scale brings "
        + (before == 0 ? "it" : "them")
        + " closer";
  }

  private String some() {
    String when = from == 0 ? " at once" : " until " + seconds(from);
    return Figures.counted(before, "arrival") + when;
  }

  /// That the run is over before it goes on, else what it means.
  private String afterThe(String within) {
    boolean on = level.durationNanos() == 0 || to < level.durationNanos();
    return on ? within : ", after the " + seconds(level.durationNanos()) + " of this run";
  }

  private static String seconds(long nanos) {
    return Figures.span(nanos / 1e9);
  }
}
