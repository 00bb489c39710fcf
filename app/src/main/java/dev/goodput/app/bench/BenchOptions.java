package dev.goodput.app.bench;

import dev.goodput.app.asking.RequestOptions;
import dev.goodput.app.asking.TargetOptions;
import dev.goodput.app.asking.WorkloadOptions;
import dev.goodput.app.run.JudgeOptions;
import dev.goodput.app.run.OutputOptions;
import picocli.CommandLine.ArgGroup;

/// All that `bench` takes, in the groups of its help.
public final class BenchOptions {
  @ArgGroup(validate = false, order = 1, heading = "%nTarget%n")
  TargetOptions target = new TargetOptions();

  @ArgGroup(validate = false, order = 2, heading = "%nWorkload%n")
  WorkloadOptions workload = new WorkloadOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nLoad%n")
  LoadOptions load = new LoadOptions();

  @ArgGroup(validate = false, order = 4, heading = "%nRequest options%n")
  RequestOptions request = new RequestOptions();

  @ArgGroup(validate = false, order = 5, heading = "%nSLO and measurement window%n")
  JudgeOptions judge = new JudgeOptions();

  @ArgGroup(validate = false, order = 6, heading = "%nOutput%n")
  OutputOptions output = new OutputOptions();
}
