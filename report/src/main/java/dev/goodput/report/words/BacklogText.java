package dev.goodput.report.words;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.Backlog;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import java.util.Optional;

/// What to say of a level at which more requests came than were answered, from begin to end.
final class BacklogText {
  private BacklogText() {}

  /// Empty where nothing piled up.
  static Optional<Verdict> verdict(LevelResult level) {
    Backlog backlog = level.backlog();
    if (backlog == null) {
      return Optional.empty();
    }
    String grew =
        "requests in flight grew throughout the run, from %s on average in its first quarter to %s in its last: fewer were answered than came"
            .formatted(
                Figures.number(backlog.firstQuarter()), Figures.number(backlog.lastQuarter()));
    return Optional.of(
        Severity.WARN.verdict(
            "queue grows",
            grew,
            "No figure here is of a steady state, and a longer run only makes it worse: use a"
                + " lower --rate."));
  }

  /// The same for someone who runs no servers.
  static String sentence() {
    return "More requests came than were answered, all the time: had the run been longer, the waits"
        + " would have been longer too.";
  }
}
