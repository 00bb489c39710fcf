package dev.goodput.findings.runs;

import dev.goodput.history.Baseline;
import dev.goodput.history.StoredResult;
import dev.goodput.history.StoredRun;
import dev.goodput.record.RecordException;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.TextLayout;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
    List<ListedRun> listed = baseline.runs().stream().map(ListedRun::of).toList();
    int kept = listed.size();
    long runs = listed.stream().mapToLong(BaselineText::planned).sum();
    long counted = counted(listed);
    line(
        "baseline "
            + baseline.name()
            + "   "
            + (counted < runs
                ? Figures.count(counted) + " of " + Figures.counted(runs, "run") + " count"
                : Figures.counted(runs, "run")
                    + (runs > kept
                        ? " in " + (kept == 1 ? "1 directory" : kept + " directories")
                        : ""))
            + (runs > 0 && counted < ENOUGH
                ? "; at least " + ENOUGH + " distinguish a change from chance"
                : ""));
    listed.forEach(each ->
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
    noResults(listed);
    notes(baseline);
    return text.toString();
  }

  /// Returns the number of runs that a directory was to have: each repeat of a load is a run.
  private static long planned(ListedRun listed) {
    return Math.max(listed.result().levels().size(), repeats(listed.run()));
  }

  private static long repeats(StoredRun run) {
    try {
      return Math.max(1, run.manifest().whole("run.repeats").orElse(1));
    } catch (RecordException.BadValue e) {
      return 1;
    }
  }

  /// Returns how many runs a gate uses: not those that were cut short, whose client was the
  /// bottleneck, or that sent the same requests as an earlier one.
  private static long counted(List<ListedRun> listed) {
    Set<String> sent = new HashSet<>();
    long counted = 0;
    for (ListedRun each : listed) {
      String seed = each.run().fact("run.seed").orElse("0");
      List<StoredResult.Level> levels = each.result().levels();
      long here = 0;
      for (int i = 0; i < levels.size(); i++) {
        StoredResult.Level level = levels.get(i);
        boolean compared = level.counts() || level.isClientBound();
        if (compared && sent.add(seed + " level " + i) && level.counts()) {
          here++;
        }
      }
      // The pooled result also excludes levels of which some users sent no request.
      StoredResult.Repeats repeats = each.result().repeats();
      counted += repeats == null ? here : Math.min(here, repeats.runs());
    }
    return counted;
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

  private void noResults(List<ListedRun> listed) {
    List<String> without =
        listed.stream()
            .filter(each -> each.result().levels().isEmpty())
            .map(each -> each.run().path().toString())
            .toList();
    if (!without.isEmpty()) {
      paragraph(
          " note: ",
          String.join(", ", without) + ": no result that can be read, so not counted here");
    }
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
