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
  @ArgGroup(validate = false, order = 1, heading = "%nThe two sides%n")
  SideOptions sides = new SideOptions();

  @ArgGroup(validate = false, order = 2, heading = "%nHow they differ%n")
  RuleOptions rule = new RuleOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nHow many runs%n")
  PairOptions pairs = new PairOptions();

  @ArgGroup(
      validate = false,
      order = 4,
      heading = "%nWhom to ask, where it is the same of both sides%n")
  TargetOptions target = new TargetOptions();

  @ArgGroup(validate = false, order = 5, heading = "%nWhat to ask%n")
  WorkloadOptions workload = new WorkloadOptions();

  @ArgGroup(validate = false, order = 6, heading = "%nWhen and how much, in each run%n")
  LoadOptions load = new LoadOptions();

  @ArgGroup(validate = false, order = 7, heading = "%nHow each request is asked%n")
  RequestOptions request = new RequestOptions();

  @ArgGroup(validate = false, order = 8, heading = "%nHow each run is judged%n")
  JudgeOptions judge = new JudgeOptions();

  @ArgGroup(validate = false, order = 9, heading = "%nWhat is left behind%n")
  OutputOptions output = new OutputOptions();
}
