package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.HealthSample;
import java.util.List;

/// The client's samples over each period of a level in which something is measured. All periods are
/// judged, and the worst decides, so that no period hides another.
///
/// The window is one period. If it is short compared with the responses, most of what is measured
/// is read after it: until half of all response time is over, and until nine in ten responses are
/// read, whichever is longer or shorter. If rates cover the whole run, the time before the window
/// is included too.
final class ClientWatch {
  /// Before any moment of a run.
  private static final long NEVER = Long.MIN_VALUE;

  private final HealthTally window;
  private final HealthTally untilHalfOfResponseTime;
  private final HealthTally untilP90Response;
  private final HealthTally sinceRunBegan;
  private final List<HealthTally> all;

  ClientWatch(LevelSurvey survey, LevelResult.Window found) {
    // If the client is late with the users of a closed loop, they start nothing; a user who has
    // waited since before the window's end counts too. What the loops do in the cool-down or the
    // drain does not.
    long waitingSince = survey.closed() ? found.endNanos() : NEVER;
    long last = survey.lastStartNanos();
    long begin = found.beginNanos() <= last ? found.beginNanos() : found.runBeginNanos();
    window = new HealthTally(found.beginNanos(), found.endNanos(), waitingSince);
    untilHalfOfResponseTime =
        new HealthTally(begin, last + survey.halfOfAnswerTimeNanos(), waitingSince);
    untilP90Response = new HealthTally(begin, last + survey.p90ResponseTimeNanos(), waitingSince);
    sinceRunBegan = new HealthTally(found.runBeginNanos(), last, waitingSince);
    all = List.of(window, untilHalfOfResponseTime, untilP90Response, sinceRunBegan);
  }

  void add(HealthSample sample) {
    all.forEach(segment -> segment.add(sample));
  }

  /// Returns the periods to judge; if several give the same result, the first is reported.
  List<HealthTally> segments(boolean ratesOfWholeRun) {
    if (ratesOfWholeRun) {
      return List.of(untilHalfOfResponseTime, untilP90Response, sinceRunBegan, window);
    }
    return window.empty() ? List.of(untilHalfOfResponseTime, untilP90Response) : List.of(window);
  }
}
