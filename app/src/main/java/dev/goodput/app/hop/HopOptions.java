package dev.goodput.app.hop;

import dev.goodput.app.asking.TargetOptions;
import dev.goodput.app.run.OutputOptions;
import picocli.CommandLine.ArgGroup;

/// All that looks at a proxy, in the groups of the help.
final class HopOptions {
  /// Some of what others ask by makes no sense of two addresses that stream.
  private static final String HOW =
      "%nHow both are asked (hop takes no --url, --profile, --virtual, --no-stream)%n";

  @ArgGroup(validate = false, order = 1, heading = "%nThe proxy%n")
  HopSides sides = new HopSides();

  @ArgGroup(validate = false, order = 2, heading = "%nThe load that measures added delay%n")
  HopLoad load = new HopLoad();

  @ArgGroup(validate = false, order = 3, heading = HOW)
  TargetOptions target = new TargetOptions();

  @ArgGroup(validate = false, order = 4, heading = "%nWhat is left behind%n")
  OutputOptions output = new OutputOptions();
}
