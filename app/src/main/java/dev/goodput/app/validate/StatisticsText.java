package dev.goodput.app.validate;

import dev.goodput.report.words.Wrap;
import dev.goodput.validation.statistics.Finding;
import dev.goodput.validation.statistics.StatisticsValidation;
import java.util.Locale;

/// A validation of the statistics for people, 80 columns wide.
final class StatisticsText {
  private static final int WIDTH = 80;

  private StatisticsText() {}

  static String of(StatisticsValidation found) {
    StringBuilder text = new StringBuilder();
    paragraph(text, StatisticsWords.setup(found));
    for (Finding.Part part : Finding.Part.values()) {
      line(text, "%n%s", StatisticsWords.title(part));
      line(text, " %-44s %10s  %s", "", "measured", "published");
      found.findings().stream()
          .filter(finding -> finding.part() == part)
          .forEach(finding -> row(text, finding));
    }
    line(text, "");
    paragraph(text, StatisticsWords.summary(found));
    paragraph(text, StatisticsWords.power(found));
    return text.toString();
  }

  private static void row(StringBuilder text, Finding finding) {
    String row =
        String.format(
            Locale.ROOT,
            " %-44s %10s  %-13s %s",
            finding.what(),
            StatisticsWords.measured(finding),
            StatisticsWords.published(finding),
            StatisticsWords.verdict(finding));
    line(text, "%s", row.stripTrailing());
  }

  private static void paragraph(StringBuilder text, String words) {
    Wrap.lines(words, WIDTH).forEach(part -> line(text, "%s", part));
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format + "%n", values));
  }
}
