package dev.goodput.app.saturate;

import dev.goodput.app.asking.CommonOptions;
import dev.goodput.app.asking.TargetSession;
import dev.goodput.app.measure.ExperimentCommand;
import dev.goodput.app.run.Judgement;
import dev.goodput.app.run.OutputOptions;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.saturation.Profiler;
import dev.goodput.lab.saturation.SaturationPlan;
import dev.goodput.lab.saturation.SaturationRecord;
import dev.goodput.load.LevelPlan;
import dev.goodput.metrics.saturation.SaturationResult;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.words.Figures;
import dev.goodput.workload.arrival.Arrivals;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A saturation run: levels of increasing load.
///
/// @param prepared the checked options
record SaturateRun(SaturatePreparation prepared) implements ExperimentCommand {
  @Override
  public String command() {
    return "saturate";
  }

  @Override
  public CommonOptions asking() {
    return prepared.asking();
  }

  @Override
  public Judgement judgement() {
    return prepared.judgement();
  }

  @Override
  public OutputOptions output() {
    return prepared.options().output;
  }

  @Override
  public Path folder() {
    return prepared.folder();
  }

  @Override
  public Manifest addTo(Manifest manifest) {
    ArrivalKind arrivals = prepared.plan().axis().open() ? ArrivalKind.POISSON : ArrivalKind.CLOSED;
    return manifest.with("run.arrivals", arrivals.word());
  }

  @Override
  public List<String> remarks() {
    SaturationPlan plan = prepared.plan();
    double level = plan.levelNanos() / 1e9;
    if (plan.axis().open()) {
      return List.of(
          "floods first, in which nobody thinks, to know which rates are worth a try; then level"
              + " by level, each at most "
              + Figures.span(level));
    }
    SaturationPlan.Price most = plan.price();
    return List.of(
        "from %s to %s: %s requests in %s of %s at the most, then up to six in between and a flood of what was tried; it ends where more users bring no more"
            .formatted(
                plan.axis().text(plan.from()),
                plan.axis().text(plan.to()),
                Figures.count(most.requests()),
                Figures.counted(most.levels(), "level"),
                Figures.span(level)));
  }

  @Override
  public Measured measure(TargetSession opened, RunDirectory directory, ProgressView view) {
    // Required because a plan has at least one level; the experiment makes its own levels.
    LevelPlan any = new LevelPlan(new Arrivals.Closed(), 1, 1, 0, 0);
    BenchPlan bench = asking().plan(opened, List.of(any));
    List<String> notes = new ArrayList<>();
    Profiler profiler =
        ServerProfiler.of(prepared.options().growth, opened, directory.path(), notes);
    SaturationResult found =
        SaturationRecord.run(
            prepared.plan(),
            bench,
            opened.target(),
            directory,
            view,
            new SaturateScreen(view, notes),
            profiler);
    shared(directory.manifest()).ifPresent(notes::add);
    boolean anything = !found.curve().points().isEmpty() || directory.state().blocksRead() > 0;
    return new Measured(anything, notes);
  }

  /// Returns a note on prefix caches if all levels take their prompts from the same file.
  private static Optional<String> shared(Manifest manifest) {
    return manifest
        .text("workload.written")
        .filter("true"::equals)
        .map(_ ->
            "all levels take their prompts from the same "
                + Figures.counted(manifest.whole("workload.requests").orElse(0), "request")
                + ": a prefix cache may know those of an earlier level (--cache-bust)");
  }
}
