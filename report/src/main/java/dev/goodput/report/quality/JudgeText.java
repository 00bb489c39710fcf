package dev.goodput.report.quality;

import dev.goodput.report.ReportInput;
import dev.goodput.report.model.Fact;
import dev.goodput.report.quality.RunJudge.Group;
import dev.goodput.report.quality.RunJudge.Share;
import dev.goodput.report.words.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The verdicts of a judge in words.
public final class JudgeText {
  private static final double NO_PREFERENCE = 0.5;

  private JudgeText() {}

  /// Returns one line per level. Empty if the run had no judge.
  public static List<String> lines(ReportInput in) {
    Optional<RunJudge> run = RunJudge.of(in);
    if (run.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    for (Group level : run.get().levels()) {
      String name =
          in.result().levels().size() < 2 ? "" : ConsistencyText.name(in, level.level()) + ": ";
      lines.add(name + line(run.get().model(), level));
    }
    return lines;
  }

  /// Returns the judge and its prompt, for the page. Empty if the run had no judge.
  public static List<Fact> facts(ReportInput in) {
    return RunJudge.of(in)
        .map(run ->
            List.of(new Fact("judge", run.model()), new Fact("judge's prompt", run.prompt())))
        .orElse(List.of());
  }

  /// Returns the verdicts as parts of one line: `better-model: 0.46 against the references
  /// (0.41–0.51; 0.5 is as good), of 98 responses · same verdict in both orders for 81 % …`.
  public static String line(String model, Group group) {
    List<String> parts = new ArrayList<>();
    Share score = group.score();
    parts.add(
        score == null
            ? model + ": no response judged"
            : String.format(
                Locale.ROOT,
                "%s: %.3f against the references (%.3f–%.3f; 0.5 is as good), of %s",
                model,
                score.value(),
                score.low95(),
                score.high95(),
                Figures.counted(group.judged() + group.failed(), "response")));
    Share agreement = group.agreement();
    if (agreement != null) {
      parts.add("same verdict in both orders for " + shown(agreement));
    }
    Share first = group.firstPosition();
    if (first != null) {
      parts.add(bias(first) + " for " + shown(first) + " of the verdicts");
    }
    addCount(parts, group.failed(), "failed request", " counted as worse");
    addCount(parts, group.withoutReference(), "response", " without a reference not judged");
    addCount(
        parts,
        group.unreadable(),
        "reply",
        " of the judge without a verdict" + quoted(group.example()));
    addCount(parts, group.unanswered(), "request", " to the judge failed" + because(group));
    addCount(parts, group.notJudged(), "response", " not judged, as judging stopped early");
    return String.join(" · ", parts);
  }

  private static String bias(Share first) {
    if (first.low95() > NO_PREFERENCE) {
      return "position bias: it prefers the text that comes first,";
    }
    return first.high95() < NO_PREFERENCE
        ? "position bias: it prefers the text that comes second, with the first one chosen"
        : "no position bias shown: the first text is chosen";
  }

  private static String shown(Share share) {
    return "%s (%s to %s)"
        .formatted(
            Figures.share(share.value()),
            Figures.share(share.low95()),
            Figures.share(share.high95()));
  }

  private static void addCount(List<String> parts, long count, String one, String what) {
    if (count > 0) {
      String counted =
          one.equals("reply") && count > 1
              ? Figures.count(count) + " replies"
              : Figures.counted(count, one);
      parts.add(counted + what);
    }
  }

  private static String quoted(@Nullable String example) {
    return example == null ? "" : ", like \"" + example + "\"";
  }

  private static String because(Group group) {
    return group.problem() == null ? "" : " (" + group.problem() + ")";
  }
}
