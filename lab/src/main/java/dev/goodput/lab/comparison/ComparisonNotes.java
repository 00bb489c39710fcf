package dev.goodput.lab.comparison;

import dev.goodput.metrics.LevelResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// What a reader of a comparison must know, a sentence each.
final class ComparisonNotes {
  private static final int REQUESTS_PER_IN_FLIGHT = 20;
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
        ComparisonNotes::isShort,
        "judge fewer than 20 requests for each in flight, so that their figures vary more than need"
            + " be: longer runs");
    notes.addRuns(
        run -> run.backlog() != null,
        "were sent more than was answered, so that their latencies grow with their length: a lower"
            + " rate");
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

  private static boolean isShort(LevelResult run) {
    Double inFlight = run.rates().concurrencyMean();
    return inFlight != null && run.requests().ok() < REQUESTS_PER_IN_FLIGHT * inFlight;
  }

  /// Latencies of answers that are longer are of more work.
  private void addAnswers() {
    double a = pairs.stream().mapToDouble(pair -> answer(pair.a())).average().orElse(0);
    double b = pairs.stream().mapToDouble(pair -> answer(pair.b())).average().orElse(0);
    if (a > 0 && b > 0 && Math.abs(b / a - 1) > UNLIKE_ANSWERS) {
      notes.add(
          String.format(
              Locale.ROOT,
              "B's answers have %.0f tokens on average and A's %.0f, so that they were not asked"
                  + " the same work: ask for whole lengths (--ignore-eos)",
              b,
              a));
    }
  }

  private static double answer(LevelResult run) {
    Double tokens = run.outputTokensPerAnswer();
    return tokens == null ? 0 : tokens;
  }
}
