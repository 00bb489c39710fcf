package dev.goodput.app.runs;

import dev.goodput.history.Baseline;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.Plain;
import dev.goodput.report.words.Wrap;
import java.util.List;

/// A baseline for people, 80 columns wide.
final class BaselineText {
  private static final int WIDTH = 80;

  /// What a between-run variance takes.
  private static final int ENOUGH = 5;

  private final StringBuilder text = new StringBuilder();

  private BaselineText() {}

  static String of(Baseline baseline) {
    return new BaselineText().write(baseline);
  }

  private String write(Baseline baseline) {
    int runs = baseline.runs().size();
    line(
        "baseline "
            + baseline.name()
            + "   "
            + Figures.counted(runs, "run")
            + (runs > 0 && runs < ENOUGH
                ? "; at least " + ENOUGH + " tell a change from chance"
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
    baseline
        .gone()
        .forEach((id, path) ->
            paragraph(
                " gone: ",
                "%s lay in %s; put it back there, or forget it: goodput baseline remove %s %s"
                    .formatted(id, path, baseline.name(), id)));
    List<String> differences = baseline.differences();
    if (!differences.isEmpty()) {
      paragraph(
          " note: ",
          "its runs differ in "
              + String.join(", ", differences)
              + "; no one run can be held against all of them");
    }
    return text.toString();
  }

  private void paragraph(String begin, String words) {
    List<String> lines = Wrap.lines(Plain.text(words), WIDTH - begin.length());
    for (int i = 0; i < lines.size(); i++) {
      line((i == 0 ? begin : " ".repeat(begin.length())) + lines.get(i));
    }
  }

  private void line(String line) {
    text.append(line).append(System.lineSeparator());
  }
}
