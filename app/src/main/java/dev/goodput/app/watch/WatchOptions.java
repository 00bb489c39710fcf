package dev.goodput.app.watch;

import dev.goodput.app.asking.WatchedOptions;
import picocli.CommandLine.ArgGroup;

/// The options of a watch, in the groups of the help.
final class WatchOptions {
  @ArgGroup(validate = false, order = 1, heading = "%nWhom to look at%n")
  WatchedOptions whom = new WatchedOptions();

  @ArgGroup(validate = false, order = 2, heading = "%nHow often, and what to ask%n")
  LookOptions look = new LookOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nHow it judges%n")
  WatchJudgeOptions judge = new WatchJudgeOptions();

  @ArgGroup(validate = false, order = 4, heading = "%nWho is told, and what is kept%n")
  TellOptions tell = new TellOptions();

  /// Rejects invalid values.
  ///
  /// @throws dev.goodput.app.AppException.Usage an invalid value; the message names the option
  void check() {
    look.check();
    judge.check();
    tell.check();
  }
}
