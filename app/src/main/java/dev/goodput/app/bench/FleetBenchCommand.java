package dev.goodput.app.bench;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.CommandHelp;
import dev.goodput.app.CommandLineReader;
import dev.goodput.app.NextCommandRole;
import dev.goodput.app.measure.ExperimentOptions;
import dev.goodput.app.run.MeasurementCommand;
import dev.goodput.app.score.ScoreSettings;
import dev.goodput.load.Slice;
import dev.goodput.report.model.Form;
import dev.goodput.runner.Version;
import dev.goodput.runner.directory.Output;
import dev.goodput.runner.fleet.Address;
import dev.goodput.runner.fleet.Coordinator;
import dev.goodput.runner.fleet.FleetRun;
import dev.goodput.runner.fleet.FleetSecret;
import dev.goodput.runner.measure.Measurement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput fleet bench`: one load from several processes or machines, and one result.
@CommandHelp(
    common = {
      "--url",
      "--model",
      "--workload",
      "--rate",
      "--concurrency",
      "--duration",
      "--requests",
      "--slo",
      "--workers",
      "--remote",
      "--listen",
      "--out",
      "--json"
    },
    refused = {
      "--profile",
      "--virtual",
      "--repeats",
      "--max-in-flight",
      "--shard",
      "--begin-at",
      "--coordinator"
    })
@Command(
    name = "bench",
    description = {
      "Measures a server with one load from several processes or machines.",
      "Takes the options of goodput bench. Each worker sends its slice of the load; all start at "
          + "one moment, and their results become one."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput fleet bench --url URL --workers N [--config FILE] [OPTIONS]", ""},
    sortOptions = false,
    footer = {"", "goodput fleet bench --url http://host:8000 --rate 2000 --workers 4"})
public final class FleetBenchCommand implements Callable<Integer>, MeasurementCommand {
  private static final int MAX_LOCAL = 256;
  private static final Address LOOPBACK = new Address("127.0.0.1", 0);
  private static final Set<String> OUTPUT =
      Stream.concat(Stream.of("--out", "--json", "--quiet"), Form.jobOptions().stream())
          .collect(Collectors.toUnmodifiableSet());
  private static final Set<String> OF_COORDINATOR = Set.of("--workers", "--remote", "--listen");

  @Mixin private ExperimentOptions options = new ExperimentOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nLoad%n")
  private LoadOptions load = new LoadOptions();

  @ArgGroup(validate = false, order = 7, heading = "%nWorkers%n")
  private Workers workers = new Workers();

  @Spec private CommandSpec spec = CommandSpec.create();

  /// How many workers there are, and where.
  static final class Workers {
    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--workers",
        paramLabel = "N",
        required = true,
        description = "workers in all; each sends one slice of the load")
    private int workers;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--remote",
        paramLabel = "M",
        description =
            "how many of them other machines run: goodput bench --shard I/N --coordinator "
                + "HOST:PORT with the same options (default: 0)")
    private int remote;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--listen",
        paramLabel = "HOST:PORT",
        description =
            "where workers of other machines connect to (default: this machine only, any port)")
    private @Nullable String listen;
  }

  /// Called by picocli.
  public FleetBenchCommand() {}

  @Override
  public Integer call() {
    check();
    load.shard = new Slice(1, workers.workers).toString();
    try (Measurement planned = BenchCommand.prepare(spec, options, load, new ScoreSettings())) {
      Output output = options.output.read();
      Path folder = output.createDirectory(planned.setup().folder());
      int local = workers.workers - workers.remote;
      String secret = FleetSecret.of(System.getenv());
      boolean open = workers.listen == null && secret.isEmpty();
      Coordinator.Plan plan =
          new Coordinator.Plan(
              workers.workers,
              local,
              folder,
              Version.version(),
              open ? FleetSecret.random() : secret);
      Address at = workers.listen == null ? LOOPBACK : Address.read("--listen", workers.listen);
      CommandLine line = spec.commandLine();
      return FleetRun.run(line.getOut(), line.getErr(), output, plan, at, benchOptions()).code();
    }
  }

  private void check() {
    int least = workers.remote;
    refuse(
        workers.workers < 2 || workers.workers > Slice.MAX,
        "--workers must be between 2 and %d, found %d; for one process use goodput bench"
            .formatted(Slice.MAX, workers.workers));
    refuse(
        least < 0 || least > workers.workers,
        "--remote must be between 0 and --workers %d, found %d".formatted(workers.workers, least));
    refuse(
        workers.workers - workers.remote > MAX_LOCAL,
        "%d processes on one machine are more than %d; run some with --remote"
            .formatted(workers.workers - workers.remote, MAX_LOCAL));
    refuse(
        workers.remote > 0 && workers.listen == null,
        "--remote needs --listen, where other machines connect to, like 0.0.0.0:7400");
    refuse(options.target.embedded(), "the workers send to one server: name it with --url");
    for (String each : List.of("--shard", "--begin-at", "--coordinator")) {
      refuse(
          spec.commandLine().getParseResult().hasMatchedOption(each),
          each + " is set by goodput fleet bench for its workers; remove it");
    }
  }

  /// Returns the options that every worker gets as they were typed.
  private List<String> benchOptions() {
    List<String> words = new ArrayList<>();
    for (OptionSpec option :
        spec.commandLine().getParseResult().matchedOptions().stream().distinct().toList()) {
      String name = option.longestName();
      if (!OUTPUT.contains(name) && !OF_COORDINATOR.contains(name)) {
        words.addAll(CommandLineReader.words(option));
      }
    }
    return words;
  }
}
