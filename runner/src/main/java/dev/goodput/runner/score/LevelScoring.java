package dev.goodput.runner.score;

import dev.goodput.metrics.interval.MeanInterval;
import dev.goodput.quality.ScoreColumn;
import dev.goodput.quality.Scorer;
import dev.goodput.report.quality.RunScores;
import dev.goodput.report.quality.ScoreRows;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The scoring of one level's responses.
final class LevelScoring {
  private final int level;
  private final boolean needReferences;
  private final BufferedWriter rows;
  private final BufferedWriter objects;
  private final Scorer scorer;
  private final double[] sums;
  private final double[] squares;
  private long failed;
  private long withoutReference;

  /// @param rows where one CSV row per scored request goes
  /// @param objects where one JSON object per scored request goes
  /// @param first whether the names of the columns come before the rows
  LevelScoring(
      RunScoring run, int level, BufferedWriter rows, BufferedWriter objects, boolean first) {
    this.level = level;
    this.needReferences = run.needsReferences();
    this.rows = rows;
    this.objects = objects;
    this.scorer = new Scorer(run.kinds(), run.options());
    this.sums = new double[scorer.columns().size()];
    this.squares = new double[sums.length];
    if (first) {
      write(rows, String.join(",", ScoreRows.NAMES) + "," + keys() + "\r\n");
    }
  }

  private String keys() {
    return scorer.columns().stream().map(ScoreColumn::key).collect(Collectors.joining(","));
  }

  /// Scores a line of the texts, if it is of this level. A request that was cancelled or never sent
  /// is neither right nor wrong.
  void add(JsonNode line, List<List<@Nullable String>> references) {
    String outcome = line.required("outcome").stringValue();
    boolean unfinished = outcome.equals("cancelled") || outcome.equals("unsent");
    if (line.required("level").intValue() != level || unfinished) {
      return;
    }
    int session = line.required("session").intValue();
    int turn = line.required("turn").intValue();
    String reference = references.get(session).get(turn);
    if (reference == null && needReferences) {
      withoutReference++;
      return;
    }
    List<String> expected = reference == null ? List.of() : List.of(reference);
    double[] scores = new double[sums.length];
    if (outcome.equals("ok")) {
      scores = scorer.add(line.required("text").stringValue(), expected);
    } else {
      scorer.addFailed(expected);
      failed++;
    }
    long id = line.required("id").longValue();
    ObjectNode object = JsonMapper.shared().createObjectNode();
    object.put("level", level).put("id", id).put("session", session).put("turn", turn);
    object.put("outcome", outcome);
    StringBuilder row =
        new StringBuilder("%d,%d,%d,%d,%s".formatted(level, id, session, turn, outcome));
    for (int i = 0; i < scores.length; i++) {
      sums[i] += scores[i];
      squares[i] += scores[i] * scores[i];
      row.append(",").append(scores[i]);
      object.put(scorer.columns().get(i).key(), scores[i]);
    }
    write(rows, row + "\r\n");
    write(objects, object + "\n");
  }

  private static void write(BufferedWriter out, String line) {
    try {
      out.write(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the scores of the level; empty if nothing was scored.
  ///
  /// @param tasks how many different requests the workload has
  Optional<RunScores.Level> end(long tasks) {
    int n = scorer.answers();
    if (n == 0) {
      return Optional.empty();
    }
    List<RunScores.Score> scores = new ArrayList<>();
    double[] corpus = scorer.corpus();
    for (int i = 0; i < corpus.length; i++) {
      ScoreColumn column = scorer.columns().get(i);
      MeanInterval interval =
          column.isMean() ? MeanInterval.of(n, tasks, sums[i], squares[i]) : null;
      scores.add(
          new RunScores.Score(
              column.key(),
              column.label(),
              column.best(),
              corpus[i],
              interval == null ? null : Double.valueOf(interval.low()),
              interval == null ? null : Double.valueOf(interval.high())));
    }
    return Optional.of(new RunScores.Level(level, n, failed, withoutReference, scores));
  }
}
