package dev.goodput.app.search;

import dev.goodput.app.Checks;
import dev.goodput.app.asking.Asking;
import dev.goodput.app.asking.Opened;
import dev.goodput.app.measure.Experimenter;
import dev.goodput.app.run.Judgement;
import dev.goodput.app.run.OutputOptions;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.search.SearchRecord;
import dev.goodput.lab.search.SearchResult;
import dev.goodput.load.LevelPlan;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.words.Figures;
import dev.goodput.workload.arrival.Arrivals;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/// One search.
///
/// @param prepared its options
/// @param parsed what was typed, kept in the manifest; null where it goes on with an earlier search
/// @param resumes the earlier search, if it does
record SearchRun(
    SearchPreparation prepared,
    CommandLine.@Nullable ParseResult parsed,
    Optional<Resumption> resumes)
    implements Experimenter {
  @Override
  public String command() {
    return "search";
  }

  @Override
  public Asking asking() {
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
    Manifest told = manifest.with("run.arrivals", "steered");
    return parsed == null ? told : TypedOptions.addTo(told, parsed);
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "searching what keeps "
            + prepared.plan().slo().expression()
            + " for "
            + Figures.share(prepared.plan().attainment())
            + " of arrivals; at most "
            + Figures.counted(prepared.plan().budgetRequests(), "request")
            + "; how many it will take is said after the flood");
  }

  @Override
  public Measured measure(Opened opened, RunDirectory directory, ProgressView view) {
    // The search has levels of its own; a plan has at least one.
    LevelPlan any = new LevelPlan(new Arrivals.Closed(), 1, 1, 0, 0);
    BenchPlan bench = asking().plan(opened, List.of(any));
    SearchScreen screen = new SearchScreen(view);
    if (resumes.isPresent()) {
      refuseAnother(directory, opened);
      SearchRecord.resume(prepared.plan(), bench, opened.target(), directory, view, screen);
      // What was measured before is there in any case.
      return new Measured(true, List.of());
    }
    SearchResult found =
        SearchRecord.run(prepared.plan(), bench, opened.target(), directory, view, screen);
    return new Measured(found.requests() > 0, List.of());
  }

  private static void refuseAnother(RunDirectory directory, Opened opened) {
    String model = opened.target().facts().model();
    String before = directory.manifest().text("target.model").orElse(model);
    Checks.refuse(
        !before.equals(model), "the search asked " + before + ", and this server has " + model);
  }
}
