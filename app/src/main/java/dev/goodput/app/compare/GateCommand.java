package dev.goodput.app.compare;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.CommandHelp;
import dev.goodput.app.NextCommandRole;
import dev.goodput.app.endpoint.TargetOptions;
import dev.goodput.app.measure.MeasuringRun;
import dev.goodput.app.run.JudgeOptions;
import dev.goodput.app.run.MeasurementCommand;
import dev.goodput.app.run.OutputOptions;
import dev.goodput.app.runs.RootOption;
import dev.goodput.findings.comparison.ComparisonInput.Question;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.report.model.Form;
import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput gate`: whether a candidate is slower than is allowed.
@CommandHelp(
    common = {
      "--a",
      "--b",
      "--baseline",
      "--url",
      "--candidate",
      "--max-regression",
      "--pairs",
      "--rate",
      "--duration",
      "--junit",
      "--summary-md",
      "--json"
    })
@Command(
    name = "gate",
    description = {
      "Compares a candidate with a baseline: ok, regressed, inconclusive.",
      "With a live baseline (--a) it measures pairs of runs with the same requests, and confirms a"
          + " regression with new pairs. With a stored baseline (--baseline) it sends the requests"
          + " of the stored runs to --url, or takes stored runs (--candidate). It then shows that"
          + " runs differ, but not why.",
      "The verdict is ok only if the whole confidence interval is within the allowed regression."
    },
    synopsisHeading = "",
    customSynopsis = {
      "goodput gate --a URL --b URL [--max-regression 2%%] [OPTIONS]",
      "goodput gate --baseline NAME|RUN --url URL [--runs K] [OPTIONS]",
      "goodput gate --baseline NAME|RUN --candidate RUN [--candidate RUN …] [OPTIONS]",
      "goodput gate --baseline RUN --candidate RUN --max-quality-loss 1pt [OPTIONS]",
      ""
    },
    sortOptions = false,
    footer = {
      "",
      "goodput gate --a http://main:8000 --b http://pr:8000 --rate 8 --duration 60s",
      "goodput bench --url http://main:8000 --rate 8 --duration 60s \\",
      "  --repeats 8 --out base",
      "goodput baseline set main base",
      "goodput gate --baseline main --url http://pr:8000 --max-regression 5%%"
    })
public final class GateCommand implements Callable<Integer>, MeasurementCommand {
  private static final int MAX_RUNS = 1_000;
  private static final Set<String> OF_LIVE = Set.of("--baseline", "--root", "--runs", "--seed");
  private static final Set<String> OF_STORED =
      Stream.concat(
              Stream.of("--baseline", "--candidate", "--root", "--json", "--quiet"),
              Form.jobOptions().stream())
          .collect(Collectors.toUnmodifiableSet());

  @ArgGroup(validate = false, order = 0, heading = "%nStored baseline%n")
  private Stored stored = new Stored();

  @ArgGroup(validate = false, order = 11, heading = "%nQuality and cost of stored runs%n")
  private TradeoffGate tradeoff = new TradeoffGate();

  @Mixin private RootOption root = new RootOption();

  @Mixin private CompareOptions options = new CompareOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  /// What was measured before.
  static final class Stored {
    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--baseline",
        paramLabel = "NAME|RUN",
        description = "5 or more stored runs to compare with: a baseline or a run with repeats")
    @Nullable String baseline;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--candidate",
        paramLabel = "RUN",
        description = "stored run of the candidate; repeatable")
    List<String> candidates = new ArrayList<>();

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--runs",
        paramLabel = "K",
        description = "runs of --url with the requests of the baseline (default: 5)")
    int runs = GateRule.MIN_RUNS;

    void check() {
      refuse(
          runs < GateRule.MIN_RUNS || runs > MAX_RUNS,
          "--runs must be between %d and %d, found %d: fewer runs do not show how far they differ"
              .formatted(GateRule.MIN_RUNS, MAX_RUNS, runs));
    }
  }

  /// Made by picocli.
  public GateCommand() {}

  /// Checks all that can be checked before anything is opened, then judges.
  ///
  /// @return the exit code
  @Override
  public Integer call() {
    TypedOptionNames typed = TypedOptionNames.of(spec);
    if (tradeoff.named()) {
      return tradeoff(typed).code();
    }
    refuse(
        tradeoff.html != null,
        "--html is for --max-quality-loss and --max-cost-increase: a gate that measures writes its"
            + " page to --out");
    if (stored.baseline == null) {
      refuse(
          !stored.candidates.isEmpty(),
          "--candidate is compared with stored runs: name a baseline or a run with --baseline");
      refuse(
          !options.sides.named(),
          "name both sides: --a URL --b URL for two servers, --baseline NAME --url URL for stored"
              + " runs and a server, --baseline NAME --candidate RUN for stored runs, or"
              + " --profile-a and --profile-b GPU/MODEL for simulated engines");
      typed.requireNone(
          Set.of("--root", "--runs"),
          "both sides are measured, in --pairs, and no stored run is read");
      return MeasuringRun.call(
          spec, options.output.read(), () -> options.paired("gate", Question.GATE));
    }
    refuse(
        options.sides.named(),
        "--baseline compares with stored runs: remove --a and --b, or --baseline");
    String baseline = stored.baseline;
    if (stored.candidates.isEmpty()) {
      return live(baseline, typed);
    }
    typed.requireOnly(
        OF_STORED,
        List.of(new GateRuleOptions(), new JudgeOptions()),
        "stored runs are compared with stored runs, and no request is sent");
    return new StoredGate(root.store(), stored.baseline, stored.candidates, options)
        .call(spec.commandLine())
        .code();
  }

  private ExitCode tradeoff(TypedOptionNames typed) {
    String baseline = stored.baseline;
    if (baseline == null || stored.candidates.size() != 1) {
      throw new AppException.Usage(
          "--max-quality-loss and --max-cost-increase judge a stored run: name two runs with"
              + " --baseline RUN --candidate RUN");
    }
    typed.requireOnly(
        OF_STORED,
        List.of(new TradeoffGate(), new JudgeOptions()),
        "quality and cost are judged of two stored runs");
    return tradeoff.judge(
        root.store(),
        List.of(baseline, stored.candidates.getFirst()),
        options.judge,
        options.output.read(),
        spec.commandLine());
  }

  private int live(String baseline, TypedOptionNames typed) {
    refuse(
        !options.target.named(),
        "--baseline "
            + baseline
            + " needs something to compare with: --url URL sends those runs' requests to a server,"
            + " --candidate RUN names stored runs");
    typed.requireOnly(
        OF_LIVE,
        List.of(
            new TargetOptions(), new GateRuleOptions(), new JudgeOptions(), new OutputOptions()),
        "the runs of the baseline define the load and the requests");
    typed.requireNone(
        Set.of("--endpoint", "--http", "--no-stream", "--connection-per-request"),
        "the runs of the baseline define the load and the requests");
    stored.check();
    return MeasuringRun.call(
        spec, options.output.read(), () -> options.against(root.store(), baseline, stored.runs));
  }
}
