package dev.goodput.app.search;

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

/// One search.
///
/// @param prepared its options
record SearchRun(SearchPreparation prepared) implements Experimenter {
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
    return manifest.with("run.arrivals", "steered");
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
            + ", most searches take 10,000 to 30,000");
  }

  @Override
  public Measured measure(Opened opened, RunDirectory directory, ProgressView view) {
    // The search has levels of its own; a plan has at least one.
    LevelPlan any = new LevelPlan(new Arrivals.Closed(), 1, 1, 0, 0);
    BenchPlan bench = asking().plan(opened, List.of(any));
    SearchResult found =
        SearchRecord.run(
            prepared.plan(), bench, opened.target(), directory, view, new SearchScreen(view));
    return new Measured(found.requests() > 0, List.of());
  }
}
