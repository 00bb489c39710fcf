package dev.goodput.findings.stored;

import dev.goodput.report.ReportInput;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.quality.RunScores;
import dev.goodput.report.quality.RunTexts;
import dev.goodput.report.quality.ScoreRows;
import dev.goodput.report.quality.TaskScores;
import dev.goodput.report.quality.TextExcerpt;
import dev.goodput.report.words.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The tasks of a load whose mean scores differ in a later run from those in run A, and a few of
/// them with both answers. Requests with the same prompt and reference are one task, if run A keeps
/// its texts; else each request is one.
///
/// @param run the label of the later run
/// @param load the load of both
/// @param score what is compared: `exact match`
/// @param lower tasks with a lower score than in run A
/// @param higher tasks with a higher score
/// @param same tasks with the same score
/// @param samples the tasks with the largest differences, each prompt once
/// @param missing why there are no samples; empty if there are or no task differs
record DifferingAnswers(
    String run,
    String load,
    String score,
    int lower,
    int higher,
    int same,
    List<Sample> samples,
    String missing) {
  private static final int MOST = 6;
  private static final int READ = 60; // some have the same prompt
  private static final double EQUAL = 1e-9;

  /// A task and its answers.
  ///
  /// @param prompt the last message of the user
  /// @param reference the expected answer; null if there is none
  /// @param a the answer of run A
  /// @param b the answer of the later run
  record Sample(String prompt, @Nullable String reference, Answer a, Answer b) {
    private JsonObject fields() {
      return new JsonObject()
          .text("prompt", prompt)
          .text("reference", reference)
          .object("a", a.fields())
          .object("b", b.fields());
    }
  }

  /// An answer.
  ///
  /// @param score its score
  /// @param outcome `ok`, or how the request failed
  /// @param text the answer
  record Answer(double score, String outcome, String text) {
    private JsonObject fields() {
      return new JsonObject()
          .number("score", score)
          .text("outcome", outcome.equals("ok") ? "" : outcome)
          .text("text", text);
    }
  }

  /// A task whose scores differ.
  private record Task(String key, double a, double b) {
    double distance() {
      return Math.abs(b - a);
    }
  }

  /// The requests of a task.
  private static final class Requests {
    private Task mostDifferent = new Task("", 0, 0);
    private double change;
    private int requests;

    void add(Task request) {
      mostDifferent =
          requests == 0 || request.distance() > mostDifferent.distance() ? request : mostDifferent;
      change += request.b - request.a;
      requests++;
    }

    double meanChange() {
      return change / requests;
    }
  }

  /// Compares every later run with the first, at every load that both have, if the comparison is by
  /// quality and both runs sent the same tasks.
  static List<DifferingAnswers> of(StoredComparison comparison) {
    List<DifferingAnswers> all = new ArrayList<>();
    if (!comparison.by().contains(Aspect.QUALITY)) {
      return all;
    }
    for (StoredComparison.Shared shared : comparison.loads()) {
      ComparedLoad first = shared.first();
      for (ComparedLoad other : shared.loads().subList(1, shared.loads().size())) {
        if (first != null
            && other != null
            && (Tradeoff.unfit(comparison, first, other).isEmpty()
                || BoundClient.isOnlyReason(first, other))
            && Tradeoff.sameTasks(first, other)) {
          of(first, other).ifPresent(all::add);
        }
      }
    }
    return all;
  }

  private static Optional<DifferingAnswers> of(ComparedLoad a, ComparedLoad b) {
    Optional<RunScores.Score> score = Tradeoff.score(a);
    if (score.isEmpty()
        || Tradeoff.score(b).filter(each -> each.key().equals(score.get().key())).isEmpty()) {
      return Optional.empty();
    }
    Map<String, Double> ofA = TaskValues.scores(a, score.get().key(), 1);
    Map<String, Double> ofB = TaskValues.scores(b, score.get().key(), 1);
    List<Task> differing = new ArrayList<>();
    int lower = 0;
    Map<String, String> tasks = tasks(a.run().report());
    Map<String, Requests> both = new LinkedHashMap<>();
    for (Map.Entry<String, Double> each : ofA.entrySet()) {
      Double other = ofB.get(each.getKey());
      if (other != null) {
        both.computeIfAbsent(tasks.getOrDefault(each.getKey(), each.getKey()), _ -> new Requests())
            .add(new Task(each.getKey(), each.getValue(), other));
      }
    }
    for (Requests each : both.values()) {
      if (Math.abs(each.meanChange()) > EQUAL) {
        lower += each.meanChange() < 0 ? 1 : 0;
        differing.add(each.mostDifferent);
      }
    }
    // Levels of different numbers send different tasks.
    if (both.isEmpty()) {
      return Optional.empty();
    }
    differing.sort(Comparator.comparingDouble(Task::distance).reversed());
    String missing =
        differing.isEmpty()
            ? ""
            : List.of(a, b).stream()
                .filter(load -> !showsTexts(load.run().report()))
                .map(load -> load.run().label() + " keeps no texts")
                .findFirst()
                .orElse("");
    return Optional.of(
        new DifferingAnswers(
            b.run().label(),
            b.name(),
            score.get().label(),
            lower,
            differing.size() - lower,
            both.size() - differing.size(),
            missing.isEmpty() ? samples(a, b, differing) : List.of(),
            missing));
  }

  /// Returns the task of each request that a run keeps the prompt of.
  private static Map<String, String> tasks(ReportInput in) {
    Map<String, String> tasks = new HashMap<>();
    if (RunTexts.in(in.dir())) {
      UnaryOperator<String> task = TaskScores.tasks(in.dir());
      ScoreRows.read(
          in.dir(),
          row ->
              tasks.put(
                  TaskValues.task(row.request()),
                  task.apply(row.request().level() + " " + row.id())));
    }
    return tasks;
  }

  private static boolean showsTexts(ReportInput in) {
    return RunTexts.mayShow(in) && RunTexts.in(in.dir());
  }

  private static List<Sample> samples(ComparedLoad a, ComparedLoad b, List<Task> differing) {
    List<Task> first = differing.subList(0, Math.min(READ, differing.size()));
    Set<String> keys = new HashSet<>(first.stream().map(Task::key).toList());
    Map<String, RunTexts.Text> ofA = texts(a, keys);
    Map<String, RunTexts.Text> ofB = texts(b, keys);
    Set<String> prompts = new HashSet<>();
    List<Sample> samples = new ArrayList<>();
    for (Task task : first) {
      RunTexts.Text one = ofA.get(task.key);
      RunTexts.Text other = ofB.get(task.key);
      if (samples.size() < MOST && one != null && other != null && prompts.add(one.prompt())) {
        samples.add(
            new Sample(
                TextExcerpt.of(one.prompt()),
                one.reference() == null
                    ? null
                    : TextExcerpt.of(Objects.requireNonNull(one.reference())),
                new Answer(task.a, one.outcome(), TextExcerpt.of(one.answer())),
                new Answer(task.b, other.outcome(), TextExcerpt.of(other.answer()))));
      }
    }
    return samples;
  }

  private static Map<String, RunTexts.Text> texts(ComparedLoad load, Set<String> keys) {
    Map<String, RunTexts.Text> texts = new HashMap<>();
    RunTexts.read(
        load.run().report().dir(),
        request -> keys.contains(TaskValues.task(request)),
        text -> texts.put(TaskValues.task(text.request()), text));
    return texts;
  }

  /// Returns the counts in a sentence.
  String sentence() {
    return "%s: %s lower in %s than A, higher in %s, the same in %s"
        .formatted(
            score, run, Figures.counted(lower, "task"), Figures.count(higher), Figures.count(same));
  }

  JsonObject fields() {
    return new JsonObject()
        .text("run", run)
        .text("load", load)
        .text("score", score)
        .whole("lower", (long) lower)
        .whole("higher", (long) higher)
        .whole("same", (long) same)
        .objects("samples", samples, Sample::fields)
        .text("missing", missing);
  }
}
