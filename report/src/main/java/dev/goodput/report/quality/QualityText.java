package dev.goodput.report.quality;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The scores of a run's answers in words.
public final class QualityText {
  private QualityText() {}

  /// Returns one line per level: `exact match 0.820 (0.761–0.867) · BLEU 23.4, of 200 responses; 3
  /// failed requests score 0`. Empty if the run has no scores.
  public static List<String> lines(ReportInput in) {
    Optional<RunScores> scores = RunScores.of(in);
    if (scores.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    for (RunScores.Level level : scores.get().levels()) {
      lines.add(name(in, level) + line(level));
    }
    if (!scores.get().settings().isEmpty()) {
      lines.add("scored with " + String.join(", ", scores.get().settings()));
    }
    return lines;
  }

  private static String name(ReportInput in, RunScores.Level scored) {
    List<LevelResult> levels = in.result().levels();
    return levels.size() < 2
        ? ""
        : levels.stream()
            .filter(level -> level.level() == scored.level())
            .findFirst()
            .map(level -> LevelName.of(in, level) + ": ")
            .orElse("");
  }

  private static String line(RunScores.Level level) {
    List<String> parts = new ArrayList<>();
    level.scores().forEach(score -> parts.add(figure(score)));
    String text = String.join(" · ", parts) + ", of " + Figures.counted(level.scored(), "response");
    if (level.failed() > 0) {
      text +=
          "; "
              + Figures.counted(level.failed(), "failed request")
              + (level.failed() == 1 ? " scores 0" : " score 0");
    }
    if (level.withoutReference() > 0) {
      text +=
          "; "
              + Figures.counted(level.withoutReference(), "request")
              + " without a reference not scored";
    }
    return text;
  }

  private static String figure(RunScores.Score score) {
    String form = score.best() == 1 ? "%.3f" : "%.1f";
    String value = String.format(Locale.ROOT, form, score.value());
    String interval =
        score.low() == null || score.high() == null
            ? ""
            : String.format(Locale.ROOT, " (" + form + "–" + form + ")", score.low(), score.high());
    return score.label() + " " + value + interval;
  }
}
