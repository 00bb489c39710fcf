package dev.goodput.findings.output;

import dev.goodput.findings.comparison.ComparisonDocument;
import dev.goodput.findings.comparison.ComparisonInput;
import dev.goodput.findings.comparison.ComparisonSentences;
import dev.goodput.findings.comparison.ComparisonSummary;
import dev.goodput.findings.comparison.PairsPage;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.report.model.Summary;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The report of a comparison. It has no list of requests: each side's run has its own.
///
/// @param in what it is made of
public record PairsReport(ComparisonInput in) implements SummaryReport {
  @Override
  public Path dir() {
    return in.dir();
  }

  @Override
  public Conclusion conclusion() {
    return in.conclusion();
  }

  @Override
  public Optional<String> exitReason() {
    return in.conclusion() == Conclusion.GOOD
        ? Optional.empty()
        : Optional.of(new ComparisonSentences(in).verdicts().getFirst().sentence());
  }

  @Override
  public Report withLosses(List<String> more) {
    return new PairsReport(in.withLosses(more));
  }

  @Override
  public String json() {
    return ComparisonDocument.json(in);
  }

  @Override
  public Summary summary() {
    return new ComparisonSummary(in).summary();
  }

  @Override
  public String html() {
    return PairsPage.html(in);
  }
}
