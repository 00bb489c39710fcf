package dev.goodput.validation.statistics;

import dev.goodput.report.words.Figures;
import dev.goodput.report.words.TextLayout;
import java.util.Locale;

/// The text of a statistics validation for people: 80 columns wide in a terminal, or as the tables
/// of `docs/reference/validation.md`.
public final class StatisticsText {
  private static final int WIDTH = 80;

  private StatisticsText() {}

  /// Returns the text for a terminal.
  public static String of(StatisticsValidation found) {
    StringBuilder text = new StringBuilder();
    paragraph(text, setup(found));
    for (Finding.Part part : Finding.Part.values()) {
      line(text, "%n%s", title(part));
      line(text, " %-44s %10s  %s", "", "measured", "published");
      found.findings().stream()
          .filter(finding -> finding.part() == part)
          .forEach(finding -> row(text, finding));
    }
    line(text, "");
    paragraph(text, summary(found));
    paragraph(text, power(found));
    return text.toString();
  }

  private static void row(StringBuilder text, Finding finding) {
    String row =
        String.format(
            Locale.ROOT,
            " %-44s %10s  %-13s %s",
            finding.what(),
            measured(finding),
            published(finding),
            verdict(finding));
    line(text, "%s", row.stripTrailing());
  }

  private static void paragraph(StringBuilder text, String words) {
    TextLayout.lines(words, WIDTH).forEach(part -> line(text, "%s", part));
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format + "%n", values));
  }

  /// Returns the Markdown tables.
  public static String markdown(StatisticsValidation found) {
    StringBuilder text = new StringBuilder();
    line(text, "%s; %s.", setup(found), summary(found));
    for (Finding.Part part : Finding.Part.values()) {
      line(text, "%n| %s | trials | measured | published | |", title(part));
      line(text, "|---|---|---|---|---|");
      found.findings().stream()
          .filter(finding -> finding.part() == part)
          .forEach(finding -> markdownRow(text, finding));
    }
    return text.toString();
  }

  private static void markdownRow(StringBuilder text, Finding finding) {
    line(
        text,
        "| %s | %d | %s | %s | %s |",
        finding.what(),
        finding.trials(),
        measured(finding),
        published(finding),
        verdict(finding));
  }

  private static String setup(StatisticsValidation found) {
    return "%s in virtual time, lengths of %s, saturated at %s requests/s"
        .formatted(found.engine(), found.workload(), Figures.number(found.saturation()));
  }

  static String title(Finding.Part part) {
    return switch (part) {
      case INTERVALS -> "Intervals: how often 95 % intervals hold the truth";
      case SEARCH -> "Search: 95 % of arrivals within 200 ms TTFT, 80 ms TPOT";
      case GATE -> "Gate: five pairs, 2 % allowed, 50 % load";
      case QUALITY -> "Gate on quality: 1 point allowed";
      case CHANGE_POINTS -> "Change points: 2 % noise, 2 % smallest change";
    };
  }

  private static String measured(Finding finding) {
    return value(finding.unit(), finding.measured());
  }

  private static String value(Finding.Unit unit, double value) {
    return switch (unit) {
      case SHARE -> String.format(Locale.ROOT, "%.1f %%", 100 * value);
      case RELATIVE -> String.format(Locale.ROOT, "%+.1f %%", 100 * value);
      case REQUESTS -> Figures.count(Math.round(value));
      case NUMBER -> Figures.number(value);
    };
  }

  /// Returns the published value with the tolerance for this number of trials, or an empty text if
  /// there is none.
  private static String published(Finding finding) {
    Reference reference = finding.reference();
    if (reference == null) {
      return "";
    }
    String range = range(finding.unit(), reference);
    return reference.tolerance() == 0
        ? range
        : range + " ±" + bare(finding.unit(), reference.tolerance());
  }

  private static String range(Finding.Unit unit, Reference reference) {
    if (Double.isInfinite(reference.least())) {
      return "≤ " + rounded(unit, reference.most());
    }
    if (Double.isInfinite(reference.most())) {
      return "≥ " + rounded(unit, reference.least());
    }
    return reference.least() == reference.most()
        ? rounded(unit, reference.most())
        : bare(unit, reference.least()) + "–" + rounded(unit, reference.most());
  }

  private static String rounded(Finding.Unit unit, double value) {
    boolean percent = unit == Finding.Unit.SHARE || unit == Finding.Unit.RELATIVE;
    return bare(unit, value) + (percent ? " %" : "");
  }

  private static String bare(Finding.Unit unit, double value) {
    return switch (unit) {
      case SHARE, RELATIVE -> Figures.plain(Math.round(1000 * value) / 10.0);
      case REQUESTS -> Figures.count(Math.round(value));
      case NUMBER -> Figures.number(value);
    };
  }

  /// Returns the verdict in a word: whether one of our methods reached the published value, or
  /// whether a method of another tool matches its published value.
  private static String verdict(Finding finding) {
    if (finding.reference() == null) {
      return "";
    }
    if (finding.ours()) {
      return finding.reached() ? "reached" : "missed";
    }
    return finding.reached() ? "alike" : "unlike";
  }

  private static String summary(StatisticsValidation found) {
    long judged =
        found.findings().stream().filter(each -> each.ours() && each.reference() != null).count();
    int missed = found.missed().size();
    return missed == 0
        ? "reached: all %d figures that these methods are held to".formatted(judged)
        : "missed: %d of %d figures that these methods are held to".formatted(missed, judged);
  }

  /// Returns a sentence on the power of this number of trials: the coverage below which they notice
  /// a problem nine times in ten.
  private static String power(StatisticsValidation found) {
    double least = 1;
    for (Finding finding : found.findings()) {
      if (finding.key().endsWith("_pooled")) {
        least = Math.min(least, finding.notices());
      }
    }
    return "So many trials notice, nine times in ten, intervals that hold the truth less than %.0f %% of the time."
        .formatted(100 * least);
  }
}
