package dev.goodput.findings.stored;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.record.Outcome;
import dev.goodput.record.RecordException;
import dev.goodput.record.RequestRecord;
import dev.goodput.report.ReportInput;
import dev.goodput.report.quality.RunScores;
import dev.goodput.report.quality.RunTexts;
import dev.goodput.report.quality.ScoreRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// One value of each request of a load: the score of its answer, its price, or whether it
/// succeeded. Its key is the level, the session and the turn.
final class TaskValues {
  private TaskValues() {}

  /// Returns how many different tasks a load can have: a workload of a fixed number of requests
  /// repeats the same ones.
  static long different(ComparedLoad load) {
    long requests = load.run().report().manifest().whole("workload.requests").orElse(0);
    return requests > 0 ? requests : Long.MAX_VALUE;
  }

  /// Reads the scores of a load's requests.
  ///
  /// @param score the column of `scores.csv`
  /// @param best the highest score
  /// @throws RecordException.ReadFailed if the file cannot be read
  static Map<String, Double> scores(ComparedLoad load, String score, int best) {
    List<Integer> levels = levels(load).toList();
    Map<String, List<Double>> rows = new TreeMap<>();
    Path directory = load.run().report().dir();
    int column =
        ScoreRows.read(
                directory,
                row -> {
                  if (levels.contains(row.request().level())) {
                    rows.put(task(row.request()), row.scores());
                  }
                })
            .indexOf(score);
    if (column < 0) {
      throw new RecordException.ReadFailed(
          directory.resolve(RunScores.ROWS), new IOException("it has no column " + score));
    }
    Map<String, Double> scores = new TreeMap<>();
    rows.forEach((task, values) -> scores.put(task, values.get(column) / best));
    return scores;
  }

  /// Returns the key of a request.
  static String task(RunTexts.Request request) {
    return request.level() + " " + request.session() + " " + request.turn();
  }

  /// Computes the price of each request of a load: of all attempts, warm-up included.
  static Map<String, Double> prices(ComparedLoad load, ModelPrice price) {
    return requests(load, request -> price.of(request).orElse(0));
  }

  /// Returns 1 for each request of a load that succeeded in the end, and 0 for all others.
  static Map<String, Double> successes(ComparedLoad load) {
    return requests(
        load, request -> request.last() && request.outcome() instanceof Outcome.Ok ? 1 : 0);
  }

  private static Map<String, Double> requests(
      ComparedLoad load, ToDoubleFunction<RequestRecord> value) {
    ReportInput in = load.run().report();
    List<Integer> levels = levels(load).toList();
    Map<String, Double> values = new TreeMap<>();
    in.log()
        .read(entry -> {
          if (entry instanceof RequestRecord request && levels.contains(request.level())) {
            RunTexts.Request sent =
                new RunTexts.Request(
                    request.level(), request.requested().session(), request.requested().turn());
            values.merge(task(sent), value.applyAsDouble(request), Double::sum);
          }
        });
    return values;
  }

  private static Stream<Integer> levels(ComparedLoad load) {
    return load.levels().stream().map(LevelResult::level);
  }
}
