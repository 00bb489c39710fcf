package dev.goodput.findings.stored;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportInput;
import dev.goodput.report.quality.RunScores;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelName;
import dev.goodput.report.words.LevelPoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A load of a run and its results (one level, or all levels that repeat it), and which of its
/// figures have a ratio to those of another run.
///
/// @param run whose it is
/// @param name `poisson 8/s`; a second one of the name has a number behind it
/// @param levels one, or several that repeat it
/// @param repeats these taken together, null of one
/// @param excluded why its figures cannot be compared, as the rest of a sentence; null if they can
record ComparedLoad(
    ComparedRun run,
    String name,
    List<LevelResult> levels,
    @Nullable Repeats repeats,
    @Nullable String excluded) {
  private static final Set<LatencyMetric> OF_TOKENS = Set.of(LatencyMetric.TPOT, LatencyMetric.ITL);

  ComparedLoad {
    levels = List.copyOf(levels);
  }

  /// The loads of a run that stand for it.
  static List<ComparedLoad> of(ComparedRun run) {
    ReportInput in = run.report();
    List<LevelResult> levels = in.result().levels();
    Experiment made = in.experiment();
    if (made != null && run.steered()) {
      return steered(run, made);
    }
    Optional<Repeats> repeats = in.repeats();
    if (repeats.isPresent() && !levels.isEmpty()) {
      return List.of(together(run, repeats.get()));
    }
    return each(run);
  }

  private static List<ComparedLoad> steered(ComparedRun run, Experiment made) {
    return run.report().result().levels().stream()
        .filter(level -> level.level() == made.level())
        .map(level -> one(run, "steered load", level))
        .toList();
  }

  private static List<ComparedLoad> each(ComparedRun run) {
    Map<String, Integer> seen = new HashMap<>();
    List<ComparedLoad> loads = new ArrayList<>();
    for (LevelResult level : run.report().result().levels()) {
      String name = LevelName.of(level.load());
      int number = seen.merge(name, 1, Integer::sum);
      loads.add(one(run, number == 1 ? name : name + " #" + number, level));
    }
    return loads;
  }

  /// Levels that repeat one load: those of them that count.
  private static ComparedLoad together(ComparedRun run, Repeats repeats) {
    List<LevelResult> levels = run.report().result().levels();
    String name = LevelName.of(levels.getFirst().load());
    List<Integer> out = repeats.excluded().stream().map(Repeats.Excluded::level).toList();
    List<LevelResult> counted =
        levels.stream().filter(level -> !out.contains(level.level())).toList();
    return counted.isEmpty()
        ? one(run, name, levels.getFirst())
        : new ComparedLoad(run, name, counted, repeats, whyNot(run, counted));
  }

  private static @Nullable String whyNot(ComparedRun run, List<LevelResult> levels) {
    if (run.isSlice()) {
      return "it is a slice of a load, and no run";
    }
    if (levels.size() == 1) {
      return LevelPoint.unfit(levels.getFirst(), run.report().maxErrorRate()).orElse(null);
    }
    long failed = levels.stream().mapToLong(level -> level.totals().failed()).sum();
    long judged = levels.stream().mapToLong(level -> level.totals().judged()).sum();
    return judged > 0 && (double) failed / judged > run.report().maxErrorRate()
        ? Figures.share((double) failed / judged) + " of its requests failed"
        : null;
  }

  private static ComparedLoad one(ComparedRun run, String name, LevelResult level) {
    return new ComparedLoad(run, name, List.of(level), null, whyNot(run, List.of(level)));
  }

  /// Whether rates are of the whole run, as the window is short.
  boolean ratesOfWholeRun() {
    return levels.stream().anyMatch(level -> level.window().ratesOfWholeRun());
  }

  /// Returns whether it is the same load as another of the same name: a name does not include the
  /// scale of a trace, the burstiness of arrivals, or how long the stages last. An unknown value
  /// matches any.
  boolean sameShape(ComparedLoad other) {
    Optional<String> mine = run.shape();
    Optional<String> theirs = other.run.shape();
    return mine.isEmpty() || theirs.isEmpty() || mine.equals(theirs);
  }

  /// The point that it is, of repeats the mean of theirs; empty where it is none.
  Optional<LevelPoint> point() {
    List<LevelPoint> points =
        levels.stream().map(LevelPoint::of).flatMap(Optional::stream).toList();
    if (excluded != null || points.isEmpty()) {
      return Optional.empty();
    }
    List<Double> interactivity =
        points.stream().map(LevelPoint::interactivity).filter(Objects::nonNull).toList();
    return Optional.of(
        new LevelPoint(
            mean(points.stream().map(LevelPoint::speed).toList()),
            interactivity.isEmpty() ? null : Double.valueOf(mean(interactivity)),
            mean(points.stream().map(LevelPoint::throughput).toList())));
  }

  static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  /// Returns the names of the loads that both have.
  static List<String> commonLoads(ComparedRun one, ComparedRun other) {
    return ComparedLoad.of(other).stream()
        .filter(load -> sameLoad(one, load).isPresent())
        .map(ComparedLoad::name)
        .toList();
  }

  /// Returns a run's result at the load of another; empty if it has none.
  static Optional<ComparedLoad> sameLoad(ComparedRun run, ComparedLoad load) {
    return ComparedLoad.of(run).stream().filter(each -> sameLoad(each, load)).findFirst();
  }

  private static boolean sameLoad(ComparedLoad one, ComparedLoad other) {
    return one.name().equals(other.name()) && one.sameShape(other);
  }

  /// Why a figure has no ratio to the first run's at the same load, a sentence's rest; empty where
  /// it has one.
  static Optional<String> noRatio(ComparedFigure measure, ComparedLoad first, ComparedLoad load) {
    return Stream.of(unfit(first, load), unlike(measure, first, load))
        .flatMap(Optional::stream)
        .findFirst()
        .or(() -> kind(measure, first.run(), load.run()));
  }

  /// What forbids a ratio of any figure, a sentence's rest.
  static Optional<String> unfit(ComparedLoad first, ComparedLoad load) {
    String why = first.excluded() == null ? load.excluded() : first.excluded();
    if (why != null) {
      return Optional.of(why);
    }
    if (!first.run().hasSameRequestsAs(load.run())) {
      return Optional.of("another workload");
    }
    return first.run().steered() || load.run().steered()
        ? Optional.of("its rate moved")
        : given(!first.sameShape(load), "another load");
  }

  private static Optional<String> unlike(
      ComparedFigure measure, ComparedLoad first, ComparedLoad load) {
    boolean apart = first.ratesOfWholeRun() != load.ratesOfWholeRun();
    boolean longer =
        measure.kind() == ComparedFigure.Kind.ANSWERS && ComparedFigure.unlikeAnswers(first, load);
    return given(measure.overTime() && apart, "one is of the whole run, the other of its window")
        .or(() -> given(longer, "answers of other lengths"))
        .or(() -> undefined(measure.of(first), measure.of(load)));
  }

  /// A maximum grows with the number of requests, of one and the same server too.
  private static Optional<String> undefined(
      ComparedFigure.Figure one, ComparedFigure.Figure other) {
    return given(one.maximum() || other.maximum(), "too few requests for the percentile")
        .or(() -> given(isZero(one), "the first is 0"));
  }

  private static boolean isZero(ComparedFigure.Figure figure) {
    return figure.value() != null && figure.value() == 0;
  }

  private static Optional<String> kind(ComparedFigure measure, ComparedRun one, ComparedRun other) {
    return switch (measure.kind()) {
      case LATENCY, ANSWERS, REQUESTS ->
          given(one.streamed() != other.streamed(), "not both are streamed");
      case TOKENS -> tokens(one, other);
      case QUALITY -> given(!scoring(one).equals(scoring(other)), "scored by other settings");
      case GOODPUT -> slo(one, other).or(() -> judgedByTokens(one, other));
      case GOOD_TOKENS -> slo(one, other).or(() -> tokens(one, other));
      case COST ->
          given(!sameLoad(one, other, "run.currency"), "another currency")
              .or(() -> tokens(one, other));
    };
  }

  /// Returns the settings of a run's scores, such as `ignore_case`.
  static List<String> scoring(ComparedRun run) {
    return RunScores.of(run.report()).map(RunScores::settings).orElse(List.of());
  }

  private static Optional<String> tokens(ComparedRun one, ComparedRun other) {
    return given(!one.restsOnTheSameAs(other), "other tokens");
  }

  private static Optional<String> slo(ComparedRun one, ComparedRun other) {
    return given(!ComparedFacts.slo(one).equals(ComparedFacts.slo(other)), "another SLO");
  }

  /// A bound on the time of a token holds for tokens of one source.
  private static Optional<String> judgedByTokens(ComparedRun one, ComparedRun other) {
    boolean byTokens =
        one.report().options().slos().stream()
            .flatMap(slo -> slo.bounds().stream())
            .anyMatch(each -> OF_TOKENS.contains(each.metric()));
    return given(byTokens && !one.tokensFrom().equals(other.tokensFrom()), "other tokens");
  }

  private static Optional<String> given(boolean so, String why) {
    return so ? Optional.of(why) : Optional.empty();
  }

  private static boolean sameLoad(ComparedRun one, ComparedRun other, String key) {
    return Objects.equals(one.report().fact(key), other.report().fact(key));
  }
}
