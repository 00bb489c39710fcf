package dev.goodput.report.page;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.quality.ConsistencyText;
import dev.goodput.report.quality.JudgeText;
import dev.goodput.report.quality.QualityText;
import dev.goodput.report.quality.RatingText;
import dev.goodput.report.quality.TaskScores;
import dev.goodput.report.words.LevelName;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the page shows about the texts of the answers: scores, verdicts of a judge, ratings, and
/// how far answers to one prompt differ.
final class AnswersData {
  private AnswersData() {}

  /// Returns whether the page has such a part.
  static boolean in(ReportInput in) {
    return lines(in).anyMatch(each -> !each.isEmpty());
  }

  private static Stream<List<String>> lines(ReportInput in) {
    return Stream.of(
        QualityText.lines(in),
        JudgeText.lines(in),
        RatingText.lines(in),
        ConsistencyText.lines(in));
  }

  /// Returns the data; null if the run has no texts that were scored or compared.
  static @Nullable JsonObject of(ReportInput in) {
    if (!in(in)) {
      return null;
    }
    JsonObject levels = new JsonObject();
    JsonObject loads = new JsonObject();
    for (LevelResult level : in.result().levels()) {
      String number = String.valueOf(level.level());
      levels.text(number, LevelName.of(in, level));
      loads.text(number, LevelName.of(level.load()));
    }
    return new JsonObject()
        .texts("lines", lines(in).flatMap(List::stream).toList())
        .object("levels", levels)
        .object("loads", loads)
        .object("tasks", TaskScores.of(in).map(TaskScores::fields).orElse(null));
  }
}
