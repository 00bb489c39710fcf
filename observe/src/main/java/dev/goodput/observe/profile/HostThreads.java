package dev.goodput.observe.profile;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The nesting of the host's operators per thread: an operator's own time is without the operators
/// that it called. Memory grows with the depth only, because a trace lists the operators of a
/// thread by their start.
final class HostThreads {
  private static final String DEVICE = "host";

  private final ProfileBuilder into;
  private final Map<String, Deque<Open>> threads = new HashMap<>();
  private long unordered;

  /// @param into receives each operator with its own time
  HostThreads(ProfileBuilder into) {
    this.into = into;
  }

  /// An operator that has not ended.
  private static final class Open {
    private final long start;
    private final long end;
    private final ProfileBuilder.Sums sums;
    private long called;

    Open(long start, long end, ProfileBuilder.Sums sums) {
      this.start = start;
      this.end = end;
      this.sums = sums;
    }

    void close() {
      sums.add(Math.max(0, end - start - called));
    }
  }

  /// Adds an operator.
  void add(String thread, String name, long start, long end) {
    into.busy(DEVICE, start, end);
    Deque<Open> open = threads.computeIfAbsent(thread, _ -> new ArrayDeque<>());
    ProfileBuilder.Sums sums = into.add(name, 1, 0);
    while (!open.isEmpty() && open.peek().end <= start) {
      open.pop().close();
    }
    Open caller = open.peek();
    if (caller != null && start < caller.start) {
      unordered++;
      sums.add(end - start);
      return;
    }
    if (caller != null) {
      caller.called += Math.min(end, caller.end) - start;
    }
    open.push(new Open(start, end, sums));
  }

  /// Ends all operators.
  void end() {
    threads.values().forEach(open -> open.forEach(Open::close));
    threads.clear();
  }

  /// Returns what a reader must know of the order; empty if nothing.
  Optional<String> note() {
    return unordered == 0
        ? Optional.empty()
        : Optional.of(
            unordered
                + " operators are not in the order of their start: their callers' own time is too"
                + " long.");
  }
}
