package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.SloClassResult;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.tally.GoodputFamily;
import dev.goodput.metrics.tally.JudgedRequest;
import dev.goodput.metrics.tally.SloCount;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The result of a level's requests against their SLOs: the common one or, for gateway traffic,
/// that of each request's class. Gateway requests without a class are not judged.
final class Judged {
  private final SortedMap<String, Part> classes = new TreeMap<>();
  private final @Nullable SloTally common;
  private final double target;
  private final boolean complete;

  /// @param complete as of [SloTally]
  /// @param sample the sums of the sample, which has a class `""` for a common SLO
  Judged(AnalysisOptions options, LevelResult.Window window, boolean complete, SampleTally sample) {
    target = options.attainmentTarget();
    this.complete = complete;
    common = options.slo() == null ? null : new SloTally(sample.all.sloClass(""), target, complete);
    if (options.byClass()) {
      for (String name : options.sloClasses().keySet()) {
        SloTally slo = new SloTally(sample.all.sloClass(name), target, complete);
        classes.put(name, Part.of(slo, window));
      }
    }
  }

  /// Adds an attempt.
  void add(JudgedRequest judged, boolean inSample) {
    String name = judged.sloClass();
    Part part = name == null ? null : classes.get(name);
    if (part != null) {
      part.add(judged);
    }
    SloTally slo = part == null ? common : part.slo();
    SloJudge judge = judged.judge();
    if (slo != null && judge != null) {
      slo.add(judged, judge, inSample);
    }
  }

  /// Returns the common tally of all requests; null if there is none or classes are used.
  @Nullable SloTally common() {
    return common;
  }

  /// Returns whether all bounds of each class with requests hold: false if those of one class do
  /// not, null if not all can be decided. A class without bounds cannot be missed.
  @Nullable Boolean met() {
    if (common != null) {
      return common.met();
    }
    List<SloTally> judging =
        classes.values().stream()
            .map(Part::slo)
            .filter(slo -> slo.judged() > 0 || (slo.cutOff() > 0 && !slo.slo().bounds().isEmpty()))
            .toList();
    if (judging.stream().anyMatch(slo -> Boolean.FALSE.equals(slo.met()))) {
      return false;
    }
    boolean sure = !judging.isEmpty() && judging.stream().allMatch(slo -> slo.met() != null);
    return sure ? Boolean.TRUE : null;
  }

  /// Returns the results of the bounds of the SLO for all requests.
  List<BoundResult> bounds() {
    return common == null ? List.of() : common.bounds();
  }

  /// Returns goodput over all judged requests; null if none is to be judged.
  ///
  /// @param rates the rates of the level
  @Nullable Goodput goodput(RateTally rates, boolean ofWholeRun) {
    Collection<Part> parts =
        common == null ? classes.values() : List.of(new Part(common, rates, rates));
    return parts.isEmpty() ? null : goodput(parts, rates, ofWholeRun);
  }

  /// If the log ends before its level did, only the counts are known.
  private Goodput goodput(Collection<Part> parts, RateTally rates, boolean ofWholeRun) {
    if (!complete) {
      return GoodputFamily.counts(parts.stream().map(part -> part.slo().sample()).toList());
    }
    return GoodputFamily.of(
        parts.stream().map(part -> part.goodput(ofWholeRun)).toList(),
        rates.tokens(),
        rates.seconds(),
        target);
  }

  /// Returns the result of each class by its name.
  List<SloClassResult> classes(boolean ofWholeRun) {
    List<SloClassResult> results = new ArrayList<>();
    classes.forEach((name, part) -> results.add(result(name, part, ofWholeRun)));
    return results;
  }

  private SloClassResult result(String name, Part part, boolean ofWholeRun) {
    return new SloClassResult(
        name,
        part.slo().slo(),
        part.slo().judged(),
        part.slo().cutOff(),
        part.slo().met(),
        part.slo().bounds(),
        goodput(List.of(part), part.rates(ofWholeRun), ofWholeRun));
  }

  /// The part of a level's requests that one SLO judges, with the rates of that part: all of them,
  /// or of a gateway's traffic those of one class.
  ///
  /// @param slo the result of its sample
  /// @param windowRates what was stamped in the window
  /// @param runRates what was stamped in the whole run
  private record Part(SloTally slo, RateTally windowRates, RateTally runRates) {
    /// Returns the part of an SLO class without requests so far.
    static Part of(SloTally slo, LevelResult.Window window) {
      return new Part(
          slo,
          new RateTally(window.beginNanos(), window.endNanos()),
          new RateTally(window.runBeginNanos(), window.runEndNanos()));
    }

    /// Adds an attempt.
    void add(JudgedRequest judged) {
      windowRates.add(judged);
      runRates.add(judged);
    }

    RateTally rates(boolean ofWholeRun) {
      return ofWholeRun ? runRates : windowRates;
    }

    GoodputFamily.Part goodput(boolean ofWholeRun) {
      SloCount sample = slo.sample();
      return new GoodputFamily.Part(
          sample, ofWholeRun ? slo.wholeRun() : sample, rates(ofWholeRun).tokens());
    }
  }
}
