package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.LevelEnded.Ending;
import java.util.Optional;

/// Advice on what a level that was too short needs, depending on what ended it.
final class DurationAdvice {
  private DurationAdvice() {}

  /// Returns what would make a level reach a steady state; empty if its length is not the problem,
  /// no length would help, or it ended before its plan was complete.
  ///
  /// @param times how many times as long it must be
  static Optional<String> steady(LevelSurvey survey, double times) {
    if (survey.cutShort() || survey.pilesUp() || !Double.isFinite(times)) {
      return Optional.empty();
    }
    double seconds = (survey.lastStartNanos() - survey.beginNanos()) / 1e9;
    return Optional.of(
        survey.ending() == Ending.COUNTED
            ? "use --requests %s or more"
                .formatted(FigureText.upToTwoDigits(times * survey.requests()))
            : "use a --duration of %s or more"
                .formatted(FigureText.seconds(Math.ceil(times * seconds))));
  }

  /// Returns what gives a level a window that is long compared with its responses; empty like
  /// [#steady].
  static Optional<String> window(LevelSurvey survey) {
    if (survey.pilesUp()) {
      return Optional.empty();
    }
    boolean rated = !survey.closed() && survey.kind() != ArrivalKind.TRACE;
    String less = survey.kind() == ArrivalKind.STAGES ? "lower --stages" : "a lower rate";
    String lower = rated ? ", or " + less + " where requests queue up" : "";
    return LevelResult.longer(survey.kind(), survey.ending())
        .map(longer -> "use " + longer + lower);
  }
}
