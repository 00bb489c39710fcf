package dev.goodput.findings.stored;

import dev.goodput.metrics.comparison.MeanDifference;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.CostResult;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.report.cost.EnergyPart;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.quality.RunScores;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Whether a run is better than the first one, and by which aspects.
///
/// @param run the label of the run that is compared with the first
/// @param load the load of both
/// @param changes by aspect, in the order of [Aspect]
/// @param missing aspects that cannot be compared, with the reason
public record Tradeoff(
    String run, String load, List<TradeoffChange> changes, List<String> missing) {
  private static final int MIN_REPEATS = 2;
  private static final String NOTHING = "not comparable: ";
  private static final String COST_KEY = "cost_per_request";
  private static final String COST_TITLE = "cost per successful request";

  /// Copies the lists.
  public Tradeoff {
    changes = List.copyOf(changes);
    missing = List.copyOf(missing);
  }

  /// Compares every later run with the first, at every load that both have.
  static List<Tradeoff> of(StoredComparison comparison, Set<Aspect> aspects) {
    List<Tradeoff> all = new ArrayList<>();
    for (StoredComparison.Shared shared : comparison.loads()) {
      ComparedLoad first = shared.first();
      for (ComparedLoad other : shared.loads().subList(1, shared.loads().size())) {
        if (first != null && other != null) {
          Optional<String> why = unfit(comparison, first, other);
          Sides sides = new Sides(first, other);
          if (why.isEmpty()) {
            all.add(sides.compare(shared.name(), aspects));
          } else if (aspects.contains(Aspect.QUALITY) && BoundClient.isOnlyReason(first, other)) {
            all.add(sides.compareAnswers(shared.name(), aspects, why.get()));
          } else {
            all.add(
                new Tradeoff(
                    other.run().label(), shared.name(), List.of(), List.of(NOTHING + why.get())));
          }
        }
      }
    }
    return all;
  }

  /// A run that another one dominates.
  ///
  /// @param load the load of both
  /// @param run the label of the dominated run
  /// @param by the label of the other
  record Dominated(String load, String run, String by) {
    String sentence() {
      return run + " is dominated by " + by + " at " + load;
    }

    JsonObject fields() {
      return new JsonObject().text("load", load).text("run", run).text("by", by);
    }
  }

  /// Returns the runs that another run dominates, of all pairs at each load.
  static List<Dominated> dominated(StoredComparison comparison, Set<Aspect> aspects) {
    List<Dominated> all = new ArrayList<>();
    for (StoredComparison.Shared shared : comparison.loads()) {
      List<ComparedLoad> loads = shared.loads().stream().filter(Objects::nonNull).toList();
      for (int i = 0; i < loads.size(); i++) {
        for (ComparedLoad other : loads.subList(i + 1, loads.size())) {
          ComparedLoad one = loads.get(i);
          int winner =
              unfit(comparison, one, other).isPresent()
                  ? 0
                  : new Sides(one, other)
                      .compare(shared.name(), aspects)
                      .allowing(comparison.limits())
                      .dominates();
          if (winner != 0) {
            ComparedLoad best = winner > 0 ? other : one;
            ComparedLoad beaten = winner > 0 ? one : other;
            all.add(new Dominated(shared.name(), beaten.run().label(), best.run().label()));
          }
        }
      }
    }
    return all;
  }

  /// Returns why two loads cannot be compared; empty if they can.
  static Optional<String> unfit(StoredComparison comparison, ComparedLoad one, ComparedLoad other) {
    return comparison
        .notComparable(one.run(), other.run())
        .or(() -> ComparedLoad.unfit(one, other));
  }

  /// Returns the trade-off with limits: changes of these aspects may be so much for the worse.
  public Tradeoff allowing(Map<Aspect, Double> limits) {
    List<TradeoffChange> limited =
        changes.stream()
            .map(each -> {
              Double most = limits.get(each.aspect());
              return most == null ? each : each.allowing(most);
            })
            .toList();
    return new Tradeoff(run, load, limited, missing);
  }

  /// Returns whether the runs were compared by an aspect.
  public boolean compares(Aspect aspect) {
    return changes.stream().anyMatch(each -> each.aspect() == aspect);
  }

  /// Returns the trade-off in one sentence.
  String sentence() {
    return changes.isEmpty()
        ? run + ": nothing can be compared"
        : run
            + ": "
            + changes.stream().map(TradeoffChange::phrase).collect(Collectors.joining(", "));
  }

  /// Returns which run dominates the other, or what speaks for each. A run dominates only if every
  /// aspect was compared, and each is shown to be better or no worse.
  String pareto() {
    List<String> better = titles(1);
    List<String> worse = titles(-1);
    if (changes.isEmpty()) {
      return "Nothing can be compared.";
    }
    if (better.isEmpty() && worse.isEmpty()) {
      return "No difference is shown.";
    }
    boolean unsure = changes.stream().anyMatch(each -> each.difference() == null);
    String verdict =
        better.isEmpty() || worse.isEmpty()
            ? oneSided(better.isEmpty())
            : (judged() ? "" : "Neither dominates: ")
                + "%s is better in %s, A in %s."
                    .formatted(run, String.join(", ", better), String.join(", ", worse));
    return unsure
        ? verdict + " Changes without an interval compare one run each and may be noise."
        : verdict;
  }

  /// Returns whether a change has a limit: its verdict is then the answer, whatever dominates.
  private boolean judged() {
    return changes.stream().anyMatch(each -> each.verdict() != null);
  }

  /// Returns 1 if the run dominates the one it is compared with, −1 if that one dominates it, and 0
  /// if neither is shown.
  int dominates() {
    boolean all = open().isEmpty() && changes.stream().allMatch(each -> each.difference() != null);
    boolean better = !titles(1).isEmpty();
    boolean worse = !titles(-1).isEmpty();
    return !all || better == worse ? 0 : better ? 1 : -1;
  }

  private String oneSided(boolean ofA) {
    String winner = ofA ? "A" : run;
    String better = String.join(", ", titles(ofA ? -1 : 1));
    String open = open();
    return dominates() != 0
        ? "%s dominates %s: better in %s, worse in nothing."
            .formatted(winner, ofA ? run : "A", better)
        : winner + " is better in " + better + open + ".";
  }

  /// Returns what is not shown, as the end of a sentence; empty if all is.
  private String open() {
    List<String> same =
        changes.stream()
            .filter(each -> each.better() == 0 && !each.equal())
            .map(TradeoffChange::title)
            .toList();
    List<String> unknown = missing.stream().map(each -> each.split(":", 2)[0]).distinct().toList();
    return (same.isEmpty() ? "" : "; no loss shown in " + String.join(", ", same))
        + (unknown.isEmpty() ? "" : "; " + String.join(", ", unknown) + " unknown");
  }

  private List<String> titles(int better) {
    return changes.stream()
        .filter(each -> each.better() == better)
        .map(TradeoffChange::title)
        .toList();
  }

  JsonObject fields() {
    return new JsonObject()
        .text("run", run)
        .text("load", load)
        .text("sentence", sentence())
        .text("pareto", pareto())
        .objects("changes", changes, TradeoffChange::fields)
        .texts("missing", missing);
  }

  /// Returns the first score of a load; empty if it was not scored.
  static Optional<RunScores.Score> score(ComparedLoad load) {
    return ComparedFigure.scores(load, load.levels().getFirst()).stream().findFirst();
  }

  /// Returns whether both runs sent the same requests: one workload, played the same way with one
  /// seed.
  static boolean sameTasks(ComparedLoad a, ComparedLoad b) {
    Optional<String> seed = a.run().report().fact("run.seed");
    return a.run().hasSameRequestsAs(b.run())
        && seed.isPresent()
        && seed.equals(b.run().report().fact("run.seed"))
        && a.run().report().fact("run.workload").equals(b.run().report().fact("run.workload"));
  }

  /// Two loads of one name, of run A and of another.
  private static final class Sides {
    private final ComparedLoad a;
    private final ComparedLoad b;
    private final List<TradeoffChange> changes = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();

    Sides(ComparedLoad a, ComparedLoad b) {
      this.a = a;
      this.b = b;
    }

    Tradeoff compare(String load, Set<Aspect> aspects) {
      for (Aspect aspect : new TreeSet<>(aspects)) {
        switch (aspect) {
          case QUALITY -> quality();
          case COST -> cost();
          case SPEED -> {
            figure(aspect, "ttft_p95_ms", "TTFT p95", 1, level -> ttft(level));
            figure(
                aspect,
                "output_tps_per_user",
                "speed per user",
                -1,
                level -> level.rates().outputTpsPerUser());
          }
          case ENERGY ->
              figure(aspect, "energy_per_output_token_j", "energy per output token", 1, null);
        }
      }
      return new Tradeoff(b.run().label(), load, changes, missing);
    }

    /// Compares only the quality of the answers.
    ///
    /// @param why why nothing else can be compared
    Tradeoff compareAnswers(String load, Set<Aspect> aspects, String why) {
      for (Aspect aspect : new TreeSet<>(aspects)) {
        if (aspect == Aspect.QUALITY) {
          quality();
        } else {
          missing.add(aspect.key() + ": not judged, as " + why);
        }
      }
      return new Tradeoff(b.run().label(), load, changes, missing);
    }

    private static @Nullable Double ttft(LevelResult level) {
      return level.latencies().ttft() == null
          ? null
          : Objects.requireNonNull(level.latencies().ttft()).p95OrMax();
    }

    private void quality() {
      Optional<RunScores.Score> one = score(a);
      Optional<RunScores.Score> other = score(b);
      if (one.isEmpty() || other.isEmpty() || !one.get().key().equals(other.get().key())) {
        missing.add("quality: both runs need the same score; measure them with --score");
        return;
      }
      if (!ComparedLoad.scoring(a.run()).equals(ComparedLoad.scoring(b.run()))) {
        missing.add(
            "quality: the runs were scored by other settings (A %s, %s %s); use the same options"
                .formatted(settings(a.run()), b.run().label(), settings(b.run())));
        return;
      }
      String key = one.get().key();
      Map<String, Double> ofA = TaskValues.scores(a, key, one.get().best());
      Map<String, Double> ofB = TaskValues.scores(b, key, one.get().best());
      String title = "quality (" + one.get().label() + ")";
      difference(
          "quality",
          new PerTask(ofA, null),
          new PerTask(ofB, null),
          MeanDifference::pairedScores,
          MeanDifference::scores,
          found -> new TradeoffChange(Aspect.QUALITY, key, title, -1, found.value(), found, null));
    }

    private static String settings(ComparedRun run) {
      List<String> settings = ComparedLoad.scoring(run);
      return settings.isEmpty() ? "none" : String.join(", ", settings);
    }

    private void cost() {
      CostResult one = a.levels().getFirst().cost();
      CostResult other = b.levels().getFirst().cost();
      if (one == null || other == null || !one.currency().equals(other.currency())) {
        missing.add("cost: both runs need a cost in one currency; use --cost-per-hour or --prices");
      } else if (one.pricing() instanceof ModelPrice priceA
          && other.pricing() instanceof ModelPrice priceB) {
        difference(
            "cost",
            new PerTask(TaskValues.prices(a, priceA), TaskValues.successes(a)),
            new PerTask(TaskValues.prices(b, priceB), TaskValues.successes(b)),
            MeanDifference::pairedCosts,
            MeanDifference::costs,
            found ->
                new TradeoffChange(
                    Aspect.COST, COST_KEY, COST_TITLE, 1, found.value(), found, null));
      } else {
        figure(
            Aspect.COST,
            COST_KEY,
            COST_TITLE,
            1,
            level -> level.cost() == null ? null : level.cost().perRequest());
      }
    }

    /// A difference of the means over tasks.
    private interface Means {
      MeanDifference of(double[] a, double[] b, long tasks);
    }

    /// A value of each task.
    ///
    /// @param successes of each task, where the value is what a success costs; else null
    private record PerTask(Map<String, Double> values, @Nullable Map<String, Double> successes) {
      double[] of(Set<String> tasks) {
        double[] all = in(values, tasks);
        return successes == null ? all : MeanDifference.perSuccess(all, in(successes, tasks));
      }

      private static double[] in(Map<String, Double> of, Set<String> tasks) {
        return tasks.stream().mapToDouble(task -> Objects.requireNonNull(of.get(task))).toArray();
      }
    }

    private void difference(
        String what,
        PerTask ofA,
        PerTask ofB,
        Means paired,
        Means unpaired,
        Function<MeanDifference, TradeoffChange> change) {
      Set<String> both = new TreeSet<>(ofA.values().keySet());
      both.retainAll(ofB.values().keySet());
      boolean same = sameTasks(a, b) && !both.isEmpty();
      if (ofA.values().isEmpty() || ofB.values().isEmpty()) {
        missing.add(what + ": a run has no values");
        return;
      }
      try {
        double[] first = ofA.of(same ? both : ofA.values().keySet());
        double[] second = ofB.of(same ? both : ofB.values().keySet());
        long tasks = Math.min(TaskValues.different(a), TaskValues.different(b));
        changes.add(change.apply((same ? paired : unpaired).of(first, second, tasks)));
      } catch (IllegalArgumentException e) {
        missing.add(what + ": " + e.getMessage());
      }
    }

    /// Adds a figure of levels: with an interval if both loads were repeated.
    ///
    /// @param value of a level; null for its energy per output token
    private void figure(
        Aspect aspect,
        String key,
        String title,
        int worse,
        @Nullable Function<LevelResult, @Nullable Double> value) {
      double[] first = values(a, value);
      double[] second = values(b, value);
      if (first.length == 0 || second.length == 0) {
        missing.add(aspect.key() + ": a run has no " + title);
        return;
      }
      boolean repeated = first.length >= MIN_REPEATS && second.length >= MIN_REPEATS;
      MeanDifference found = MeanDifference.costs(first, second, Long.MAX_VALUE);
      changes.add(
          new TradeoffChange(
              aspect, key, title, worse, found.value(), repeated ? found : null, null));
    }

    private static double[] values(
        ComparedLoad load, @Nullable Function<LevelResult, @Nullable Double> value) {
      return load.levels().stream()
          .map(level -> value == null ? energy(load, level) : value.apply(level))
          .filter(Objects::nonNull)
          .filter(each -> each > 0)
          .mapToDouble(Double::doubleValue)
          .toArray();
    }

    private static @Nullable Double energy(ComparedLoad load, LevelResult level) {
      return EnergyPart.of(load.run().report(), level).map(EnergyPart::perOutputToken).orElse(null);
    }
  }
}
