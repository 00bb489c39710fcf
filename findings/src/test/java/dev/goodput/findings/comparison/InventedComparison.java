package dev.goodput.findings.comparison;

import dev.goodput.findings.comparison.ComparisonInput.Question;
import dev.goodput.findings.comparison.ComparisonInput.Requested;
import dev.goodput.findings.comparison.ComparisonInput.SideVerdict;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.ComparisonStages;
import dev.goodput.metrics.comparison.GateResult;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.metrics.comparison.RunFigures;
import dev.goodput.metrics.comparison.RunPair;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunKind;
import dev.goodput.record.TokenSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Comparisons of invented runs, in which one pair differs from the next by a few parts in a
/// thousand.
public final class InventedComparison {
  private static final double[] NOISE = {-.004, .003, .001, -.002, .002};
  private static final GateRule RULE = GateRule.DEFAULT;

  private InventedComparison() {}

  /// A gate of a candidate that is slower by a share, and fails so much more.
  public static ComparisonInput gate(double slower, double failing) {
    return of(Question.GATE, pairs(slower, failing, 1));
  }

  /// A gate whose pairs differ much more.
  public static ComparisonInput noisy(double slower) {
    return of(Question.GATE, pairs(slower, 0, 10));
  }

  /// A comparison of two.
  public static ComparisonInput compare(double slower) {
    return of(Question.COMPARE, pairs(slower, 0, 1));
  }

  /// A comparison of a server that trades one latency for another.
  public static ComparisonInput trade(double ttft, double tpot) {
    List<RunPair> all = new ArrayList<>();
    List<RunPair> first = pairs(ttft, 0, 1);
    List<RunPair> later = pairs(tpot, 0, 1);
    for (int i = 0; i < first.size(); i++) {
      int at = i;
      Map<ComparedMetric, Double> b = new EnumMap<>(later.get(i).b().values());
      for (ComparedMetric each : List.of(ComparedMetric.TTFT_P50, ComparedMetric.TTFT_P95)) {
        b.compute(each, (any, value) -> first.get(at).b().value(each));
      }
      all.add(new RunPair(first.get(i).a(), new RunFigures(b)));
    }
    return of(Question.COMPARE, all);
  }

  /// A gate of a candidate whose tokens nobody counts but by pieces of the stream.
  public static ComparisonInput inPieces() {
    List<RunPair> all = new ArrayList<>();
    for (RunPair pair : pairs(0, 0, 1)) {
      all.add(
          new RunPair(counted(pair.a(), TokenSource.USAGE), counted(pair.b(), TokenSource.CHUNKS)));
    }
    return of(Question.GATE, all);
  }

  private static RunFigures counted(RunFigures run, TokenSource source) {
    return new RunFigures(run.values(), run.sampleSizes(), source);
  }

  /// A gate of which one run of the candidate has no TTFT p95.
  public static ComparisonInput lacking(double failing) {
    List<RunPair> all = new ArrayList<>(pairs(0, failing, 1));
    Map<ComparedMetric, Double> b = new EnumMap<>(all.getLast().b().values());
    b.remove(ComparedMetric.TTFT_P95);
    all.set(all.size() - 1, new RunPair(all.getLast().a(), new RunFigures(b)));
    return of(Question.GATE, all);
  }

  /// A gate that regressed, with one more fresh pair that is void, of a client that was late.
  public static ComparisonInput lateOnce() {
    ComparisonInput slow = gate(.05, 0);
    List<PairRow> rows = new ArrayList<>(slow.rows());
    rows.add(new PairRow("pair 11", true, 42, "B's run was client-bound", run(1, 0), run(9, 0)));
    return new ComparisonInput(
        slow.manifest(),
        slow.dir(),
        slow.requested(),
        slow.gate(),
        null,
        "",
        rows,
        List.of(),
        null,
        List.of());
  }

  /// A comparison of fewer pairs than there were to be.
  public static ComparisonInput pairsOf(int count, double slower) {
    return of(Question.COMPARE, pairs(slower, 0, 1).subList(0, count));
  }

  /// The same of a closed loop.
  public static ComparisonInput closed() {
    ComparisonInput open = compare(0);
    return new ComparisonInput(
        open.manifest().with("run.arrivals", "closed"),
        open.dir(),
        open.requested(),
        open.gate(),
        null,
        "",
        open.rows(),
        List.of(),
        null,
        List.of());
  }

  /// A comparison of what is the same to the last digit.
  public static ComparisonInput identical() {
    return of(Question.COMPARE, pairs(0, 0, 0));
  }

  /// Runs of a live server against seven stored ones.
  ///
  /// @param fresh how many of five were over
  public static ComparisonInput stored(double slower, int fresh) {
    List<RunFigures> a = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      a.add(run(1 + 2 * NOISE[i % NOISE.length], 0));
    }
    List<RunFigures> b = pairs(slower, 0, 1).stream().map(RunPair::b).limit(fresh).toList();
    return stored(a, b, RULE);
  }

  private static ComparisonInput stored(List<RunFigures> a, List<RunFigures> b, GateRule rule) {
    List<PairRow> rows = new ArrayList<>();
    a.forEach(run -> rows.add(new PairRow("base", false, 1, "", run, null)));
    b.forEach(run -> rows.add(new PairRow("b", false, 2, "", null, run)));
    ComparisonStages stages = new ComparisonStages(5, false, rule);
    GateResult found = new GateResult(rule.judge(a, b), null, b.size() >= 5, true);
    return new ComparisonInput(
        manifest(stages, b.size() < 5),
        Path.of("runs/gate"),
        new Requested(
            Question.GATE, "baseline main, 7 stored runs", "m on http://pr", parts(), stages),
        found,
        null,
        "",
        rows,
        List.of(),
        null,
        List.of());
  }

  /// A comparison of ten pairs, in one of which A had nothing good, and in one of nine others B.
  public static ComparisonInput nothingOnBothSides() {
    List<RunPair> all = new ArrayList<>(Collections.nCopies(8, new RunPair(good(5), good(4))));
    all.add(new RunPair(good(5), good(0)));
    all.add(new RunPair(good(0), good(5)));
    GateRule rule = RULE.withMetrics(List.of(ComparedMetric.REQUEST_GOODPUT));
    return of(Question.COMPARE, all, rule);
  }

  /// A gate of ten pairs, in one of which B had nothing good.
  public static ComparisonInput nothingOnce() {
    List<RunPair> all = new ArrayList<>(Collections.nCopies(9, new RunPair(good(5), good(5))));
    all.add(new RunPair(good(5), good(0)));
    return of(Question.GATE, all, RULE.withMetrics(List.of(ComparedMetric.REQUEST_GOODPUT)));
  }

  /// A gate of ten pairs, in each of which nothing good is left.
  public static ComparisonInput nothingAlways() {
    List<RunPair> all = Collections.nCopies(10, new RunPair(good(5), good(0)));
    return of(Question.GATE, all, RULE.withMetrics(List.of(ComparedMetric.REQUEST_GOODPUT)));
  }

  /// Five runs of which nothing good is left, held against seven stored ones.
  public static ComparisonInput nothingStored() {
    GateRule rule = RULE.withMetrics(List.of(ComparedMetric.REQUEST_GOODPUT));
    List<RunFigures> a = Collections.nCopies(7, good(5));
    return stored(a, Collections.nCopies(5, good(0)), rule);
  }

  /// A gate in each pair of which the client was the bottleneck, of a candidate that misses an SLO.
  public static ComparisonInput lateAlways() {
    ComparisonInput slow = gate(0, 0);
    PairRow row =
        new PairRow("pair 1", false, 42, "B's run was client-bound", run(1, 0), run(9, 0));
    GateStage nothing = RULE.judge(List.of());
    return new ComparisonInput(
        slow.manifest(),
        slow.dir(),
        slow.requested(),
        new GateResult(nothing, null, false, false),
        new SideVerdict(Side.B, Conclusion.SLO_MISSED, "misses the SLO", "ttft"),
        "",
        List.of(row),
        List.of(),
        null,
        List.of());
  }

  private static RunFigures good(double perSecond) {
    return new RunFigures(Map.of(ComparedMetric.REQUEST_GOODPUT, perSecond));
  }

  private static ComparisonInput of(Question question, List<RunPair> pairs) {
    return of(question, pairs, RULE);
  }

  private static ComparisonInput of(Question question, List<RunPair> pairs, GateRule rule) {
    ComparisonStages stages = new ComparisonStages(pairs.size(), question == Question.GATE, rule);
    GateStage first = rule.judge(pairs);
    boolean again = stages.confirm() && first.verdict() == GateVerdict.REGRESSED;
    GateStage fresh = again ? rule.withMetrics(first.regressed()).judge(pairs) : null;
    List<PairRow> rows = new ArrayList<>();
    for (RunPair pair : pairs) {
      rows.add(new PairRow("pair " + (rows.size() + 1), false, 42, "", pair.a(), pair.b()));
    }
    for (RunPair pair : again ? pairs : List.<RunPair>of()) {
      rows.add(new PairRow("pair " + (rows.size() + 1), true, 42, "", pair.a(), pair.b()));
    }
    return new ComparisonInput(
        manifest(stages, false),
        Path.of("runs/gate"),
        new Requested(question, "m on http://main", "m on http://pr", parts(), stages),
        new GateResult(first, fresh, true, !stages.confirm()),
        null,
        "",
        rows,
        List.of("failures: B 3 of 500 (0.60 %), A none; latencies cover successful requests only"),
        null,
        List.of());
  }

  private static List<String> parts() {
    return List.of("azure-conv", "poisson 8/s, 30 s a run", "5 pairs", "seed 42");
  }

  private static Manifest manifest(ComparisonStages stages, boolean interrupted) {
    Manifest manifest =
        Manifest.empty()
            .with(RunKind.COMPARISON.key(), stages.pairs())
            .with("run.command", "goodput gate <b>");
    return interrupted ? manifest.with("run.interrupted", "130") : manifest;
  }

  private static List<RunPair> pairs(double slower, double failing, double noise) {
    List<RunPair> pairs = new ArrayList<>();
    for (double off : NOISE) {
      pairs.add(new RunPair(run(1, 0), run((1 + slower) * (1 + noise * off), failing)));
    }
    return pairs;
  }

  private static RunFigures run(double factor, double failing) {
    Map<ComparedMetric, Double> values = new EnumMap<>(ComparedMetric.class);
    values.put(ComparedMetric.TTFT_P50, 61 * factor);
    values.put(ComparedMetric.TTFT_P95, 118 * factor);
    values.put(ComparedMetric.TPOT_P50, 9.1 * factor);
    values.put(ComparedMetric.TPOT_P95, 12 * factor);
    values.put(ComparedMetric.ERROR_RATE, failing);
    return new RunFigures(values);
  }
}
