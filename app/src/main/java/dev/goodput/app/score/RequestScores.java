package dev.goodput.app.score;

import dev.goodput.record.RecordException;
import dev.goodput.report.quality.RunScores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The scores of each request of a run, as its `scores.csv` has them.
final class RequestScores {
  private static final int NAMES = 5; // level, id, session, turn, outcome

  private final Map<String, List<Double>> rows = new HashMap<>();

  /// Reads the file, if there is one.
  RequestScores(Path directory) {
    Path file = directory.resolve(RunScores.ROWS);
    if (!Files.exists(file)) {
      return;
    }
    try (Stream<String> lines = Files.lines(file)) {
      lines
          .skip(1)
          .map(line -> line.split(","))
          .forEach(row ->
              rows.put(
                  row[0] + " " + row[1],
                  Arrays.stream(row).skip(NAMES).map(Double::valueOf).toList()));
    } catch (IOException e) {
      throw new RecordException.ReadFailed(file, e);
    }
  }

  /// Returns the scores of a request; empty if it was not scored.
  List<Double> of(int level, long id) {
    return rows.getOrDefault(level + " " + id, List.of());
  }
}
