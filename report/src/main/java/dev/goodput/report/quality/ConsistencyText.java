package dev.goodput.report.quality;

import dev.goodput.metrics.interval.ShareBounds;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.quality.RunConsistency.Difference;
import dev.goodput.report.quality.RunConsistency.Effect;
import dev.goodput.report.quality.RunConsistency.Group;
import dev.goodput.report.quality.RunConsistency.Unsteady;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How far a run's answers to the same prompts differ, in words.
public final class ConsistencyText {
  private static final double CONFIDENCE = 0.95;

  /// The question that the first line answers.
  public static final String QUESTION = "Does load change answers?";

  private ConsistencyText() {}

  /// Returns the answer to [#QUESTION], one line per load, and one of all loads. Empty if the run
  /// did not compare answers.
  public static List<String> lines(ReportInput in) {
    Optional<RunConsistency> found = RunConsistency.of(in);
    if (found.isEmpty()) {
      return List.of();
    }
    RunConsistency run = found.get();
    List<String> lines = new ArrayList<>();
    lines.add(QUESTION + " " + answer(in, run));
    for (Group load : run.loads()) {
      lines.add(name(in, load.levels().getFirst()) + ": " + line(load, run.unit()));
    }
    Group across = run.across();
    if (across != null) {
      lines.add("different loads: " + line(across, run.unit()));
    }
    String note = "answers at temperature 0, the same prompts at each level";
    lines.add(
        run.excluded() == 0
            ? note
            : note
                + "; "
                + Figures.counted(run.excluded(), "request")
                + " without an answer not compared");
    return lines;
  }

  /// Returns the name of a load.
  ///
  /// @param first the number of its first level
  static String name(ReportInput in, int first) {
    return in.result().levels().stream()
        .filter(level -> level.level() == first)
        .findFirst()
        .map(LevelResult::load)
        .map(LevelName::of)
        .map(LevelName::shown)
        .orElse("level " + (first + 1));
  }

  private static String line(Group group, String unit) {
    if (group.differingPairs() == null
        || group.identicalLow95() == null
        || group.identicalHigh95() == null
        || group.rougeL() == null) {
      return Figures.counted(group.answers(), "answer") + ", each to another prompt";
    }
    List<String> parts = new ArrayList<>();
    parts.add(
        "answers identical for %s of %s (%s to %s)"
            .formatted(
                Figures.share((double) group.identical() / group.prompts()),
                Figures.counted(group.prompts(), "prompt"),
                Figures.share(group.identicalLow95()),
                Figures.share(group.identicalHigh95())));
    if (group.differingPairs() > 0) {
      parts.add(Figures.share(group.differingPairs()) + " of pairs differ");
    }
    if (group.firstDifference() != null) {
      parts.add("first difference at %s %.0f (median)".formatted(unit, group.firstDifference()));
    }
    parts.add(String.format(Locale.ROOT, "ROUGE-L %.3f", group.rougeL()));
    group
        .spreads()
        .forEach(spread ->
            parts.add(
                String.format(
                    Locale.ROOT,
                    "%s differs by %.3g (at most %.3g)",
                    spread.label(),
                    spread.mean(),
                    spread.most())));
    return String.join(" · ", parts);
  }

  /// Returns the answer to [#QUESTION].
  static String answer(ReportInput in, RunConsistency run) {
    Group across = run.across();
    if (across == null) {
      return "Not measured: there is one load; name several, like --concurrency 1,8.";
    }
    Double differing = across.differingPairs();
    if (differing == null) {
      return "Not measured: no prompt was answered at several loads.";
    }
    Effect effect = run.effect();
    // An interrupted run may show the effect for fewer prompts than were answered at several loads.
    if (effect == null || (effect.across() == 0 && effect.within() == 0)) {
      return differing == 0
          ? identical(across.prompts())
          : "Not known: answers at different loads differ in %s of pairs, and no load has two answers to a prompt, which would show how often answers differ anyway; add --repeats 2."
              .formatted(Figures.share(differing));
    }
    String figures =
        "answers at different loads differ in %s of pairs, those at the same load in %s: %s"
            .formatted(
                Figures.share(effect.across()),
                Figures.share(effect.within()),
                points(effect.shift()));
    Unsteady unsteady = effect.unsteady();
    if (unsteady != null && unsteady.most() > unsteady.least()) {
      figures +=
          "; within %s %s of pairs differ, within %s %s: %s"
              .formatted(
                  name(in, unsteady.unsteadyLevel()),
                  Figures.share(unsteady.most()),
                  name(in, unsteady.steadyLevel()),
                  Figures.share(unsteady.least()),
                  points(unsteady.difference()));
    }
    boolean shown = effect.shift().shown() || (unsteady != null && unsteady.difference().shown());
    return shown
        ? "Yes: " + figures + "."
        : "The loads cannot be distinguished: " + figures + ". Chance alone can do that.";
  }

  private static String identical(int prompts) {
    return "No difference seen: all answers to %s are identical, whatever the load; at most %s of such prompts get other answers (95 %% confidence)."
        .formatted(
            Figures.counted(prompts, "prompt"),
            Figures.share(ShareBounds.upper(0, prompts, CONFIDENCE)));
  }

  private static String points(Difference found) {
    if (found.low95() == null || found.high95() == null) {
      return points(found.value()) + " points";
    }
    return "%s points (%s to %s)"
        .formatted(points(found.value()), points(found.low95()), points(found.high95()));
  }

  private static String points(double share) {
    return String.format(Locale.ROOT, "%+.1f", share * 100).replace('-', '−');
  }
}
