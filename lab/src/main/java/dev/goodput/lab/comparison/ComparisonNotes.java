package dev.goodput.lab.comparison;

import dev.goodput.metrics.LevelResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// What a reader of a comparison must know, a sentence each.
final class ComparisonNotes {
  private static final double UNLIKE_ANSWERS = .02;

  private final List<ComparedPair> pairs;
  private final List<String> notes = new ArrayList<>();

  private ComparisonNotes(List<ComparedPair> pairs) {
    this.pairs = pairs;
  }

  static List<String> of(List<ComparedPair> pairs) {
    ComparisonNotes notes = new ComparisonNotes(pairs);
    notes.addVoid();
    notes.addRuns(
        LevelResult::isShort,
        "judge fewer than 20 requests for each in flight, so that their figures vary more than need"
            + " be: longer runs");
    notes.addRuns(
        run -> run.backlog() != null,
        "were sent more than was answered, so that their latencies grow with their length: a lower"
            + " rate");
    notes.addFailures();
    notes.addAnswers();
    return notes.notes;
  }

  private void addVoid() {
    for (ComparedPair pair : pairs) {
      pair.voided()
          .ifPresent(why -> notes.add("pair %d is void: %s".formatted(pair.index() + 1, why)));
    }
  }

  private void addRuns(Predicate<LevelResult> which, String what) {
    long found = runs().filter(which).count();
    if (found > 0) {
      notes.add("%d of %d runs %s".formatted(found, runs().count(), what));
    }
  }

  private Stream<LevelResult> runs() {
    return pairs.stream().flatMap(pair -> Stream.of(pair.a(), pair.b()));
  }

  /// Latencies of answers that are longer are of more work.
  private void addAnswers() {
    OptionalDouble a = answers(ComparedPair::a);
    OptionalDouble b = answers(ComparedPair::b);
    boolean both = a.isPresent() && b.isPresent();
    if (both && Math.abs(b.getAsDouble() / a.getAsDouble() - 1) > UNLIKE_ANSWERS) {
      notes.add(
          String.format(
              Locale.ROOT,
              "B's answers have %.0f tokens on average and A's %.0f, so that they were not asked"
                  + " the same work: ask for whole lengths (--ignore-eos)",
              b.getAsDouble(),
              a.getAsDouble()));
    }
  }

  private OptionalDouble answers(Function<ComparedPair, LevelResult> side) {
    return pairs.stream()
        .filter(pair -> pair.voided().isEmpty())
        .map(side)
        .flatMap(run -> Stream.ofNullable(run.outputTokensPerAnswer()))
        .filter(tokens -> tokens > 0)
        .mapToDouble(Double::doubleValue)
        .average();
  }

  /// Who was sent away is in no latency.
  private void addFailures() {
    String a = failures(ComparedPair::a);
    String b = failures(ComparedPair::b);
    if (!a.isEmpty() || !b.isEmpty()) {
      notes.add(
          "failures: B %s, A %s; latencies are of the answers that came"
              .formatted(b.isEmpty() ? "none" : b, a.isEmpty() ? "none" : a));
    }
  }

  private String failures(Function<ComparedPair, LevelResult> side) {
    long failed = pairs.stream().map(side).mapToLong(run -> run.totals().failed()).sum();
    long judged = pairs.stream().map(side).mapToLong(run -> run.totals().judged()).sum();
    return failed == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "%,d of %,d (%.2f %%)",
            failed,
            judged,
            100.0 * failed / Math.max(1, judged));
  }
}
