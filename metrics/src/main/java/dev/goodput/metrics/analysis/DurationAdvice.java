package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.LevelEnded.Ending;
import java.util.Optional;

/// What a level lacks that was too short, by what ended it.
final class DurationAdvice {
  private DurationAdvice() {}

  /// What makes a level steady that was not: a length; empty where that is not what it lacks, where
  /// no length would do, or where it ended before its plan was over.
  ///
  /// @param times how many times as long it has to be
  static Optional<String> steady(LevelSurvey survey, double times) {
    if (survey.cutShort() || survey.pilesUp() || !Double.isFinite(times)) {
      return Optional.empty();
    }
    double seconds = (survey.lastStartNanos() - survey.beginNanos()) / 1e9;
    return Optional.of(
        survey.ending() == Ending.COUNTED
            ? "use --requests %s or more".formatted(Text.upToTwoDigits(times * survey.requests()))
            : "use a --duration of %s or more".formatted(Text.seconds(Math.ceil(times * seconds))));
  }

  /// What gives a level a window that is long beside its answers; empty like [#steady].
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
