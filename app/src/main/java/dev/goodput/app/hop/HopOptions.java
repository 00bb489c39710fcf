package dev.goodput.app.hop;

import dev.goodput.app.asking.TargetOptions;
import dev.goodput.app.run.OutputOptions;
import picocli.CommandLine.ArgGroup;

/// All that looks at a proxy, in the groups of the help.
final class HopOptions {
  @ArgGroup(validate = false, order = 1, heading = "%nPaths%n")
  HopSides sides = new HopSides();

  @ArgGroup(validate = false, order = 2, heading = "%nLoad%n")
  HopLoad load = new HopLoad();

  @ArgGroup(validate = false, order = 3, heading = "%nRequest options%n")
  TargetOptions target = new TargetOptions();

  @ArgGroup(validate = false, order = 4, heading = "%nOutput%n")
  OutputOptions output = new OutputOptions();
}
