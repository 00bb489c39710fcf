package dev.goodput.report.search;

import dev.goodput.lab.search.SearchPlan;
import dev.goodput.lab.search.SearchResult;
import dev.goodput.metrics.Conclusion;
import dev.goodput.report.Experiment;
import dev.goodput.report.document.Fields;
import dev.goodput.report.words.Verdict;
import java.util.List;

/// A search for the highest load that keeps an SLO.
///
/// @param plan what was searched for
/// @param found what was found
/// @param level the last level of the run, from 0
/// @param clientBound whether the client was the bottleneck there
public record SearchExperiment(SearchPlan plan, SearchResult found, int level, boolean clientBound)
    implements Experiment {

  @Override
  public String command() {
    return "search";
  }

  @Override
  public String schema() {
    return "goodput.search/1";
  }

  @Override
  public Fields document() {
    return SearchDocument.of(plan, told());
  }

  @Override
  public List<Verdict> verdicts() {
    return new SearchWords(plan, told()).verdicts();
  }

  /// What was found, as far as the client can be believed.
  private SearchResult told() {
    return switch (found.ending()) {
      case REACHED, BUDGET -> clientBound ? found.late() : found;
      case MISSED_UNLOADED, CLIENT_BOUND, UNSTABLE, INTERRUPTED -> found;
    };
  }

  @Override
  public Conclusion conclusion() {
    return switch (told().ending()) {
      case REACHED -> Conclusion.GOOD;
      case BUDGET, INTERRUPTED -> Conclusion.INCONCLUSIVE;
      case MISSED_UNLOADED -> Conclusion.SLO_MISSED;
      case CLIENT_BOUND -> Conclusion.CLIENT_BOUND;
      case UNSTABLE -> Conclusion.TOO_MANY_FAILURES;
    };
  }

  @Override
  public List<String> evidence(int columns) {
    return SearchTable.lines(found);
  }

  @Override
  public Next next() {
    return new SearchWords(plan, told()).next();
  }
}
