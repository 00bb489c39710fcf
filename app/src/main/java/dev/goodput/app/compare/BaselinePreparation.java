package dev.goodput.app.compare;

import static dev.goodput.app.Checks.refuse;

import dev.goodput.app.asking.CommonOptions;
import dev.goodput.app.bench.RepeatedLoad;
import dev.goodput.app.bench.StoredBenchCommand;
import dev.goodput.app.run.Judgement;
import dev.goodput.app.run.StoredSide;
import dev.goodput.history.RunStore;
import dev.goodput.metrics.comparison.ComparisonStages;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.record.Manifest;
import dev.goodput.record.ModelName;
import dev.goodput.report.words.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A gate of a live target against stored runs, its options read: the target is asked what the
/// stored runs asked, with arrivals, prompts and lengths of its own.
///
/// @param options as typed
/// @param name of the baseline
/// @param runs of the baseline that are there
/// @param stored those of them that count
/// @param asking whom, what and how to ask
/// @param load of each run
/// @param stages what is declared
/// @param judgement how each run is judged, stored ones too
/// @param folder where all of it will be kept
record BaselinePreparation(
    CompareOptions options,
    String name,
    BaselineRuns runs,
    StoredSide stored,
    CommonOptions asking,
    RepeatedLoad load,
    ComparisonStages stages,
    Judgement judgement,
    Path folder) {

  /// Reads the options and the stored runs, and refuses what makes no sense.
  ///
  /// @param fresh how many runs of the target
  /// @throws dev.goodput.app.AppException.Usage for contradictions, and for a baseline that cannot
  ///   be held against
  /// @throws dev.goodput.history.HistoryException where there is no such baseline
  static BaselinePreparation of(CompareOptions options, RunStore store, String name, int fresh) {
    options.output.check();
    BaselineRuns runs = BaselineRuns.of(store, name);
    Manifest first = runs.first();
    boolean streams = Judgement.streamed(first);
    Judgement judgement = options.judge.over(Judgement.of(first).alone().unasked(), streams);
    GateRule rule = options.rule.rule(judgement.options().slo() != null, streams);
    StoredSide stored =
        StoredSide.of(runs.runs(), judgement.options(), new ArrayList<>()).requireEnough(name);
    StoredBenchCommand again = StoredBenchCommand.of(runs.runs().getFirst());
    options.target.answersLike(again.target(), first.text("target.model").orElse(null));
    options.workload.draw();
    again.workload().reseed(options.workload.seed());
    CommonOptions.check(options.target, again.workload(), again.request());
    CommonOptions asking = CommonOptions.of(options.target, again.workload(), again.request());
    return new BaselinePreparation(
        options,
        name,
        runs,
        stored,
        asking,
        RepeatedLoad.of(again.load(), options.target.embedded()),
        new ComparisonStages(fresh, false, rule),
        judgement,
        options.output.folder("gate-" + asking.shortName()));
  }

  /// Refuses a target that cannot be compared with the stored runs.
  ///
  /// @param model that it has
  /// @param virtual whether its time is
  void requireLike(String model, boolean virtual) {
    Manifest first = runs.first();
    String before = first.text("target.model").orElse(model);
    refuse(
        !ModelName.same(before, model),
        "the runs of baseline %s asked %s, and this target has %s: measure a baseline of it"
            .formatted(name, before, model));
    boolean were = first.text("target.url").orElse("").startsWith("virtual:");
    refuse(
        were != virtual,
        "the runs of baseline %s are %s, and this target is asked %s: they have no wire in common"
            .formatted(name, time(were), time(virtual)));
  }

  private static String time(boolean virtual) {
    return virtual ? "in virtual time" : "over HTTP";
  }

  /// What it will take, said before anything is asked.
  List<String> remarks(boolean virtual) {
    double run = virtual ? Double.NaN : load.seconds();
    int fresh = stages.pairs();
    String price =
        Figures.counted(fresh, "run")
            + (Double.isNaN(run)
                ? ""
                : " of about " + Figures.span(run) + ": about " + Figures.span(fresh * run));
    List<String> remarks = new ArrayList<>();
    remarks.add(
        "%s, as the %s of baseline %s asked; Ctrl-C keeps the runs that are over"
            .formatted(price, stored.words(), name));
    return remarks;
  }
}
