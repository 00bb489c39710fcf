package dev.goodput.runner.score;

import dev.goodput.report.quality.RunScores;
import dev.goodput.report.quality.ScoreRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The scores of each request of a run, by level and id.
final class RequestScores {
  private final Map<String, List<Double>> rows = new HashMap<>();

  /// Reads the file, if there is one.
  RequestScores(Path directory) {
    if (Files.exists(directory.resolve(RunScores.ROWS))) {
      ScoreRows.read(
          directory, row -> rows.put(row.request().level() + " " + row.id(), row.scores()));
    }
  }

  /// Returns the scores of a request; empty if it was not scored.
  List<Double> of(int level, long id) {
    return rows.getOrDefault(level + " " + id, List.of());
  }
}
