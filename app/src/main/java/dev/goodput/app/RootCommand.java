package dev.goodput.app;

import java.util.ServiceLoader;

/// The command that lists all others.
///
/// Some of those commands read stored command lines and so need all commands themselves. They find
/// the root through [ServiceLoader], because naming it would create a cycle between packages.
public interface RootCommand extends Runnable {
  /// Returns the root command of this program.
  static RootCommand find() {
    return ServiceLoader.load(RootCommand.class).findFirst().orElseThrow();
  }
}
