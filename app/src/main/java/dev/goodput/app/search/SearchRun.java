package dev.goodput.app.search;

import dev.goodput.app.Checks;
import dev.goodput.app.HostFacts;
import dev.goodput.app.VersionProvider;
import dev.goodput.app.asking.CommonOptions;
import dev.goodput.app.asking.TargetSession;
import dev.goodput.app.measure.ExperimentCommand;
import dev.goodput.app.run.Judgement;
import dev.goodput.app.run.OutputOptions;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.search.SearchRecord;
import dev.goodput.load.LevelPlan;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Manifest;
import dev.goodput.record.ModelName;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLock;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.words.Figures;
import dev.goodput.workload.arrival.Arrivals;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/// A search run.
///
/// @param prepared the checked options
/// @param parsed the command line, stored in the manifest; null when an earlier search is resumed
/// @param resumes the earlier search, if one is resumed
/// @param lock the lock of the earlier search
/// @param remark what the user should know about the resumed search; empty for nothing
record SearchRun(
    SearchPreparation prepared,
    CommandLine.@Nullable ParseResult parsed,
    Optional<Resumption> resumes,
    Optional<RunLock> lock,
    String remark)
    implements ExperimentCommand {
  private static final String VERSION = "goodput.version";
  private static final String URL = "target.url";

  /// The manifest keys whose change means another workload.
  private static final List<String> WORKLOAD =
      List.of("workload.requests", "workload.span_nanos", "workload.digest");

  /// The same as text, which another version may word differently.
  private static final String SUMMARY = "workload.summary";

  /// The manifest keys that may change, but whose change is reported.
  private static final List<String> CHANGED = List.of(URL, VERSION, "host.name", "host.cpu_model");

  /// Returns a new search.
  static SearchRun begun(SearchPreparation prepared, CommandLine.ParseResult parsed) {
    return new SearchRun(prepared, parsed, Optional.empty(), Optional.empty(), "");
  }

  @Override
  public void close() {
    lock.ifPresent(RunLock::close);
  }

  @Override
  public String command() {
    return "search";
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
    Manifest told = manifest.with("run.arrivals", ArrivalKind.STEERED.word());
    return parsed == null ? told : TypedOptions.addTo(told, parsed);
  }

  @Override
  public List<String> foreseen(TargetSession opened) {
    return resumes.map(run -> foreseen(run.directory().manifest(), opened)).orElse(List.of());
  }

  private List<String> foreseen(Manifest before, TargetSession opened) {
    String model = opened.target().facts().model();
    String known = before.text("target.model").orElse(model);
    Checks.refuse(
        !ModelName.same(known, model),
        "the search asked " + known + ", and this server has " + model);
    Manifest now =
        HostFacts.addTo(opened.addTo(Manifest.empty())).with(VERSION, VersionProvider.version());
    refuseAnotherWorkload(before, extent(now));
    return CHANGED.stream()
        .filter(key -> !(key.equals(URL) && asking().simulated()) && differs(before, now, key))
        .map(key -> "gone on with at another " + key + ": " + now.require(key))
        .toList();
  }

  private void refuseAnotherWorkload(Manifest before, Manifest now) {
    boolean told = !differs(before, now, VERSION) && differs(before, now, SUMMARY);
    Checks.refuse(
        told || WORKLOAD.stream().anyMatch(key -> differs(before, now, key)),
        "the workload "
            + asking().workload().name()
            + " is not the one that the search was begun with: "
            + before.text(SUMMARY).orElse("")
            + "; put it back, or begin another search without --resume");
  }

  private Manifest extent(Manifest manifest) {
    return asking()
        .workload()
        .extent()
        .map(extent ->
            manifest
                .with("workload.requests", extent.requests())
                .with("workload.span_nanos", extent.spanNanos()))
        .orElse(manifest);
  }

  private static boolean differs(Manifest before, Manifest now, String key) {
    Optional<String> known = before.text(key);
    return known.isPresent() && !known.equals(now.text(key));
  }

  @Override
  public List<String> remarks() {
    if (!remark.isEmpty()) {
      return List.of(remark);
    }
    SearchPlan plan = prepared.plan();
    return plan.minRequestsToShow() > plan.budgetRequests()
        ? List.of(searched(plan), tooFew(plan))
        : List.of(searched(plan));
  }

  private static String searched(SearchPlan plan) {
    return "searching what keeps "
        + plan.slo().expression()
        + " for "
        + Figures.share(plan.attainment())
        + " of arrivals; at most "
        + Figures.counted(plan.budgetRequests(), "request")
        + "; how many it will take is said after the flood";
  }

  private static String tooFew(SearchPlan plan) {
    return "that "
        + Figures.share(plan.attainment())
        + " keep it takes "
        + Figures.counted(plan.minRequestsToShow(), "request")
        + " to show where the SLO holds at every load, which --budget does not allow";
  }

  @Override
  public Measured measure(TargetSession opened, RunDirectory directory, ProgressView view) {
    // Required because a plan has at least one level; the search makes its own levels.
    LevelPlan any = new LevelPlan(new Arrivals.Closed(), 1, 1, 0, 0);
    BenchPlan bench = asking().plan(opened, List.of(any));
    SearchScreen screen = new SearchScreen(view);
    if (resumes.isPresent()) {
      SearchRecord.resume(prepared.plan(), bench, opened.target(), directory, view, screen);
      // The earlier measurements exist in any case.
      return new Measured(true, List.of());
    }
    SearchResult found =
        SearchRecord.run(prepared.plan(), bench, opened.target(), directory, view, screen);
    return new Measured(found.requests() > 0, List.of());
  }
}
