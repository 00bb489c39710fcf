package dev.goodput.lab.search;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// What a server answers when everything comes at once: the upper bound of its rate (STATISTICS.md
/// §4). Ramps overstate it by 5–8 %.
final class Flood {
  private static final double FROM = .25;
  private static final double UNTIL = .7;

  private final List<Long> ends = new ArrayList<>();

  /// A request that is over.
  void ended(Observations.Seen request) {
    if (request.judged()) {
      ends.add(request.startNanos() + request.residenceNanos());
    }
  }

  /// Requests per second between a quarter and seven tenths of the way; empty of too few.
  OptionalDouble rate() {
    List<Long> sorted = ends.stream().sorted().toList();
    int from = (int) (FROM * sorted.size());
    int until = (int) (UNTIL * sorted.size());
    if (until <= from) {
      return OptionalDouble.empty();
    }
    double seconds = (sorted.get(until) - sorted.get(from)) / 1e9;
    return seconds > 0 ? OptionalDouble.of((until - from) / seconds) : OptionalDouble.empty();
  }
}
