package dev.goodput.runner.report;

import dev.goodput.findings.comparison.ComparisonInput;
import dev.goodput.findings.comparison.PairRow;
import dev.goodput.lab.BenchPlan;
import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.comparison.ComparisonNotes;
import dev.goodput.metrics.comparison.ComparisonStages;
import dev.goodput.metrics.comparison.GateResult;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.metrics.comparison.RunFigures;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.record.Manifest;
import dev.goodput.record.ModelName;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunEnvironment;
import dev.goodput.record.WorkloadKeys;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelName;
import dev.goodput.runner.AppException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One side of an unpaired comparison. Each level of each run directory is one run.
///
/// @param runs the runs that ended as planned, oldest first
/// @param planned number of planned runs, including those that are missing
/// @param facts the properties of the load by name, which all runs must share
/// @param manifests the manifests of the run directories, at least one
public record StoredSide(
    List<Run> runs, int planned, SortedMap<String, String> facts, List<Manifest> manifests) {
  /// Keys that manifests of every version have.
  private static final List<String> REQUIRED_KEYS =
      List.of("run.workload", "target.model", "run.arrivals", "run.stream");

  /// Keys that only newer versions write; if one is absent, its value is unknown.
  private static final List<String> OPTIONAL_KEYS =
      List.of("target.endpoint", "target.http", "run.schedule", "ask.connection_per_request");

  /// A run.
  ///
  /// @param name the name in messages
  /// @param session the index of its directory, from 1
  /// @param seed the seed of its arrivals, prompts and lengths
  /// @param voidReason why the run is void; empty if it counts
  /// @param level its result
  record Run(String name, int session, long seed, String voidReason, LevelResult level) {
    boolean counts() {
      return voidReason.isEmpty();
    }

    RunFigures figures() {
      return RunFigures.of(level);
    }
  }

  /// Reads run directories and analyses them with the same options.
  ///
  /// @param notes receives the reasons for excluded runs
  /// @throws AppException.Usage if their loads differ
  public static StoredSide of(
      List<RunDirectory> stored, AnalysisOptions options, List<String> notes) {
    List<Run> runs = new ArrayList<>();
    Set<Long> seeds = new HashSet<>();
    SortedMap<String, String> common = new TreeMap<>();
    List<Manifest> manifests = new ArrayList<>();
    int planned = 0;
    for (RunDirectory each : stored) {
      String directory = String.valueOf(each.path().toAbsolutePath().getFileName());
      manifests.add(each.manifest());
      requireSame(commonManifest(manifests), each.manifest(), directory);
      List<LevelResult> levels = Analysis.analyse(each, options).levels();
      planned += planned(each, levels.size(), directory, notes);
      for (LevelResult level : levels) {
        requireAlike(common, facts(each.manifest(), level), directory);
        String name = directory + (level.level() == 0 ? "" : " level " + (level.level() + 1));
        long seed = BenchPlan.seed(each.manifest().whole("run.seed").orElse(0), level.level());
        boolean bound = level.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND;
        if (!Repeats.counts(level) && !bound) {
          notes.add(name + " is excluded: it was cut short");
        } else if (!seeds.add(seed)) {
          notes.add(
              name + " is excluded: it sent the same requests as another run (the same --seed)");
        } else {
          String why =
              bound ? "its client was the bottleneck: " + level.client().reasons().getFirst() : "";
          runs.add(new Run(name, manifests.size(), seed, why, level));
        }
      }
    }
    return new StoredSide(runs, planned, common, manifests);
  }

  /// Returns the planned number of runs of a directory, and adds a note if some are missing.
  private static int planned(RunDirectory run, int found, String name, List<String> notes) {
    int expected = (int) Math.max(found, run.manifest().whole("run.levels").orElse(0));
    String lost = run.state().sentence();
    if (found < expected || !lost.isEmpty()) {
      notes.add(
          "%s is incomplete: %d of %s%s"
              .formatted(
                  name,
                  found,
                  Figures.counted(expected, "run"),
                  lost.isEmpty() ? "" : "; " + lost));
    }
    return expected;
  }

  /// Returns the first manifest with keys that only later ones have.
  private static Manifest commonManifest(List<Manifest> manifests) {
    Manifest result = manifests.getFirst();
    for (Manifest each : manifests) {
      for (String key :
          Stream.concat(WorkloadKeys.RECORDED.stream(), OPTIONAL_KEYS.stream()).toList()) {
        Optional<String> value = WorkloadKeys.value(each, key);
        boolean unknown = WorkloadKeys.value(result, key).isEmpty();
        result = unknown && value.isPresent() ? result.with(key, value.get()) : result;
      }
    }
    return result;
  }

  /// Requires that a run, stored or planned, sends the same load as these runs.
  ///
  /// @param other its manifest
  /// @throws AppException.Usage naming what differs
  public void requireSame(Manifest other, String name) {
    requireSame(commonManifest(manifests), other, name);
  }

  private static void requireSame(Manifest one, Manifest other, String name) {
    Stream<String> differing =
        OPTIONAL_KEYS.stream()
            .filter(key -> one.text(key).isPresent() && other.text(key).isPresent())
            .filter(key -> !one.text(key).equals(other.text(key)));
    Stream.concat(WorkloadKeys.differing(one, other).stream(), differing)
        .findFirst()
        .ifPresent(key -> {
          throw unlike(
              key.substring(key.indexOf('.') + 1),
              name,
              other.text(key).orElse("none"),
              one.text(key).orElse("none"));
        });
  }

  private static SortedMap<String, String> facts(Manifest run, LevelResult level) {
    SortedMap<String, String> facts = new TreeMap<>();
    for (String key : REQUIRED_KEYS) {
      run.text(key).ifPresent(value -> facts.put(key.substring(key.indexOf('.') + 1), value));
    }
    facts.put("load", LevelName.of(level.load()));
    boolean virtual = run.text("target.url").orElse("").startsWith("virtual:");
    facts.put("wire", virtual ? "none, in virtual time" : "HTTP");
    return facts;
  }

  /// Rejects runs that cannot be compared.
  ///
  /// @param common receives the facts of the first
  private static void requireAlike(
      SortedMap<String, String> common, SortedMap<String, String> facts, String run) {
    if (common.isEmpty()) {
      common.putAll(facts);
    }
    Set<String> keys = new TreeSet<>(common.keySet());
    keys.addAll(facts.keySet());
    for (String key : keys) {
      String one = common.getOrDefault(key, "none");
      String other = facts.getOrDefault(key, "none");
      boolean same = key.equals("model") ? ModelName.same(one, other) : one.equals(other);
      if (!same) {
        throw unlike(key, run, other, one);
      }
    }
  }

  private static AppException unlike(String key, String run, String found, String elsewhere) {
    return new AppException.Usage(
        "runs that are compared need the same set-up: %s of %s is %s, elsewhere %s; measure it again like the others"
            .formatted(key, run, found, elsewhere));
  }

  /// Requires that another side has the same load.
  ///
  /// @throws AppException.Usage naming what differs
  public void requireAlike(StoredSide other, String name) {
    requireSame(commonManifest(other.manifests), name);
    if (!other.facts.isEmpty()) {
      requireAlike(new TreeMap<>(facts), other.facts, name);
    }
  }

  /// Requires that enough runs count.
  ///
  /// @throws AppException.Usage if too few count
  public StoredSide requireEnough(String baseline) {
    int runs = counted().size();
    if (runs < GateRule.MIN_RUNS) {
      throw new AppException.Usage(
          "baseline %s has %s, and it takes %d to distinguish a change from chance: measure more with other seeds (goodput bench … --repeats %d) and add them (goodput baseline set %s RUN)"
              .formatted(
                  baseline,
                  runs == 1 ? "1 run that counts" : runs + " runs that count",
                  GateRule.MIN_RUNS,
                  GateRule.MIN_RUNS,
                  baseline.contains("/") ? "NAME" : baseline));
    }
    return this;
  }

  /// Returns the comparison of another side with this one.
  ///
  /// @param requested the description of the comparison, with its rule
  /// @param notes notes on both sides
  public ComparisonInput gate(
      StoredSide other,
      Manifest manifest,
      Path parent,
      ComparisonInput.Requested requested,
      List<String> notes) {
    List<PairRow> rows = new ArrayList<>();
    runs.forEach(run ->
        rows.add(
            new PairRow(run.name(), false, run.seed(), run.voidReason(), run.figures(), null)));
    other.runs.forEach(run ->
        rows.add(
            new PairRow(run.name(), false, run.seed(), run.voidReason(), null, run.figures())));
    List<String> all = new ArrayList<>(notes);
    all.addAll(ComparisonNotes.of(levels(any -> true), other.levels(any -> true)));
    ComparisonNotes.ofResponseLengths(levels(Run::counts), other.levels(Run::counts))
        .ifPresent(all::add);
    noteSharedSeeds(other, all);
    singleSessionNote().ifPresent(all::add);
    if (other.counted().size() == 1) {
      all.add(
          "the candidate is one run: how far its runs differ is taken from the baseline's; five or"
              + " more show it for the candidate itself");
    }
    RunEnvironment.unlike(sessions(), other.sessions()).ifPresent(all::add);
    GateResult found = judged(other, requested.stages());
    return new ComparisonInput(
        manifest, parent, requested, found, null, "", rows, all, null, List.of());
  }

  /// Returns the gate's result. With fewer valid runs than planned it is never ok. A regression
  /// counts even if some runs are void.
  private GateResult judged(StoredSide other, ComparisonStages stages) {
    GateStage stage = stages.rule().judge(counted(), other.counted());
    boolean regressed = stage.verdict() == GateVerdict.REGRESSED;
    int runs = regressed ? other.runs.size() : other.counted().size();
    return new GateResult(stage, null, runs >= Math.max(stages.pairs(), other.planned), true);
  }

  /// Adds a note if runs of both sides have the same seed. They are correlated, so the unpaired
  /// interval is wider than necessary.
  private void noteSharedSeeds(StoredSide other, List<String> notes) {
    Set<Long> seeds =
        other.runs.stream().map(Run::seed).collect(Collectors.toCollection(HashSet::new));
    seeds.retainAll(runs.stream().map(Run::seed).collect(Collectors.toSet()));
    if (!seeds.isEmpty()) {
      notes.add(
          "%s of both sides sent the same requests (the same --seed), which is left unused: pairs would show more (goodput gate --a URL --b URL)"
              .formatted(Figures.counted(seeds.size(), "run")));
    }
  }

  /// Returns a note if all runs are levels of one directory: the variation between restarts, days
  /// and other load on the machine is then missing.
  private Optional<String> singleSessionNote() {
    return sessions().size() > 1
        ? Optional.empty()
        : Optional.of(
            "the baseline is one session of one server, so it does not show how much results vary"
                + " between restarts or days; if they vary, the gate reports regressions too often:"
                + " add runs of other days to the baseline, each with its own --seed");
  }

  /// Returns the manifests of the directories with a run that counts.
  private List<Manifest> sessions() {
    return runs.stream()
        .filter(Run::counts)
        .map(Run::session)
        .distinct()
        .map(session -> manifests.get(session - 1))
        .toList();
  }

  private List<LevelResult> levels(Predicate<Run> which) {
    return runs.stream().filter(which).map(Run::level).toList();
  }

  /// Returns the figures of the runs that count.
  public List<RunFigures> counted() {
    return runs.stream().filter(Run::counts).map(Run::figures).toList();
  }

  /// Returns a text such as `7 stored runs`.
  public String words() {
    return Figures.counted(counted().size(), "stored run");
  }
}
