package dev.goodput.findings.output;

import dev.goodput.findings.hop.HopDocument;
import dev.goodput.findings.hop.HopInput;
import dev.goodput.findings.hop.HopPage;
import dev.goodput.findings.hop.HopSentences;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.report.model.Summary;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The report of a proxy check. It has no list of requests: each side's run has its own.
///
/// @param in what it is made of
public record HopReport(HopInput in) implements SummaryReport {
  @Override
  public Path dir() {
    return in.dir();
  }

  @Override
  public String page() {
    return "hop.html";
  }

  @Override
  public Conclusion conclusion() {
    return in.result().conclusion();
  }

  @Override
  public Optional<String> exitReason() {
    return conclusion() == Conclusion.GOOD
        ? Optional.empty()
        : Optional.of(new HopSentences(in).verdict().sentence());
  }

  @Override
  public Report withLosses(List<String> more) {
    return new HopReport(in.withLosses(more));
  }

  @Override
  public String json() {
    return HopDocument.json(in);
  }

  @Override
  public Summary summary() {
    return new HopSentences(in).summary();
  }

  @Override
  public String html() {
    return HopPage.html(in);
  }
}
