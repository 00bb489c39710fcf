package dev.goodput.app.compare;

import dev.goodput.app.asking.RequestOptions;
import dev.goodput.app.asking.SideOptions;
import dev.goodput.app.asking.TargetOptions;
import dev.goodput.app.asking.WorkloadOptions;
import dev.goodput.app.bench.LoadOptions;
import dev.goodput.app.run.JudgeOptions;
import dev.goodput.app.run.OutputOptions;
import picocli.CommandLine.ArgGroup;

/// All that asks two sides in pairs, in the groups of the help.
final class CompareOptions {
  @ArgGroup(validate = false, order = 1, heading = "%nServers%n")
  SideOptions sides = new SideOptions();

  @ArgGroup(validate = false, order = 2, heading = "%nRegression limits%n")
  RuleOptions rule = new RuleOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nRuns%n")
  PairOptions pairs = new PairOptions();

  @ArgGroup(validate = false, order = 4, heading = "%nTarget options of both servers%n")
  TargetOptions target = new TargetOptions();

  @ArgGroup(validate = false, order = 5, heading = "%nWorkload%n")
  WorkloadOptions workload = new WorkloadOptions();

  @ArgGroup(validate = false, order = 6, heading = "%nLoad of each run%n")
  LoadOptions load = new LoadOptions();

  @ArgGroup(validate = false, order = 7, heading = "%nRequest options%n")
  RequestOptions request = new RequestOptions();

  @ArgGroup(validate = false, order = 8, heading = "%nSLO and measurement window%n")
  JudgeOptions judge = new JudgeOptions();

  @ArgGroup(validate = false, order = 9, heading = "%nOutput%n")
  OutputOptions output = new OutputOptions();
}
