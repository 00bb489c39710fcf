package dev.goodput.app.search;

import dev.goodput.findings.search.SearchText;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.search.SearchListener;
import dev.goodput.lab.search.SearchRecord;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.HostFacts;
import dev.goodput.record.Manifest;
import dev.goodput.record.ModelName;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLock;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.words.Figures;
import dev.goodput.runner.Checks;
import dev.goodput.runner.Version;
import dev.goodput.runner.endpoint.TargetSession;
import dev.goodput.runner.measure.Setup;
import dev.goodput.runner.measure.TargetExperiment;
import dev.goodput.runner.measure.TargetExperiment.Resumption;
import java.math.BigDecimal;
import java.math.MathContext;
import java.net.URL;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/// A search run.
///
/// @param plan the goal of the search
/// @param parsed the command line, stored in the manifest; null when an earlier search is resumed
/// @param resumes the earlier search, if one is resumed
/// @param lock the lock of the earlier search
/// @param remark what the user should know about the resumed search; empty for nothing
record SearchRun(
    Setup setup,
    SearchPlan plan,
    CommandLine.@Nullable ParseResult parsed,
    Optional<Resumption> resumes,
    Optional<RunLock> lock,
    String remark)
    implements TargetExperiment {
  private static final String VERSION = "goodput.version";
  private static final String URL = "target.url";

  /// The manifest keys whose change means another workload.
  private static final List<String> WORKLOAD =
      List.of("workload.requests", "workload.span_nanos", "workload.digest");

  /// The same as text, which another version may word differently.
  private static final String SUMMARY = "workload.summary";

  /// The manifest keys that may change, but whose change is reported.
  private static final List<String> CHANGED = List.of(URL, VERSION, "host.name", "host.cpu_model");

  @Override
  public void close() {
    lock.ifPresent(RunLock::close);
  }

  @Override
  public Manifest addTo(Manifest manifest) {
    Manifest searched = manifest.with("run.arrivals", ArrivalKind.STEERED.word());
    return parsed == null ? searched : TypedOptions.addTo(searched, parsed);
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
        "the search used " + known + ", and this server has " + model);
    Manifest now = HostFacts.addTo(opened.addTo(Manifest.empty())).with(VERSION, Version.version());
    refuseAnotherWorkload(before, extent(now));
    return CHANGED.stream()
        .filter(
            key -> !(key.equals(URL) && setup.common().simulated()) && differs(before, now, key))
        .map(key -> "gone on with at another " + key + ": " + now.require(key))
        .toList();
  }

  private void refuseAnotherWorkload(Manifest before, Manifest now) {
    boolean sameVersion = !differs(before, now, VERSION) && differs(before, now, SUMMARY);
    Checks.refuse(
        sameVersion || WORKLOAD.stream().anyMatch(key -> differs(before, now, key)),
        "the workload "
            + setup.common().workload().name()
            + " is not the one that the search started with: "
            + before.text(SUMMARY).orElse("")
            + "; put it back, or start another search without --resume");
  }

  private Manifest extent(Manifest manifest) {
    return setup
        .common()
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
    return plan.minRequestsToShow() > plan.budgetRequests()
        ? List.of(searched(), tooFew())
        : List.of(searched());
  }

  private String searched() {
    return "searching the highest load at which "
        + Figures.share(plan.attainment())
        + " of arrivals meet "
        + plan.slo().expression()
        + "; at most "
        + Figures.counted(plan.budgetRequests(), "request")
        + "; after the flood an estimate follows";
  }

  private String tooFew() {
    return "to show that "
        + Figures.share(plan.attainment())
        + " meet the SLO takes at least "
        + Figures.counted(plan.minRequestsToShow(), "request")
        + ", more than --budget allows";
  }

  @Override
  public Measured measure(TargetSession opened, RunDirectory directory, ProgressView view) {
    BenchPlan bench = ownLevels(opened);
    Screen screen = new Screen(view, opened.virtual());
    if (resumes.isPresent()) {
      SearchRecord.resume(plan, bench, opened.target(), directory, view, screen);

      // The earlier measurements exist in any case.
      return new Measured(true, List.of());
    }
    SearchResult found = SearchRecord.run(plan, bench, opened.target(), directory, view, screen);
    return new Measured(found.requests() > 0, List.of());
  }

  /// A listener that prints the state of a search next to the progress of its level.
  private static final class Screen implements SearchListener {
    private final ProgressView view;
    private final boolean virtual;
    private String unit = SearchText.unit(1);

    Screen(ProgressView view, boolean virtual) {
      this.view = view;
      this.virtual = virtual;
    }

    @Override
    public void unloadedStarts(long requests) {
      view.status("search: first unloaded, " + Figures.counted(requests, "request") + " in turn");
    }

    @Override
    public void floods(long requests) {
      view.status("search: flooded, " + Figures.counted(requests, "request") + " at once");
    }

    @Override
    public void flooded(SearchResult.Flooded flood, double turns) {
      view.result(
          "search: a flood of "
              + Figures.count(flood.requests())
              + " is answered at "
              + Figures.number(flood.rate())
              + " "
              + SearchText.unit(turns));
      unit = SearchText.unit(turns);
    }

    @Override
    public void priced(long least, long most, double rate) {
      view.result(
          "search: %s more requests, %s%s; Ctrl-C keeps the results so far"
              .formatted(
                  range(Figures.count(rounded(least)), Figures.count(rounded(most))),
                  range(Figures.span(least / rate), Figures.span(most / rate)),
                  virtual ? " of virtual time" : ""));
    }

    private static String range(String least, String most) {
      return least.equals(most) ? least : least + " to " + most;
    }

    private static long rounded(long requests) {
      return new BigDecimal(requests).round(new MathContext(2)).longValue();
    }

    @Override
    public void segment(int scheduled, int over, SearchResult.@Nullable Step known) {
      if (known != null) {
        view.result(
            "search: after %s, %s"
                .formatted(SearchText.segments(over), SearchText.interval(known, unit)));
      }
    }

    @Override
    public void verifies(double rate, long sessions) {
      view.status(
          "search: verified at "
              + Figures.number(rate)
              + " "
              + unit
              + ", "
              + Figures.count(sessions)
              + " more");
    }
  }
}
