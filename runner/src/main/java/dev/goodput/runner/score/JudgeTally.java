package dev.goodput.runner.score;

import dev.goodput.metrics.interval.MeanInterval;
import dev.goodput.quality.JudgePrompt.Verdict;
import dev.goodput.report.quality.RunJudge;
import dev.goodput.report.quality.RunJudge.Share;
import dev.goodput.runner.score.Judge.Judged;
import dev.goodput.runner.score.Judge.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The sums of a judge's verdicts. Single-threaded.
final class JudgeTally {
  private final List<Double> scores = new ArrayList<>();
  private final List<Double> agreements = new ArrayList<>();
  private final List<Double> firsts = new ArrayList<>();
  private long failed;
  private long withoutReference;
  private long unreadable;
  private long unanswered;
  private long notJudged;
  private @Nullable String example;
  private @Nullable String problem;

  /// Adds a failed request, which loses against its reference.
  void addFailed() {
    failed++;
    scores.add(0.0);
  }

  /// Adds a response without a reference.
  void addWithoutReference() {
    withoutReference++;
  }

  /// Adds the replies about an answer.
  ///
  /// @param judged the replies; null if there was no judge
  /// @return the answer's score, see [RunJudge.Group]; empty if it has none
  OptionalDouble add(@Nullable Judged judged) {
    if (judged == null) {
      notJudged++;
      return OptionalDouble.empty();
    }
    Stream.of(judged.answerFirst(), judged.answerSecond()).forEach(this::count);
    OptionalDouble first = score(judged.answerFirst().verdict(), Verdict.FIRST);
    OptionalDouble second = score(judged.answerSecond().verdict(), Verdict.SECOND);
    if (first.isEmpty() || second.isEmpty()) {
      return OptionalDouble.empty();
    }
    double score = (first.getAsDouble() + second.getAsDouble()) / 2;
    scores.add(score);
    agreements.add(first.getAsDouble() == second.getAsDouble() ? 1.0 : 0.0);
    Stream.of(judged.answerFirst(), judged.answerSecond())
        .filter(reply -> reply.verdict() != Verdict.TIE)
        .mapToDouble(reply -> reply.verdict() == Verdict.FIRST ? 1 : 0)
        .average()
        .ifPresent(firsts::add);
    return OptionalDouble.of(score);
  }

  private void count(Reply reply) {
    if (reply.verdict() == null) {
      unanswered++;
      problem = problem == null ? reply.text() : problem;
    } else if (reply.verdict() == Verdict.UNREADABLE) {
      unreadable++;
      example = example == null ? reply.text() : example;
    }
  }

  /// Returns 1 for a verdict for the answer, 0 for one for the reference.
  private static OptionalDouble score(@Nullable Verdict verdict, Verdict forTheAnswer) {
    if (verdict == null || verdict == Verdict.UNREADABLE) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(verdict == Verdict.TIE ? 0.5 : verdict == forTheAnswer ? 1 : 0);
  }

  /// Returns the result.
  ///
  /// @param level the number of the level
  /// @param tasks how many different requests the workload has
  RunJudge.Group end(int level, long tasks) {
    return new RunJudge.Group(
        level,
        scores.size() - failed,
        failed,
        withoutReference,
        unreadable,
        unanswered,
        notJudged,
        share(scores, tasks),
        share(agreements, tasks),
        share(firsts, tasks),
        example,
        problem);
  }

  private static @Nullable Share share(List<Double> values, long tasks) {
    if (values.isEmpty()) {
      return null;
    }
    double sum = values.stream().mapToDouble(each -> each).sum();
    double squares = values.stream().mapToDouble(each -> each * each).sum();
    MeanInterval interval = MeanInterval.of(values.size(), tasks, sum, squares);
    return new Share(sum / values.size(), interval.low(), interval.high());
  }
}
