package dev.goodput.app.measure;

import dev.goodput.app.endpoint.CommonOptions;
import dev.goodput.app.endpoint.RequestOptions;
import dev.goodput.app.endpoint.TargetOptions;
import dev.goodput.app.endpoint.WorkloadOptions;
import dev.goodput.app.run.JudgeOptions;
import dev.goodput.app.run.OutputOptions;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.runner.directory.Output;
import dev.goodput.runner.endpoint.TargetPlan;
import dev.goodput.runner.measure.Setup;
import java.util.List;
import picocli.CommandLine.ArgGroup;

/// The options that all commands with one target share. A command adds a group of order 3 for its
/// load.
public final class ExperimentOptions {
  /// The target.
  @ArgGroup(validate = false, order = 1, heading = "%nTarget%n")
  public TargetOptions target = new TargetOptions();

  /// The workload.
  @ArgGroup(validate = false, order = 2, heading = "%nWorkload%n")
  public WorkloadOptions workload = new WorkloadOptions();

  /// The request options.
  @ArgGroup(validate = false, order = 4, heading = "%nRequest options%n")
  public RequestOptions request = new RequestOptions();

  /// The SLO and the measurement window.
  @ArgGroup(validate = false, order = 5, heading = "%nSLO and measurement window%n")
  public JudgeOptions judge = new JudgeOptions();

  /// The output options.
  @ArgGroup(validate = false, order = 6, heading = "%nOutput%n")
  public OutputOptions output = new OutputOptions();

  /// Checks the options.
  ///
  /// @param command the name of the command
  /// @param prefix the start of the name of a new run directory
  /// @throws dev.goodput.runner.AppException.Usage contradictory options
  /// @throws dev.goodput.workload.input.WorkloadException a workload that cannot be found or read
  /// @throws dev.goodput.runner.AppException.Usage an SLO that cannot be parsed
  public Setup setup(String command, String prefix) {
    CommonOptions.check(target, workload, request);
    Output written = output.read();
    written.check();
    Judgement requested = judge.over(Judgement.DEFAULT, target.streams());
    TargetPlan common = CommonOptions.of(target, workload, request);
    return new Setup(
        command,
        List.of(common),
        requested.orPreset(common.sloPreset()),
        written,
        written.folder(prefix + common.shortName()));
  }
}
