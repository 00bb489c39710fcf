package dev.goodput.findings.runs;

import dev.goodput.history.Baseline;
import dev.goodput.history.StoredResult;
import dev.goodput.history.StoredRun;
import dev.goodput.record.RecordException;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.TextLayout;
import java.util.List;

/// The text of a baseline for people, 80 columns wide.
public final class BaselineText {
  private static final int WIDTH = 80;

  /// The number of runs required to estimate the variance between runs.
  private static final int ENOUGH = 5;

  private final StringBuilder text = new StringBuilder();

  private BaselineText() {}

  /// Returns the text, several lines.
  ///
  /// @param root the option that a command needs to find the baseline
  public static String of(Baseline baseline, String root) {
    return new BaselineText().write(baseline, root);
  }

  private String write(Baseline baseline, String root) {
    int kept = baseline.runs().size();
    long runs = baseline.runs().stream().mapToLong(BaselineText::repeats).sum();
    long counted =
        baseline.runs().stream().map(ListedRun::of).mapToLong(BaselineText::counted).sum();
    line(
        "baseline "
            + baseline.name()
            + "   "
            + (counted < runs
                ? Figures.count(counted) + " of " + Figures.counted(runs, "run") + " count"
                : Figures.counted(runs, "run") + (runs > kept ? ", repeats counted" : ""))
            + (runs > 0 && counted < ENOUGH
                ? "; at least " + ENOUGH + " distinguish a change from chance"
                : ""));
    baseline.runs().stream()
        .map(ListedRun::of)
        .forEach(each ->
            paragraph(
                " ",
                each.run().path()
                    + " · "
                    + RunsText.started(each.run())
                    + " · "
                    + each.load()
                    + " · "
                    + each.verdict()));
    elsewhere(baseline, root);
    notes(baseline);
    return text.toString();
  }

  /// Returns the number of runs that a directory counts as: each repeat of a load is a run.
  private static long repeats(StoredRun run) {
    try {
      return Math.max(1, run.manifest().whole("run.repeats").orElse(1));
    } catch (RecordException.BadValue e) {
      return 1;
    }
  }

  /// Returns how many of them a gate uses: not those whose client was the bottleneck, or that were
  /// cut short.
  private static long counted(ListedRun listed) {
    StoredResult.Repeats repeats = listed.result().repeats();
    if (repeats != null) {
      return repeats.runs();
    }
    return listed.result().clientBound() ? 0 : repeats(listed.run());
  }

  /// Appends the copies, which do not count, and the missing runs.
  private void elsewhere(Baseline baseline, String root) {
    baseline
        .copies()
        .forEach(copy ->
            paragraph(
                " copy: ",
                "%s is a copy of %s or a link to it; counted once"
                    .formatted(copy.run().path(), copy.of())));
    baseline
        .missing()
        .forEach((id, path) ->
            paragraph(
                " gone: ",
                "%s was in %s; put it back there, or remove it: goodput baseline remove %s %s%s"
                    .formatted(id, path, baseline.name(), id, root)));
  }

  private void notes(Baseline baseline) {
    List<String> differences = baseline.differences();
    if (!differences.isEmpty()) {
      paragraph(
          " note: ",
          "its runs differ in "
              + String.join(", ", differences)
              + "; no single run can be compared with all of them");
    }
    List<String> seeds = baseline.repeatedSeeds();
    if (!seeds.isEmpty()) {
      paragraph(
          " note: ",
          "several of its runs have the seed "
              + String.join(", ", seeds)
              + ": they sent the same prompts at the same times, and count as one between them;"
              + " give each a --seed of its own");
    }
  }

  private void paragraph(String begin, String words) {
    List<String> lines = TextLayout.lines(SafeText.text(words), WIDTH - begin.length());
    for (int i = 0; i < lines.size(); i++) {
      line((i == 0 ? begin : " ".repeat(begin.length())) + lines.get(i));
    }
  }

  private void line(String line) {
    text.append(line).append(System.lineSeparator());
  }
}
