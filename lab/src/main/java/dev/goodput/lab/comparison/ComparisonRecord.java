package dev.goodput.lab.comparison;

import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.RecordedLevels;
import dev.goodput.lab.Target;
import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LoadSink;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.ComparedPair;
import dev.goodput.metrics.comparison.ComparisonResult;
import dev.goodput.metrics.comparison.ComparisonStages;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.comparison.SideFailure;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A comparison in a directory: run and stored there, or read back.
///
/// Its subdirectories `a` and `b` each hold a whole run whose levels are the pairs. Its own
/// manifest holds what was declared, where new pairs start and how the comparison ended. The
/// results are computed from the two logs each time, so a kill at any time loses no pair that had
/// ended.
public final class ComparisonRecord {
  /// The key of how many pairs must count in each stage. A manifest that has it belongs to a
  /// comparison.
  public static final String PAIRS = RunKind.COMPARISON.key();

  private static final String CONFIRM = "compare.confirm";
  private static final String METRICS = "compare.metrics";
  private static final String DELTA = "compare.delta";
  private static final String FAILURES = "compare.more_failures";
  private static final String CONFIDENCE = "compare.confidence";
  private static final String FRESH = "compare.fresh_from";
  private static final String ENDING = "compare.ending";
  private static final String REASON = "compare.reason";
  private static final String FAILED = "compare.failed";

  private ComparisonRecord() {}

  /// Returns the directory of a side's run.
  public static Path side(Path parent, Side side) {
    return parent.resolve(side.name().toLowerCase(Locale.ROOT));
  }

  /// Adds what was declared to a manifest.
  public static Manifest addTo(Manifest manifest, ComparisonStages stages) {
    GateRule rule = stages.rule();
    return manifest
        .with(PAIRS, stages.pairs())
        .with(CONFIRM, Boolean.toString(stages.confirm()))
        .with(
            METRICS,
            rule.metrics().stream().map(ComparedMetric::key).collect(Collectors.joining(",")))
        .with(DELTA, rule.delta())
        .with(FAILURES, rule.errorRateMargin())
        .with(CONFIDENCE, rule.confidence());
  }

  /// Returns what a manifest declares.
  ///
  /// @throws RecordException.BadValue when a value is invalid
  public static ComparisonStages stages(Manifest manifest) {
    GateRule usual = GateRule.DEFAULT;
    try {
      List<ComparedMetric> metrics =
          manifest
              .text(METRICS)
              .map(words ->
                  Arrays.stream(words.split(","))
                      .flatMap(word -> ComparedMetric.named(word).stream())
                      .toList())
              .orElse(usual.metrics());
      GateRule rule =
          new GateRule(
              metrics,
              manifest.decimal(DELTA).orElse(usual.delta()),
              manifest.decimal(FAILURES).orElse(usual.errorRateMargin()),
              manifest.decimal(CONFIDENCE).orElse(usual.confidence()));
      int pairs = Math.toIntExact(manifest.whole(PAIRS).orElse(GateRule.MIN_RUNS));
      return new ComparisonStages(
          pairs, !manifest.text(CONFIRM).orElse("true").equals("false"), rule);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new RecordException.BadValue(
          "compare.*", String.valueOf(e.getMessage()), "a comparison");
    }
  }

  /// Runs a comparison on the calling thread.
  ///
  /// @param parent the directory whose manifest has the entries that [#addTo] adds
  /// @param ofA the run of A at [#side], started and empty
  /// @param ofB the run of B at [#side], started and empty
  /// @throws RecordException when a log cannot be written
  public static ComparisonResult run(
      ComparisonPlan plan,
      BenchPlan bench,
      Target a,
      Target b,
      RunDirectory parent,
      RunDirectory ofA,
      RunDirectory ofB,
      BenchListener progress,
      ComparisonListener listener) {
    try (RecordedLevels levelsA = RecordedLevels.begin(bench.of(a.facts()), a, ofA, progress);
        RecordedLevels levelsB = RecordedLevels.begin(bench.of(b.facts()), b, ofB, progress)) {
      ComparisonResult found =
          Comparison.run(
              plan, bench, a, b, new Both(levelsA, levelsB), new Marking(parent, listener));
      ofA.updateManifest(levelsA.addTo(ofA.manifest()));
      ofB.updateManifest(levelsB.addTo(ofB.manifest()));
      parent.updateManifest(
          ended(parent.manifest(), found.ending(), found.reason(), found.failure()));
      return found;
    }
  }

  /// Adds what ended the comparison to its manifest.
  private static Manifest ended(
      Manifest manifest, LevelEnded.Ending ending, String reason, @Nullable SideFailure failure) {
    Manifest result =
        manifest.with(ENDING, ending.name().toLowerCase(Locale.ROOT)).with(REASON, reason);
    return failure == null ? result : result.with(FAILED, failure.side().name());
  }

  /// Returns the manifest of one side that ran alone, with what ended it.
  ///
  /// @param over how many of its runs had ended
  public static Manifest singleFailure(
      Manifest manifest, LevelEnded.Ending ending, String reason, Side side, int over) {
    boolean failed = ending == LevelEnded.Ending.ALL_FAILED;
    String where = " any more, in run " + (over + 1);
    SideFailure failure = failed ? SideFailure.of(side, where, reason, true) : null;
    return ended(manifest, ending, failure == null ? reason : failure.reason(), failure);
  }

  /// Returns the side that ended a comparison by not responding, from the comparison's manifest and
  /// that side's log; null if there is none.
  public static @Nullable SideFailure failure(RunDirectory parent, AnalysisOptions analysis) {
    Manifest manifest = parent.manifest();
    String failed = manifest.text(FAILED).orElse("");
    return Arrays.stream(Side.values())
        .filter(each -> each.name().equals(failed))
        .findFirst()
        .map(each ->
            new SideFailure(
                each,
                manifest.text(REASON).orElse(""),
                RunAnalysis.reached(RunDirectory.open(side(parent.path(), each)), analysis)))
        .orElse(null);
  }

  /// Computes the result from the two logs, also for a comparison that was killed.
  ///
  /// @param analysis how each run's records are analysed
  public static ComparisonResult read(RunDirectory parent, AnalysisOptions analysis) {
    Manifest manifest = parent.manifest();
    RunDirectory a = RunDirectory.open(side(parent.path(), Side.A));
    RunDirectory b = RunDirectory.open(side(parent.path(), Side.B));
    SortedMap<Integer, LevelResult> ofA = StoredLevels.of(a, any -> analysis);
    SortedMap<Integer, LevelResult> ofB = StoredLevels.of(b, any -> analysis);
    ofA.keySet().retainAll(ofB.keySet());
    ofB.keySet().retainAll(ofA.keySet());
    StoredLevels.cutAlike(a, ofA, b, ofB, analysis);
    long freshFrom = manifest.whole(FRESH).orElse(Long.MAX_VALUE);
    long seed = a.manifest().whole("run.seed").orElse(0);
    List<ComparedPair> pairs = new ArrayList<>();
    ofA.forEach((index, one) -> {
      LevelResult other = ofB.get(index);
      if (other != null) {
        long own = BenchPlan.seed(seed, index);
        pairs.add(new ComparedPair(index, index >= freshFrom, own, one, other));
      }
    });
    Optional<LevelEnded.Ending> ending = manifest.text(ENDING).flatMap(ComparisonRecord::ending);
    return ComparisonResult.of(
        ending.orElse(LevelEnded.Ending.STOPPED),
        manifest.text(REASON).orElse("it was killed"),
        failure(parent, analysis),
        pairs,
        stages(manifest));
  }

  private static Optional<LevelEnded.Ending> ending(String word) {
    return Arrays.stream(LevelEnded.Ending.values())
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst();
  }

  /// The sinks of the two logs.
  private record Both(RecordedLevels a, RecordedLevels b) implements ComparisonSinks {
    @Override
    public LoadSink of(Side side, int pair, BenchPlan requested) {
      return (side == Side.A ? a : b).of(requested, pair);
    }

    @Override
    public void ended(Side side, int pair, LevelOutcome outcome) {
      (side == Side.A ? a : b).ended(pair, outcome);
    }
  }

  /// A listener that notes in the manifest where new pairs start, before the first of them runs.
  private record Marking(RunDirectory parent, ComparisonListener next)
      implements ComparisonListener {
    @Override
    public void warms(Side side) {
      next.warms(side);
    }

    @Override
    public void runStarts(Side side, int pair, int pairs) {
      next.runStarts(side, pair, pairs);
    }

    @Override
    public void pairEnded(ComparedPair pair) {
      next.pairEnded(pair);
    }

    @Override
    public void confirming(GateStage first, int from) {
      parent.updateManifest(parent.manifest().with(FRESH, from));
      next.confirming(first, from);
    }
  }
}
