package dev.goodput.lab.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All that a search knows of the steered load: its stretches and the requests that are over. It
/// outlives a level, so that an interrupted search goes on with it.
final class Memory {
  private final Observations seen = new Observations();
  private final List<Stretch> stretches = new ArrayList<>();
  private long requestsBefore;
  private double aloneSeconds;

  Observations seen() {
    return seen;
  }

  List<Stretch> stretches() {
    return stretches;
  }

  /// Requests that were asked before this level: of the unloaded server, the flood, and of a search
  /// that was interrupted.
  long requestsBefore() {
    return requestsBefore;
  }

  void askedBefore(long requests) {
    requestsBefore += requests;
  }

  /// What the stretches show that are over, in order.
  List<Segment> over() {
    return stretches.stream().filter(this::over).map(stretch -> stretch.judge(seen)).toList();
  }

  /// What the stretches show, at the end of it all.
  ///
  /// @param early whether the run ended before the last of them were answered: those then say
  ///   nothing
  List<Segment> last(boolean early) {
    return stretches.stream()
        .filter(stretch -> early ? stretch.whole(seen) : stretch.scheduled())
        .map(stretch -> stretch.judge(seen))
        .toList();
  }

  Optional<Stretch> lastOver() {
    return stretches.reversed().stream().filter(this::over).findFirst();
  }

  /// How long requests stay that have the server for themselves.
  void alone(double meanResidenceSeconds) {
    aloneSeconds = meanResidenceSeconds;
  }

  private boolean over(Stretch stretch) {
    return stretch.over(seen, aloneSeconds * 1e9);
  }

  /// How long requests stay in the last stretch that is over; alone before there is one.
  double meanResidenceSeconds() {
    return lastOver().map(stretch -> stretch.meanResidenceSeconds(seen)).orElse(aloneSeconds);
  }
}
