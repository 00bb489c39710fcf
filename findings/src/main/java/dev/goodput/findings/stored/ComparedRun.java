package dev.goodput.findings.stored;

import dev.goodput.findings.search.SearchExperiment;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.ModelName;
import dev.goodput.record.WorkloadKeys;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.RunText;
import dev.goodput.report.words.SafeText;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A run in a comparison of stored runs.
///
/// @param label `A` for the first, `B`, …
/// @param name what it is called: by somebody, or by its directory
/// @param report all that is known of it, judged
/// @param gpus how many GPUs serve it, null if unknown
public record ComparedRun(String label, String name, ReportInput report, @Nullable Integer gpus) {
  /// A run that misses its SLO was measured all the same.
  private static final Set<Conclusion> MEASURED =
      EnumSet.of(
          Conclusion.GOOD, Conclusion.SLO_MISSED, Conclusion.REGRESSED, Conclusion.INCONCLUSIVE);

  /// What is the same as nothing typed.
  private static final Pattern NOTHING = Pattern.compile(", (cv|time scale) 1(\\.0)?(?=,|$)");

  /// The levels' own parts of a schedule.
  private static final Pattern AMOUNTS_OF_A_BURST =
      Pattern.compile(", (rate|users|for) [^,]+|" + NOTHING.pattern());

  private static final Pattern AMOUNTS =
      Pattern.compile(", requests [^,]+|" + AMOUNTS_OF_A_BURST.pattern());

  /// A value of its manifest, short enough to be shown; empty where it is not there.
  Optional<String> fact(String key) {
    return report.fact(key).map(SafeText::shortened);
  }

  /// Label and name.
  String called() {
    return label + " (" + name + ")";
  }

  boolean isSlice() {
    return fact("run.shard").isPresent();
  }

  boolean isRepeated() {
    return report.repeats().isPresent();
  }

  /// What it was made for beyond its levels: `search`; empty where for these.
  Optional<String> experiment() {
    return Optional.ofNullable(report.experiment()).map(made -> made.command());
  }

  /// Whether it steered one load, so that its levels are no loads of their own.
  boolean steered() {
    return report.experiment() instanceof SearchExperiment;
  }

  ClientHealth.Verdict client() {
    return report.result().client().verdict();
  }

  /// Returns whether the run failed as a whole, whatever its figures: by its own conclusion it had
  /// too many failures, its client was the bottleneck, or nothing was measured.
  public boolean failed() {
    return !MEASURED.contains(report.conclusion());
  }

  /// Returns why its own conclusion rules out comparing its figures.
  Optional<String> unsound() {
    return failed()
        ? Optional.of(
            called()
                + " failed: "
                + RunText.conclusion(report)
                    .map(Verdict::text)
                    .orElseGet(() -> report.conclusion().name()))
        : Optional.empty();
  }

  /// Where its tokens are counted: `usage`, or the sources of its answers.
  String tokensFrom() {
    return levels()
        .flatMap(level -> level.tokens().answersBySource().keySet().stream())
        .map(source -> source.name().toLowerCase(Locale.ROOT))
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private Stream<LevelResult> levels() {
    return report.result().levels().stream();
  }

  /// Returns whether its responses were streamed; earlier versions had no other kind.
  boolean streamed() {
    return fact("run.stream").filter("false"::equals).isEmpty();
  }

  /// Its model, by the one spelling that models are compared by.
  Optional<String> model() {
    return report.fact("target.model").map(ModelName::canonical);
  }

  boolean hasSameRequestsAs(ComparedRun other) {
    return WorkloadKeys.differing(report.manifest(), other.report.manifest()).isEmpty();
  }

  /// Whether tokens, speeds and rates rest on the same as another's: figures of runs that differ
  /// there are of different things.
  boolean restsOnTheSameAs(ComparedRun other) {
    return hasSameRequestsAs(other)
        && streamed() == other.streamed()
        && model().equals(other.model())
        && tokensFrom().equals(other.tokensFrom());
  }

  /// How its arrivals were made, and where their rate changes with time how many and how long;
  /// empty if unknown.
  Optional<String> shape() {
    return report.fact("run.schedule").map(ComparedRun::shape);
  }

  private static String shape(String schedule) {
    Pattern amounts =
        switch (ArrivalKind.of(schedule.split(",", 2)[0])) {
          case TRACE, STAGES -> NOTHING;
          case BURST -> AMOUNTS_OF_A_BURST;
          default -> AMOUNTS;
        };
    return amounts.matcher(schedule).replaceAll("");
  }
}
