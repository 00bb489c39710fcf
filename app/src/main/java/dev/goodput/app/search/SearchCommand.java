package dev.goodput.app.search;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.CommandHelp;
import dev.goodput.app.NextCommandRole;
import dev.goodput.app.ShareConverter;
import dev.goodput.app.measure.ExperimentOptions;
import dev.goodput.app.measure.MeasuringRun;
import dev.goodput.app.run.MeasurementCommand;
import dev.goodput.lab.search.Search;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.runner.AppException;
import dev.goodput.runner.measure.Measurement;
import dev.goodput.runner.measure.Setup;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput search`: finds the highest load that meets an SLO.
@CommandHelp(
    common = {
      "--url",
      "--model",
      "--workload",
      "--slo",
      "--attainment",
      "--budget",
      "--verify",
      "--resume",
      "--virtual",
      "--out",
      "--json"
    })
@Command(
    name = "search",
    description = {
      "Finds the highest load that still meets an SLO.",
      "The result is an interval: claim its lower bound. The search steers one continuous load to "
          + "the point where the SLO is just met, because short probes claim too much."
    },
    synopsisHeading = "",
    customSynopsis = {
      "goodput search [--url URL] [--slo SLO] [OPTIONS]",
      "goodput search --resume RUN",
      ""
    },
    sortOptions = false,
    footer = {
      "",
      "goodput search --virtual                            a simulated H100, in seconds",
      "goodput search --url http://host:8000 --slo chat",
      "goodput search --url http://host:8000 --slo \"p99 ttft<=1s\" --attainment 0.99"
    })
public final class SearchCommand implements Callable<Integer>, MeasurementCommand {
  private static final long MIN_STRETCH = 100;
  private static final double WIDEST = .5;

  @Mixin private ExperimentOptions options = new ExperimentOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nSearch%n")
  private Effort effort = new Effort();

  @Spec private CommandSpec spec = CommandSpec.create();

  /// Called by picocli.
  public SearchCommand() {}

  /// The options that bound the precision and the cost of the search.
  static final class Effort {
    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--tolerance",
        paramLabel = "SHARE",
        converter = ShareConverter.class,
        description =
            "width of the interval at which the search ends: 4%% means ±4 %% of the result "
                + "(default: 4%%)")
    @Nullable Double tolerance;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--budget",
        paramLabel = "N",
        description = "limit of requests for the whole search (default: 60000)")
    @Nullable Long budget;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--stretch",
        paramLabel = "N",
        description = "smallest number of arrivals at one rate (default: 1000)")
    @Nullable Long segment;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--server-slots",
        paramLabel = "N",
        description =
            "requests that the server processes at once (max_num_seqs), if known; floods "
                + "then use four times as many (default: floods are doubled until the rate stops "
                + "growing)")
    @Nullable Integer serverSlots;

    @NextCommandRole(value = NextCommandRole.Into.NONE, onResume = true)
    @Option(
        names = "--resume",
        paramLabel = "RUN",
        description =
            "resume an interrupted search: its directory, name or id. With --verify, also "
                + "one that has ended. The only other options are the server's address and "
                + "credentials")
    @Nullable String resume;

    @NextCommandRole(value = NextCommandRole.Into.REPEAT, onResume = true)
    @Option(
        names = "--verify",
        description = "measure the claimed rate once more with other requests")
    boolean verify;
  }

  /// Checks everything that can be checked before a connection is opened, then measures.
  ///
  /// @return the exit code
  @Override
  public Integer call() {
    return MeasuringRun.call(spec, options.output.read(), this::prepare);
  }

  private Measurement prepare() {
    CommandLine.ParseResult parsed = spec.commandLine().getParseResult();
    return effort.resume == null
        ? createRun(parsed)
        : ResumedSearch.of(effort.resume, effort.verify, parsed);
  }

  /// Checks the options and returns a new search.
  ///
  /// @param parsed the command line, stored in the manifest; null for the options of a search that
  ///   is resumed
  SearchRun createRun(CommandLine.@Nullable ParseResult parsed) {
    options.workload.requireSessionsForThinkTime();
    Setup setup = options.setup("search", "search-");
    AnalysisOptions analysis = setup.judgement().options();
    Slo slo = analysis.slo();
    if (slo == null) {
      throw new AppException.Usage(
          "a search needs an SLO, and "
              + setup.common().workload().name()
              + " has none; use --slo chat");
    }
    refuse(
        slo.bounds().isEmpty(),
        "SLO %s has no bound on latency, so no load is too high for it; goodput saturate finds the"
                .formatted(slo.name())
            + " load at which throughput stops growing");
    refuse(
        analysis.attainmentTarget() >= 1,
        "--attainment must be below 1 in a search, like 95%: no finite run can show that no request"
            + " ever misses");
    SearchPlan usual = SearchPlan.of(slo, analysis.attainmentTarget());
    return new SearchRun(
        setup,
        plan(usual.allowing(setup.judgement().maxErrorRate())),
        parsed,
        Optional.empty(),
        Optional.empty(),
        "");
  }

  private SearchPlan plan(SearchPlan usual) {
    long segment = effort.segment == null ? SearchPlan.DEFAULT_SEGMENT_ARRIVALS : effort.segment;
    long budget = effort.budget == null ? SearchPlan.DEFAULT_BUDGET : effort.budget;
    int slots = effort.serverSlots == null ? 0 : effort.serverSlots;
    refuse(
        segment < MIN_STRETCH, "--stretch must be at least " + MIN_STRETCH + ", found " + segment);
    refuse(
        effort.serverSlots != null && slots < 1,
        "--server-slots must be at least 1, found " + slots);
    double tolerance = effort.tolerance == null ? SearchPlan.DEFAULT_TOLERANCE : effort.tolerance;
    refuse(
        !(tolerance > 0 && tolerance <= WIDEST),
        "--tolerance is a share above 0 and at most 50%, like 4% or 0.04, found " + tolerance);
    SearchPlan plan = usual.verifying(effort.verify).lasting(tolerance, segment, budget, slots);
    refuse(
        budget < Search.minBudget(plan),
        "--budget must be at least %d requests, found %d: unloaded requests, a flood%s and three"
                .formatted(Search.minBudget(plan), budget, effort.verify ? ", --verify" : "")
            + " segments need that many");
    return plan;
  }
}
