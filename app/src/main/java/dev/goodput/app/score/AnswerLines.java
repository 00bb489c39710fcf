package dev.goodput.app.score;

import dev.goodput.lab.BenchPlan;
import dev.goodput.record.RecordException;
import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.SessionSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The texts of a run, and the requests that they answer.
final class AnswerLines {
  private AnswerLines() {}

  /// Reads the file of texts, line by line.
  ///
  /// @throws RecordException.ReadFailed if it cannot be read
  static void read(Path texts, Consumer<JsonNode> consumer) {
    try (BufferedReader lines = Files.newBufferedReader(texts)) {
      String line = lines.readLine();
      while (line != null) {
        consumer.accept(JsonMapper.shared().readTree(line));
        line = lines.readLine();
      }
    } catch (IOException e) {
      throw new RecordException.ReadFailed(texts, e);
    }
  }

  /// Returns the sessions of a level in order. They are read from the workload again: the same seed
  /// gives the same requests.
  static Iterable<SessionPlan> sessions(BenchPlan plan, int level) {
    SessionSource source = plan.source(level);
    return () ->
        Stream.iterate(source.next(), session -> session != null, _ -> source.next()).iterator();
  }
}
