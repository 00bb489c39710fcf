package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.ArrivalKind;
import java.util.Optional;

/// Finds the measurement window of a level.
///
/// The automatic cut is the larger of five mean residence times and of the MSER-5 cuts of requests
/// in flight and of TTFT, at most half of the run. Nothing is cut from a run shorter than two mean
/// residence times, which has no steady part, or if the cut would remove every ok response, as with
/// a server that dies early.
///
/// If the load changes by plan, MSER-5 would detect the planned changes. A trace therefore gives
/// the server five mean residence times to fill, at most half of the run and half of its arrivals.
/// Stages are short, and their start is part of the requested load. Gateway traffic existed before
/// the gateway observed it.
final class WindowFinder {
  private static final int RESIDENCE_TIMES = 5;
  private static final String FIVE_RESIDENCES = "five mean request durations";
  private static final int SHORTEST_RESIDENCE_TIMES = 2;

  /// A run is long enough if it is this many times as long as the required cut.
  private static final double CUTS = 2.5;

  private final LevelSurvey survey;
  private final AnalysisOptions options;
  private String warmup = "";
  private Optional<String> warning = Optional.empty();

  WindowFinder(LevelSurvey survey, AnalysisOptions options) {
    this.survey = survey;
    this.options = options;
  }

  /// Returns the window; whether rates cover the whole run is not known yet.
  LevelResult.Window find() {
    long begin = survey.beginNanos() + cutNanos();
    long end = survey.lastKnownNanos() - options.cooldownNanos();
    if (end < begin || (survey.requests() > 0 && begin > survey.lastKnownNanos())) {
      warning =
          Optional.of(
              "warm-up and cool-down leave nothing of the %s in which requests started%s"
                  .formatted(
                      FigureText.seconds(runNanos() / 1e9),
                      survey.cutShort() ? "" : ": set shorter ones, or a longer run"));
    } else if (survey.allOkBefore(begin)) {
      warning =
          Optional.of(
              "no response in the window succeeded: %s before it, in the warm-up of %s"
                  .formatted(
                      survey.okRequests() == 1
                          ? "the only one started"
                          : "all " + survey.okRequests() + " started",
                      FigureText.seconds((begin - survey.beginNanos()) / 1e9)));
    }
    return new LevelResult.Window(
        survey.beginNanos(),
        survey.endNanos(),
        begin,
        Math.max(begin, end),
        warmup,
        false,
        survey.ending());
  }

  private long runNanos() {
    return survey.lastKnownNanos() - survey.beginNanos();
  }

  private long cutNanos() {
    return switch (options.warmup()) {
      case Warmup.Fixed fixed -> {
        warmup = fixed.nanos() == 0 ? "none" : "fixed";
        yield fixed.nanos();
      }
      case Warmup.Auto ignored -> automaticNanos();
    };
  }

  private long automaticNanos() {
    if (survey.observed()) {
      warmup = "nothing cut: users' own traffic has no warm-up";
      return 0;
    }
    if (survey.kind() == ArrivalKind.STAGES) {
      return nothing("the load of stages changes by plan, and its start is part of it");
    }
    double residence = survey.meanResidenceNanos();
    if (survey.kind() == ArrivalKind.TRACE) {
      return ofTrace(Math.round(RESIDENCE_TIMES * residence));
    }
    if (runNanos() < SHORTEST_RESIDENCE_TIMES * residence) {
      warmup = "nothing cut: the run is shorter than two mean request durations";
      return 0;
    }
    warmup = FIVE_RESIDENCES;
    return ofSteadyLoad(Math.round(RESIDENCE_TIMES * residence));
  }

  /// A recording has no steady state to wait for, and its bursts may hold most of it.
  private long ofTrace(long residences) {
    long middle = survey.arrivalSliceNanos(survey.beginNanos() + runNanos() / 2);
    long half = Math.min(middle, survey.halfOfArrivalsNanos()) - survey.beginNanos();
    if (half <= 0) {
      return nothing("more than half of the trace starts at once");
    }
    if (residences <= half) {
      warmup = FIVE_RESIDENCES;
      return keepingOkResponses(residences);
    }
    warmup = "half of the trace's time or of its requests, which is the most";
    warning =
        Optional.of(
            "cut off as warm-up: the first %s of the trace's %s, %d of %d requests; the server had not the five mean request durations, %s, to fill; --warmup TIME cuts otherwise"
                .formatted(
                    FigureText.millis(half / 1e6),
                    FigureText.millis(runNanos() / 1e6),
                    survey.arrivalsBefore(survey.beginNanos() + half),
                    survey.arrivalsBefore(Long.MAX_VALUE),
                    FigureText.millis(residences / 1e6)));
    return keepingOkResponses(half);
  }

  private long nothing(String why) {
    warmup = "nothing cut: " + why;
    warning = Optional.of("no warm-up is excluded: " + why + "; to exclude one, use --warmup TIME");
    return 0;
  }

  private long ofSteadyLoad(long residences) {
    long cut = residences;
    long inFlight = survey.inFlightCutNanos() - survey.beginNanos();
    if (inFlight > cut) {
      cut = inFlight;
      warmup = "MSER-5 on requests in flight";
    }
    long ttft = survey.ttftCutNanos() - survey.beginNanos();
    if (ttft > cut) {
      cut = ttft;
      warmup = "MSER-5 on TTFT";
    }
    return keepingOkResponses(Math.min(cut, limitedToHalf(cut)));
  }

  /// Returns 0 if the cut would leave no ok response, else the cut.
  private long keepingOkResponses(long cut) {
    if (!survey.allOkBefore(survey.beginNanos() + cut)) {
      return cut;
    }
    warmup = "nothing cut: every successful response started before the cut";
    warning =
        Optional.of(
            "every successful response started in the first %s, so no warm-up is excluded and the run has no steady state"
                .formatted(FigureText.seconds(cut / 1e9)));
    return 0;
  }

  private long limitedToHalf(long cut) {
    long half = runNanos() / 2;
    if (cut > half) {
      warning =
          Optional.of(
              "no steady state in the first half of the run, because a warm-up of %s (%s) does not fit into half of %s%s"
                  .formatted(
                      FigureText.seconds(cut / 1e9),
                      warmup,
                      FigureText.seconds(runNanos() / 1e9),
                      DurationAdvice.steady(survey, CUTS * cut / runNanos())
                          .map(": "::concat)
                          .orElse("")));
      warmup = "half of the run, the maximum";
    }
    return half;
  }

  /// Returns what is wrong with the window, if anything.
  Optional<String> warning() {
    return warning;
  }
}
