package dev.goodput.app.validate;

import dev.goodput.validation.statistics.Finding;
import dev.goodput.validation.statistics.StatisticsValidation;
import java.util.Locale;

/// A validation of the statistics as the tables of `docs/statistics.md`.
final class StatisticsMarkdown {
  private StatisticsMarkdown() {}

  static String of(StatisticsValidation found) {
    StringBuilder text = new StringBuilder();
    line(text, "%s; %s.", StatisticsWords.setup(found), StatisticsWords.summary(found));
    for (Finding.Part part : Finding.Part.values()) {
      line(text, "%n| %s | trials | measured | published | |", StatisticsWords.title(part));
      line(text, "|---|---|---|---|---|");
      found.findings().stream()
          .filter(finding -> finding.part() == part)
          .forEach(finding -> row(text, finding));
    }
    return text.toString();
  }

  private static void row(StringBuilder text, Finding finding) {
    line(
        text,
        "| %s | %d | %s | %s | %s |",
        finding.what(),
        finding.trials(),
        StatisticsWords.measured(finding),
        StatisticsWords.published(finding),
        StatisticsWords.verdict(finding));
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format + "%n", values));
  }
}
