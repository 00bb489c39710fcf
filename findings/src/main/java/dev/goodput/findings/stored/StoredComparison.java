package dev.goodput.findings.stored;

import dev.goodput.findings.stored.ComparabilityChecks.Problem;
import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelName;
import dev.goodput.report.words.LevelPoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Runs held against the first of them.
///
/// @param runs at least two
/// @param by the aspects by which a trade-off is judged; empty for no trade-off
/// @param limits the largest changes for the worse that are allowed, by aspect
public record StoredComparison(List<ComparedRun> runs, Set<Aspect> by, Map<Aspect, Double> limits) {
  private static final List<String> HEADLINE = List.of("ttft_p95_ms", "tpot_p95_ms", "output_tps");

  /// Copies the collections.
  ///
  /// @throws IllegalArgumentException of fewer than two
  public StoredComparison {
    runs = List.copyOf(runs);
    by = Set.copyOf(by);
    limits = Map.copyOf(limits);
    if (runs.size() < 2) {
      throw new IllegalArgumentException("a comparison is of two runs or more");
    }
  }

  /// A comparison without a trade-off.
  public StoredComparison(List<ComparedRun> runs) {
    this(runs, Set.of(), Map.of());
  }

  /// Returns the trade-offs of the later runs with the first.
  public List<Tradeoff> tradeoffs() {
    return by.isEmpty()
        ? List.of()
        : Tradeoff.of(this, by).stream().map(each -> each.allowing(limits)).toList();
  }

  /// Returns the runs that another run dominates by the aspects of the trade-off.
  List<Tradeoff.Dominated> dominated() {
    return by.isEmpty() ? List.of() : Tradeoff.dominated(this, by);
  }

  /// Returns whether the client of a run was its bottleneck: then only answers are compared.
  public boolean clientBound() {
    return runs.stream().anyMatch(BoundClient::bound);
  }

  /// What speaks against it, the gravest first.
  List<Problem> objections() {
    return ComparabilityChecks.of(runs);
  }

  /// Why nothing may be claimed of two of the runs; empty where something may.
  Optional<String> notComparable(ComparedRun one, ComparedRun other) {
    return objections().stream()
        .filter(each -> each.severity() == Severity.BAD)
        .filter(each -> each.runs().contains(one.label()) || each.runs().contains(other.label()))
        .map(Problem::what)
        .findFirst()
        .or(() -> Stream.of(one, other).flatMap(run -> run.unsound().stream()).findFirst());
  }

  /// The answer: what may not be compared, else the verdict by the limits, else how the runs differ
  /// at the first load that they share.
  Verdict headline() {
    List<Problem> objections = objections();
    Optional<Problem> grave = first(objections, Severity.BAD);
    Optional<Verdict> judged = judged(grave.map(each -> "; speed is not judged: " + each.what()));
    if (judged.isPresent()) {
      return judged.get();
    }
    if (grave.isPresent()) {
      boolean answers = tradeoffs().stream().anyMatch(each -> !each.changes().isEmpty());
      return Severity.BAD.verdict(
          answers ? "speed is not comparable" : "not comparable",
          grave.get().what(),
          grave.get().claim());
    }
    for (Shared shared : loads()) {
      List<String> ratios = shared.ratios();
      if (!ratios.isEmpty()) {
        String title =
            "against " + runs.getFirst().label() + " at " + LevelName.shown(shared.name());
        return Severity.PLAIN.verdict(title, String.join("; ", ratios));
      }
    }
    String why =
        first(objections, Severity.WARN)
            .map(Problem::what)
            .orElse("the runs share no load whose figures can be compared");
    return Severity.PLAIN.verdict("no ratio", why);
  }

  /// Returns the worst verdict by the limits, with the changes that have it; empty without limits,
  /// or if nothing can be compared.
  ///
  /// @param but what is not judged, as the end of the sentence
  private Optional<Verdict> judged(Optional<String> but) {
    List<TradeoffChange> changes =
        tradeoffs().stream().flatMap(each -> each.changes().stream()).toList();
    for (GateVerdict verdict :
        List.of(GateVerdict.REGRESSED, GateVerdict.INCONCLUSIVE, GateVerdict.OK)) {
      String figures =
          changes.stream()
              .filter(change -> change.verdict() == verdict)
              .map(TradeoffChange::againstLimit)
              .collect(Collectors.joining("; "));
      if (!figures.isEmpty()) {
        Severity severity =
            switch (verdict) {
              case OK -> Severity.GOOD;
              case REGRESSED -> Severity.BAD;
              case INCONCLUSIVE -> Severity.WARN;
            };
        return Optional.of(severity.verdict(verdict.key(), figures + but.orElse("")));
      }
    }
    return Optional.empty();
  }

  private static Optional<Problem> first(List<Problem> objections, Severity severity) {
    return objections.stream().filter(each -> each.severity() == severity).findFirst();
  }

  List<ComparedFacts> facts() {
    return ComparedFacts.of(runs);
  }

  /// A load and each run's result at it, in the runs' order; null if a run does not have it.
  record Shared(String name, List<@Nullable ComparedLoad> loads) {
    /// The first run's result, null if it does not have the load.
    @Nullable ComparedLoad first() {
      return loads.getFirst();
    }

    /// `B TTFT p95 1.42 ×, output tok/s 0.98 ×` of each run that has a ratio.
    private List<String> ratios() {
      ComparedLoad first = first();
      List<String> ratios = new ArrayList<>();
      for (ComparedLoad load : loads.subList(1, loads.size())) {
        if (first != null && load != null) {
          String figures =
              HEADLINE.stream()
                  .map(ComparedFigure::named)
                  .filter(figure -> ComparedLoad.noRatio(figure, first, load).isEmpty())
                  .flatMap(figure ->
                      Stream.ofNullable(figure.of(load).ratioTo(figure.of(first)))
                          .map(ratio -> figure.title() + " " + Figures.times(ratio)))
                  .collect(Collectors.joining(", "));
          if (!figures.isEmpty()) {
            ratios.add(load.run().label() + " " + figures);
          }
        }
      }
      return ratios;
    }
  }

  /// All loads, those of the first run first.
  List<Shared> loads() {
    Map<String, List<@Nullable ComparedLoad>> byName = new LinkedHashMap<>();
    for (int i = 0; i < runs.size(); i++) {
      for (ComparedLoad load : ComparedLoad.of(runs.get(i))) {
        List<@Nullable ComparedLoad> row =
            byName.computeIfAbsent(load.name(), _ -> new ArrayList<>(blank()));
        row.set(i, load);
      }
    }
    return byName.entrySet().stream()
        .map(each -> new Shared(each.getKey(), each.getValue()))
        .toList();
  }

  private List<@Nullable ComparedLoad> blank() {
    List<@Nullable ComparedLoad> row = new ArrayList<>();
    runs.forEach(_ -> row.add(null));
    return row;
  }

  /// A load on the picture of speed against throughput.
  ///
  /// @param beatenBy the one that beats it, null on the frontier
  /// @param significantly whether the intervals of both figures, throughput and speed, exclude that
  ///   it does by chance
  /// @param perGpu output tokens/s of each GPU, null if unknown how many there are
  /// @param group number of its frontier, from 0
  record Placed(
      ComparedLoad load,
      LevelPoint point,
      @Nullable Double perGpu,
      @Nullable ComparedLoad beatenBy,
      boolean significantly,
      int group) {}

  /// Whether throughput is of each GPU, as their number is known of all runs.
  boolean perGpu() {
    return runs.stream().allMatch(run -> run.gpus() != null);
  }

  /// Returns the loads that can be compared, in the order of their runs.
  List<Placed> placed() {
    List<ComparedLoad> loads = points();
    Map<String, String> bases = bases();
    List<LevelPoint.Point> points =
        loads.stream()
            .map(load -> place(load, bases.getOrDefault(load.run().label(), "")))
            .toList();
    List<Integer> beaten = LevelPoint.beaten(points);
    List<String> groups = points.stream().map(LevelPoint.Point::basis).distinct().toList();
    List<Placed> placed = new ArrayList<>();
    for (int i = 0; i < loads.size(); i++) {
      ComparedLoad rival = beaten.get(i) == LevelPoint.NONE ? null : loads.get(beaten.get(i));
      placed.add(placed(loads.get(i), rival, groups.indexOf(points.get(i).basis())));
    }
    return placed;
  }

  private List<ComparedLoad> points() {
    return runs.stream()
        .flatMap(run -> ComparedLoad.of(run).stream())
        .filter(load -> load.point().isPresent())
        .toList();
  }

  /// @param basis what its run's figures rest on; those of a whole run are none of a window
  private LevelPoint.Point place(ComparedLoad load, String basis) {
    LevelPoint point = load.point().orElseThrow();
    Double each = perGpu(load, point);
    double throughput = perGpu() && each != null ? each : point.throughput();
    return new LevelPoint.Point(
        basis + (load.ratesOfWholeRun() ? " whole" : ""), point.speed(), throughput);
  }

  /// What the figures of each run rest on, by its label: the label of the first of the runs that
  /// all rest on the same, each as every other. What an earlier version did not keep differs from
  /// nothing, so that one may rest on the same as two that differ.
  private Map<String, String> bases() {
    List<List<ComparedRun>> alike = new ArrayList<>();
    Map<String, String> bases = new HashMap<>();
    for (ComparedRun run : runs) {
      List<ComparedRun> group =
          alike.stream()
              .filter(each -> each.stream().allMatch(run::restsOnTheSameAs))
              .findFirst()
              .orElseGet(ArrayList::new);
      if (group.isEmpty()) {
        alike.add(group);
      }
      group.add(run);
      bases.put(run.label(), group.getFirst().label());
    }
    return bases;
  }

  private static Placed placed(ComparedLoad load, @Nullable ComparedLoad rival, int group) {
    LevelPoint point = load.point().orElseThrow();
    return new Placed(
        load,
        point,
        perGpu(load, point),
        rival,
        rival != null && significantly(rival, load),
        group);
  }

  /// To beat takes as much of both: what is not known to be more of one may be less.
  private static boolean significantly(ComparedLoad rival, ComparedLoad load) {
    ComparedFigure speed = ComparedFigure.named("output_tps_per_user");
    return speed.of(rival).isAbove(speed.of(load)) && throughput(rival).isAbove(throughput(load));
  }

  private static ComparedFigure.Figure throughput(ComparedLoad load) {
    Integer gpus = load.run().gpus();
    return ComparedFigure.named("output_tps").of(load).dividedBy(gpus == null ? 1 : gpus);
  }

  private static @Nullable Double perGpu(ComparedLoad load, LevelPoint point) {
    Integer gpus = load.run().gpus();
    return gpus == null ? null : Double.valueOf(point.throughput() / gpus);
  }

  /// Whether runs have frontiers of their own, as their figures rest on different things.
  boolean severalFrontiers() {
    return placed().stream().anyMatch(each -> each.group() > 0);
  }

  /// A load that is no point, and why.
  record Excluded(ComparedRun run, String load, String why) {}

  /// The loads that are no points.
  List<Excluded> excluded() {
    List<Excluded> left = new ArrayList<>();
    runs.forEach(run -> excluded(run, left));
    return left;
  }

  private static void excluded(ComparedRun run, List<Excluded> left) {
    List<ComparedLoad> loads = ComparedLoad.of(run);
    loads.stream()
        .filter(load -> load.point().isEmpty())
        .map(load ->
            new Excluded(
                run, load.name(), Objects.toString(load.excluded(), LevelPoint.NO_FIGURES)))
        .forEach(left::add);
    List<LevelResult> shown = loads.stream().flatMap(load -> load.levels().stream()).toList();
    String why = run.steered() ? "a step of the search" : "a repeat that does not count";
    run.report().result().levels().stream()
        .filter(level -> !shown.contains(level))
        .map(level -> new Excluded(run, LevelName.of(level.load()), why))
        .forEach(left::add);
  }
}
