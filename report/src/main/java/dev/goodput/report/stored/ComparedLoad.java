package dev.goodput.report.stored;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportInput;
import dev.goodput.report.frontier.LevelPoint;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A load of a run, and what it came to: one level, or all that repeat it.
///
/// @param run whose it is
/// @param name `poisson 8/s`; a second one of the name has a number behind it
/// @param levels one, or several that repeat it
/// @param repeats these taken together, null of one
/// @param leftOut why no figure of it is held against another's, a sentence's rest; null where it
///   may be
record ComparedLoad(
    ComparedRun run,
    String name,
    List<LevelResult> levels,
    @Nullable Repeats repeats,
    @Nullable String leftOut) {
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
    List<Integer> out = repeats.leftOut().stream().map(Repeats.LeftOut::level).toList();
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

  /// Whether it is the same load as another of its name: a name does not tell how a trace is
  /// stretched, how irregular arrivals are, or how long the stages last. What is not told forbids
  /// nothing.
  boolean sameShape(ComparedLoad other) {
    Optional<String> mine = run.shape();
    Optional<String> theirs = other.run.shape();
    return mine.isEmpty() || theirs.isEmpty() || mine.equals(theirs);
  }

  /// The point that it is, of repeats the mean of theirs; empty where it is none.
  Optional<LevelPoint> point() {
    List<LevelPoint> points =
        levels.stream().map(LevelPoint::of).flatMap(Optional::stream).toList();
    if (leftOut != null || points.isEmpty()) {
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
}
