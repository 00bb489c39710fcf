package dev.goodput.report;

import dev.goodput.metrics.result.Conclusion;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.model.Verdict;
import java.util.List;

/// The experiment that a run belongs to, if it is more than its levels. Its verdict comes first.
public interface Experiment {
  /// The command: `search`. It is also the name of the experiment's object in documents.
  String command();

  /// Names the contract of its document: `goodput.search/1`.
  default String schema() {
    return "goodput." + command() + "/1";
  }

  /// What was found, for programs.
  JsonObject document();

  /// What was found, most important first.
  List<Verdict> verdicts();

  /// Returns the conclusion; if it is not good, the first verdict states the reason.
  Conclusion conclusion();

  /// What it rests on, a line each; no line is longer than so many characters where that can be.
  List<String> evidence(int columns);

  /// The first figures of the page, which the experiment was made for; none where the levels have
  /// them all.
  default List<Card> cards() {
    return List.of();
  }

  /// The level whose figures are shown, from 0; -1 where none of them is worth it.
  int level();

  /// What to type next, and the question that it answers.
  ///
  /// @param commands made of the run's own options
  NextStep next(NextCommands commands);

  /// One of the first figures of a page.
  ///
  /// @param name what it is
  /// @param value the figure
  /// @param unit its unit
  /// @param note what belongs to it
  record Card(String name, String value, String unit, String note) {}
}
