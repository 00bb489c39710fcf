package dev.goodput.metrics.comparison;

import dev.goodput.metrics.result.LevelResult;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Notes for readers of a comparison, one sentence each.
public final class ComparisonNotes {
  private static final double LENGTH_TOLERANCE = .02;

  /// Mean lengths that different seeds draw from one distribution may differ by this by chance.
  private static final double REQUESTED_TOLERANCE = .1;

  private ComparisonNotes() {}

  static List<String> of(List<ComparedPair> pairs) {
    List<ComparedPair> counted =
        pairs.stream().filter(pair -> pair.voidReason().isEmpty()).toList();
    List<String> notes = new ArrayList<>();
    for (ComparedPair pair : pairs) {
      pair.voidReason()
          .ifPresent(why -> notes.add("pair %d is void: %s".formatted(pair.index() + 1, why)));
    }
    notes.addAll(of(a(pairs), b(pairs)));
    ofResponseLengths(a(counted), b(counted)).ifPresent(notes::add);
    return notes;
  }

  private static List<LevelResult> a(List<ComparedPair> pairs) {
    return pairs.stream().map(ComparedPair::a).toList();
  }

  private static List<LevelResult> b(List<ComparedPair> pairs) {
    return pairs.stream().map(ComparedPair::b).toList();
  }

  /// Returns notes on runs that are short or fall behind, and on failures.
  ///
  /// @param a all runs of A, including those that do not count
  /// @param b all runs of B, including those that do not count
  public static List<String> of(List<LevelResult> a, List<LevelResult> b) {
    List<LevelResult> runs = Stream.concat(a.stream(), b.stream()).toList();
    return Stream.of(
            ofRuns(
                runs,
                LevelResult::isShort,
                "too few requests ended for steady figures (fewer than 20 for each in flight): make"
                    + " runs longer"),
            ofRuns(
                runs,
                run -> run.backlog() != null,
                "requests arrived faster than the server answered them, so latencies grow with the"
                    + " length of the run: use a lower rate"),
            ofFailures(failures(a), failures(b)))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<String> ofRuns(
      List<LevelResult> runs, Predicate<LevelResult> which, String what) {
    long found = runs.stream().filter(which).count();
    return found > 0
        ? Optional.of("in %d of %d runs %s".formatted(found, runs.size(), what))
        : Optional.empty();
  }

  /// Returns a note if one side's responses are longer, because their latencies include more work.
  /// If lengths were requested, the server is blamed only if the share of them that it generated
  /// differs: runs with different seeds request different lengths.
  public static Optional<String> ofResponseLengths(List<LevelResult> a, List<LevelResult> b) {
    OptionalDouble ofA = meanOutputTokens(a);
    OptionalDouble ofB = meanOutputTokens(b);
    OptionalDouble shareA = generatedShare(a);
    OptionalDouble shareB = generatedShare(b);
    if (shareA.isEmpty() || shareB.isEmpty()) {
      return differ(ofA, ofB, LENGTH_TOLERANCE)
          ? Optional.of(
              "%s, so the work was not the same: request full lengths (--ignore-eos)"
                  .formatted(lengths(ofA, ofB)))
          : Optional.empty();
    }
    if (differ(shareA, shareB, LENGTH_TOLERANCE)) {
      return Optional.of(
          "B's responses have %s %% of the requested length and A's %s %%, so the work was not the same: request full lengths (--ignore-eos)"
              .formatted(percent(shareB), percent(shareA)));
    }
    return differ(ofA, ofB, REQUESTED_TOLERANCE)
        ? Optional.of(
            "%s, because other lengths were requested (another seed or workload), so the work was not the same"
                .formatted(lengths(ofA, ofB)))
        : Optional.empty();
  }

  private static String lengths(OptionalDouble a, OptionalDouble b) {
    return String.format(
        Locale.ROOT,
        "B's responses have %.0f tokens on average and A's %.0f",
        b.getAsDouble(),
        a.getAsDouble());
  }

  private static String percent(OptionalDouble share) {
    return new DecimalFormat("0.#", DecimalFormatSymbols.getInstance(Locale.ROOT))
        .format(100 * share.getAsDouble());
  }

  private static boolean differ(OptionalDouble a, OptionalDouble b, double tolerance) {
    return a.isPresent()
        && b.isPresent()
        && Math.abs(b.getAsDouble() / a.getAsDouble() - 1) > tolerance;
  }

  /// Returns the mean generated length ÷ the mean requested one; empty if none was requested.
  private static OptionalDouble generatedShare(List<LevelResult> runs) {
    double requested = 0;
    double generated = 0;
    for (LevelResult run : runs) {
      Double wanted = run.lengths().outputRequested();
      Double reported = run.lengths().outputReported();
      if (wanted != null && reported != null) {
        requested += wanted;
        generated += reported;
      }
    }
    return requested > 0 && generated > 0
        ? OptionalDouble.of(generated / requested)
        : OptionalDouble.empty();
  }

  private static OptionalDouble meanOutputTokens(List<LevelResult> runs) {
    return runs.stream()
        .flatMap(run -> Stream.ofNullable(run.outputTokensPerAnswer()))
        .filter(tokens -> tokens > 0)
        .mapToDouble(Double::doubleValue)
        .average();
  }

  /// Rejected requests are not included in latencies.
  private static Optional<String> ofFailures(String a, String b) {
    return a.isEmpty() && b.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "failures: B %s, A %s; latencies cover successful requests only"
                .formatted(b.isEmpty() ? "none" : b, a.isEmpty() ? "none" : a));
  }

  private static String failures(List<LevelResult> runs) {
    long failed = runs.stream().mapToLong(run -> run.totals().failed()).sum();
    long judged = runs.stream().mapToLong(run -> run.totals().judged()).sum();
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
