package dev.goodput.runner.score;

import dev.goodput.lab.BenchPlan;
import dev.goodput.metrics.interval.MeanInterval;
import dev.goodput.quality.AnswerGroup;
import dev.goodput.quality.AnswerGroup.Answer;
import dev.goodput.quality.AnswerGroup.Difference;
import dev.goodput.quality.AnswerGroup.Pairs;
import dev.goodput.quality.LoadEffect;
import dev.goodput.quality.ScoreColumn;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.quality.RunConsistency;
import dev.goodput.report.quality.RunConsistency.Effect;
import dev.goodput.report.quality.RunConsistency.Example;
import dev.goodput.report.quality.RunConsistency.Group;
import dev.goodput.report.quality.RunConsistency.Spread;
import dev.goodput.report.quality.RunConsistency.Unsteady;
import dev.goodput.report.quality.TextExcerpt;
import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.TurnPlan;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The comparison of a run's answers to the same prompts, after its last request.
final class ConsistencyCheck {
  private static final int MAX_EXAMPLES = 3;
  private static final int BEFORE = 40; // characters of an example before the difference
  private static final int AFTER = 120;

  private final BenchPlan plan;
  private final FirstDifference position;
  private final List<ScoreColumn> columns;
  private final PromptAnswers answers;
  private final List<AnswerGroup> groups;

  /// Reads the answers.
  ///
  /// @param columns the scores of the answers; empty if they were not scored
  ConsistencyCheck(BenchPlan plan, Path directory, List<ScoreColumn> columns) {
    this.plan = plan;
    this.position = FirstDifference.in(plan.tokenizer());
    this.columns = columns;
    this.answers =
        PromptAnswers.read(
            plan, directory.resolve(RunDirectory.ANSWERS_FILE), new RequestScores(directory));
    this.groups = answers.prompts().stream().map(PromptAnswers.Prompt::group).toList();
  }

  /// Writes `consistency.json` and `consistency.csv`.
  ///
  /// @param keepText whether examples may be kept
  void write(RunDirectory directory, boolean keepText) {
    List<Integer> levels = answers.loads().stream().distinct().toList();
    List<Group> loads =
        levels.stream()
            .map(load -> group(levelsOf(load), load::equals, group -> group.within(load)))
            .toList();
    Group across =
        loads.size() < 2
            ? null
            : group(
                IntStream.range(0, answers.loads().size()).boxed().toList(),
                _ -> true,
                AnswerGroup::across);
    List<Effect> effects =
        LoadEffect.of(groups, plan.seed()).stream().map(ConsistencyCheck::effect).toList();
    new RunConsistency(
            position.unit(),
            answers.excluded(),
            loads,
            across,
            effects.isEmpty() ? null : effects.getFirst(),
            keepText ? examples() : List.of())
        .write(directory.path());
    writeRows(directory.path().resolve(RunConsistency.ROWS));
  }

  private static Effect effect(LoadEffect found) {
    LoadEffect.Unsteady unsteady = found.unsteady();
    return new Effect(
        found.prompts(),
        found.across(),
        found.within(),
        difference(found.shift()),
        unsteady == null
            ? null
            : new Unsteady(
                unsteady.steady(),
                unsteady.unsteady(),
                unsteady.least(),
                unsteady.most(),
                difference(unsteady.difference())));
  }

  private static RunConsistency.Difference difference(LoadEffect.Difference found) {
    return new RunConsistency.Difference(
        found.value(), found.low(), found.high(), found.p(), found.shown());
  }

  private List<Integer> levelsOf(int load) {
    return IntStream.range(0, answers.loads().size())
        .filter(level -> answers.loads().get(level) == load)
        .boxed()
        .toList();
  }

  private Group group(
      List<Integer> levels, IntPredicate load, Function<AnswerGroup, List<Pairs>> compared) {
    List<Pairs> pairs = groups.stream().flatMap(each -> compared.apply(each).stream()).toList();
    long count =
        groups.stream()
            .flatMap(each -> each.answers().stream())
            .filter(each -> load.test(each.load()))
            .count();
    int n = pairs.size();
    if (n == 0) {
      return new Group(levels, count, 0, 0, null, null, null, null, null, List.of());
    }
    int identical = (int) pairs.stream().filter(each -> each.differing() == 0).count();
    MeanInterval interval = MeanInterval.of(n, n, identical, identical);
    return new Group(
        levels,
        count,
        n,
        identical,
        interval.low(),
        interval.high(),
        pairs.stream().mapToDouble(Pairs::share).average().orElseThrow(),
        firstDifference(pairs),
        pairs.stream().mapToDouble(Pairs::rougeL).average().orElseThrow(),
        spreads(load, compared));
  }

  /// Returns the median over pairs of answers that differ; null if none do.
  private @Nullable Double firstDifference(List<Pairs> pairs) {
    int[] sorted =
        pairs.stream()
            .flatMap(each -> each.differences().stream())
            .flatMapToInt(each ->
                IntStream.generate(() -> position.of(each.first(), each.second()))
                    .limit(each.pairs()))
            .sorted()
            .toArray();
    int n = sorted.length;
    return n == 0 ? null : Double.valueOf((sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0);
  }

  private List<Spread> spreads(IntPredicate load, Function<AnswerGroup, List<Pairs>> compared) {
    List<Spread> spreads = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int column = i;
      double[] values =
          groups.stream()
              .filter(each -> !compared.apply(each).isEmpty())
              .map(each -> each.spread(load, column))
              .filter(OptionalDouble::isPresent)
              .mapToDouble(OptionalDouble::orElseThrow)
              .toArray();
      if (values.length > 0) {
        spreads.add(
            new Spread(
                columns.get(i).key(),
                columns.get(i).label(),
                Arrays.stream(values).average().orElseThrow(),
                Arrays.stream(values).max().orElseThrow()));
      }
    }
    return spreads;
  }

  private List<Example> examples() {
    return answers.prompts().stream().flatMap(this::example).limit(MAX_EXAMPLES).toList();
  }

  /// Returns the first answer to a prompt and the first that differs from it.
  private Stream<Example> example(PromptAnswers.Prompt prompt) {
    Answer first = prompt.answers().getFirst();
    return IntStream.range(1, prompt.answers().size())
        .filter(i -> !prompt.answers().get(i).text().equals(first.text()))
        .limit(1)
        .mapToObj(i -> {
          String other = prompt.answers().get(i).text();
          int at = FirstDifference.character(first.text(), other);
          TurnPlan turn = turn(prompt);
          String reference = turn.reference();
          return new Example(
              prompt.session(),
              prompt.turn(),
              TextExcerpt.of(PromptFile.prompt(turn)),
              reference == null ? null : TextExcerpt.of(reference),
              position.of(first.text(), other),
              prompt.levels().getFirst(),
              excerpt(first.text(), at),
              prompt.levels().get(i),
              excerpt(other, at));
        });
  }

  /// Returns the first request with a prompt.
  private TurnPlan turn(PromptAnswers.Prompt prompt) {
    int level = prompt.levels().getFirst();
    for (SessionPlan session : PlannedRequests.sessions(plan, level)) {
      if (session.id() == prompt.session()) {
        return session.turns().get(prompt.turn());
      }
    }
    throw new IllegalStateException(
        "level %d has no session %d, which was sent".formatted(level, prompt.session()));
  }

  private static String excerpt(String text, int at) {
    int from = Math.max(0, at - BEFORE);
    int to = Math.min(text.length(), at + AFTER);
    // No half of a surrogate pair at either end.
    from -= from > 0 && Character.isLowSurrogate(text.charAt(from)) ? 1 : 0;
    to -= to < text.length() && Character.isLowSurrogate(text.charAt(to)) ? 1 : 0;
    return (from > 0 ? "…" : "") + text.substring(from, to) + (to < text.length() ? "…" : "");
  }

  private void writeRows(Path file) {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write(
          "session,turn,answers,different_texts,differing_pairs_same_load,"
              + "differing_pairs_other_load,first_difference,rougeL\r\n");
      for (PromptAnswers.Prompt prompt : answers.prompts()) {
        AnswerGroup group = prompt.group();
        List<Pairs> within =
            answers.loads().stream()
                .distinct()
                .flatMap(load -> group.within(load).stream())
                .toList();
        List<Pairs> across = group.across();
        List<Pairs> all = Stream.concat(within.stream(), across.stream()).toList();
        if (!all.isEmpty()) {
          out.write(
              "%d,%d,%d,%d,%s,%s,%s,%s\r\n"
                  .formatted(
                      prompt.session(),
                      prompt.turn(),
                      prompt.answers().size(),
                      prompt.answers().stream().map(Answer::text).distinct().count(),
                      mean(within, Pairs::share),
                      mean(across, Pairs::share),
                      first(all),
                      mean(all, Pairs::rougeL)));
        }
      }
    } catch (IOException e) {
      throw new RecordException.WriteFailed(file, e);
    }
  }

  /// Returns the earliest position at which any two answers differ; empty if none do.
  private String first(List<Pairs> pairs) {
    List<Difference> differences =
        pairs.stream().flatMap(each -> each.differences().stream()).toList();
    return differences.isEmpty()
        ? ""
        : String.valueOf(
            differences.stream()
                .mapToInt(each -> position.of(each.first(), each.second()))
                .min()
                .orElseThrow());
  }

  private static String mean(List<Pairs> pairs, Function<Pairs, Double> value) {
    return pairs.isEmpty()
        ? ""
        : String.format(
            Locale.ROOT, "%s", pairs.stream().mapToDouble(value::apply).average().orElseThrow());
  }
}
