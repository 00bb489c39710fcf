package dev.goodput.app.bench;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.CommandLineReader;
import dev.goodput.app.endpoint.RequestOptions;
import dev.goodput.app.endpoint.TargetOptions;
import dev.goodput.app.endpoint.WorkloadOptions;
import dev.goodput.app.measure.ExperimentOptions;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.words.ShellText;
import dev.goodput.runner.AppException;
import java.util.List;
import picocli.CommandLine;

/// The load of a stored bench, read from its stored command line, so that it can be sent to another
/// target.
///
/// @param target the target; only its endpoint and whether responses are streamed matter
/// @param workload the workload
/// @param load when and how much, once
/// @param request the request options
public record StoredBenchCommand(
    TargetOptions target, WorkloadOptions workload, LoadOptions load, RequestOptions request) {
  private static final String STARRED = "***";

  /// Reads the command line of a run.
  ///
  /// @throws AppException.Usage if the run is not a bench of one load that can be repeated
  public static StoredBenchCommand of(RunDirectory run) {
    List<String> typed = typed(run);
    BenchCommand command = new BenchCommand();
    try {
      CommandLineReader.of(command)
          .parseArgs(typed.subList(2, typed.size()).toArray(String[]::new));
    } catch (CommandLine.ParameterException e) {
      throw new AppException.Usage(
          run.path() + " was made by a command that this version does not know: " + e.getMessage());
    }
    ExperimentOptions options = command.options;
    LoadOptions load = command.load;
    refuse(
        options.request.extraBody() != null && options.request.extraBody().contains(STARRED),
        run.path() + " used an --extra-body with a secret, which is not kept");
    refuse(
        load.shard != null,
        run.path() + " is a slice of a load (--shard), which one machine cannot repeat");
    load.repeats = null;
    load.beginAt = null;
    if (run.manifest().text("run.arrivals").orElse("").equals(ArrivalKind.TRACE.word())) {
      load.arrivals = ArrivalKind.TRACE.word();
    }
    var _ = LoadPlan.orUsual(load, options.target.embedded());
    return new StoredBenchCommand(options.target, options.workload, load, options.request);
  }

  /// Refuses a run that no bench made.
  ///
  /// @throws AppException.Usage naming it
  public static void requireBench(RunDirectory run) {
    var _ = typed(run);
  }

  private static List<String> typed(RunDirectory run) {
    List<String> typed = ShellText.split(run.manifest().text("run.command").orElse(""));
    refuse(
        typed.size() < 2 || !typed.get(1).equals("bench"),
        run.path() + " was not made by goodput bench, so it cannot be repeated");
    return typed;
  }
}
