package dev.goodput.quality;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Scores answers one by one and adds up the score of all. It keeps sums only, no text.
///
/// For one thread.
public final class Scorer {
  private final List<ScoreColumn> columns;
  private final List<double[]> sums = new ArrayList<>();
  private int answers;

  /// @param kinds the scores to compute, in the order of the columns
  /// @param options their settings
  public Scorer(Collection<ScoreKind> kinds, ScoreOptions options) {
    this.columns =
        kinds.stream().distinct().flatMap(each -> each.columns(options).stream()).toList();
  }

  /// Returns what each score in a row is.
  public List<ScoreColumn> columns() {
    return columns;
  }

  /// Adds an answer.
  ///
  /// @param answer the whole text
  /// @param references at least one text that would be right
  /// @return its scores, one per column
  public double[] add(String answer, List<String> references) {
    double[] row = new double[columns.size()];
    List<double[]> statistics = new ArrayList<>();
    for (int i = 0; i < row.length; i++) {
      CorpusMetric metric = columns.get(i).answer();
      double[] each = metric.statistics(answer, references);
      row[i] = metric.score(each);
      statistics.add(each);
    }
    add(statistics);
    return row;
  }

  /// Adds a request that has no answer, because it failed. It scores 0 in each column; in the score
  /// of all answers it counts as an empty text.
  public void addFailed(List<String> references) {
    add(
        columns.stream()
            .map(each ->
                each.isMean() ? new double[] {0, 1} : each.answer().statistics("", references))
            .toList());
  }

  private void add(List<double[]> statistics) {
    for (int i = 0; i < statistics.size(); i++) {
      double[] each = statistics.get(i);
      if (answers == 0) {
        sums.add(each);
      } else {
        CorpusStatistics.add(each, sums.get(i));
      }
    }
    answers++;
  }

  /// Returns how many answers and failed requests were added.
  public int answers() {
    return answers;
  }

  /// Returns the score of all, one per column.
  ///
  /// @throws IllegalStateException nothing was added
  public double[] corpus() {
    if (answers == 0) {
      throw new IllegalStateException("no answers");
    }
    double[] corpus = new double[columns.size()];
    for (int i = 0; i < corpus.length; i++) {
      corpus[i] = columns.get(i).corpus().score(sums.get(i));
    }
    return corpus;
  }
}
