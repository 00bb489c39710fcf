package dev.goodput.app;

import java.util.ServiceLoader;

/// The command that names all others.
///
/// Those commands read stored command lines, and so need all commands again: they find the root by
/// [ServiceLoader], since naming it would be a cycle between packages.
public interface RootCommand extends Runnable {
  /// The one of this program.
  static RootCommand find() {
    return ServiceLoader.load(RootCommand.class).findFirst().orElseThrow();
  }
}
