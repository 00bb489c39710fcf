package dev.goodput.runner.score;

import dev.goodput.quality.JudgePrompt;
import dev.goodput.quality.ScoreColumn;
import dev.goodput.quality.ScoreKind;
import dev.goodput.quality.ScoreOptions;
import dev.goodput.quality.Scorer;
import dev.goodput.report.quality.JudgeText;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.TextLayout;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The table of the scores of all answers for people, 80 columns wide.
final class ScoreText implements ScoreOutput {
  private static final int WIDTH = 78;

  private final PrintWriter out;
  private final String file;
  private final List<ScoreKind> kinds;
  private final ScoreOptions options;
  private final double[] sums;
  private final double[] lowest;

  ScoreText(
      PrintWriter out, String file, List<ScoreKind> kinds, ScoreOptions options, int columns) {
    this.out = out;
    this.file = file;
    this.kinds = kinds;
    this.options = options;
    this.sums = new double[columns];
    this.lowest = new double[columns];
    Arrays.fill(lowest, Double.POSITIVE_INFINITY);
  }

  @Override
  public void add(ScoredPair pair, double[] scores) {
    for (int i = 0; i < scores.length; i++) {
      sums[i] += scores[i];
      lowest[i] = Math.min(lowest[i], scores[i]);
    }
  }

  @Override
  public void end(Scorer all, @Nullable JudgedPairs judged) {
    line("goodput score   " + SafeText.text(file) + " · " + Figures.counted(all.answers(), "text"));
    line("");
    if (!kinds.isEmpty()) {
      line("%-18s %14s %14s %14s %6s".formatted("", "all texts", "mean per text", "lowest", "of"));
    }
    double[] corpus = all.corpus();
    for (int i = 0; i < corpus.length; i++) {
      ScoreColumn column = all.columns().get(i);
      line(
          "%-18s %14s %14s %14s %6d"
              .formatted(
                  column.label(),
                  figure(corpus[i], column),
                  figure(sums[i] / all.answers(), column),
                  figure(lowest[i], column),
                  column.best()));
    }
    if (!kinds.isEmpty()) {
      line("");
    }
    if (judged != null) {
      String verdicts = JudgeText.line(judged.model(), judged.all());
      for (String part : ("judge " + verdicts).split(" · ", -1)) {
        TextLayout.lines(SafeText.text(part), WIDTH).forEach(this::line);
      }
      line("");
      line("The judge's prompt:");
      JudgePrompt.TEXT
          .lines()
          .flatMap(text -> TextLayout.lines(text, WIDTH - 2).stream())
          .forEach(text -> line("  " + text));
    }
    notes().forEach(note -> TextLayout.lines(note, WIDTH).forEach(this::line));
    out.flush();
  }

  private static String figure(double score, ScoreColumn column) {
    return String.format(Locale.ROOT, column.best() == 1 ? "%.4f" : "%.2f", score);
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (kinds.contains(ScoreKind.BLEU)) {
      notes.add(
          "BLEU as sacreBLEU: case:mixed|tok:13a|smooth:exp, eff:no for all texts and eff:yes per"
              + " text.");
    }
    if (kinds.contains(ScoreKind.CHRF) || kinds.contains(ScoreKind.CHRF_PLUS_PLUS)) {
      notes.add("chrF as sacreBLEU: case:mixed|eff:yes|nc:6|space:no.");
    }
    if (kinds.contains(ScoreKind.ROUGE)) {
      notes.add("ROUGE as rouge-score: F1, " + (options.stem() ? "stemmed." : "not stemmed."));
    }
    if (kinds.contains(ScoreKind.EXACT) || kinds.contains(ScoreKind.CONTAINS)) {
      List<String> names = options.exact().names();
      notes.add(
          "Exact match: "
              + (names.isEmpty() ? "every character counts." : String.join(", ", names) + "."));
    }
    return notes;
  }

  private void line(String text) {
    out.println(text.isEmpty() ? "" : (" " + text).stripTrailing());
  }
}
