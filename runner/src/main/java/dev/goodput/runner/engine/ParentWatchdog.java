package dev.goodput.runner.engine;

import dev.goodput.runner.signals.Signals;
import java.io.IOException;
import java.io.InputStream;

/// The tie of a child process to its parent: the child lives as long as its standard input is open.
public final class ParentWatchdog {
  /// The text before the address in the line with which a leashed child reports that it serves.
  public static final String READY = "ready ";

  private ParentWatchdog() {}

  /// Blocks until the input ends. Ignores signals to the parent's process group: they are for the
  /// parent, which must be able to drain.
  ///
  /// @param input the process's standard input
  public static void hold(InputStream input) {
    Signals.on("INT", () -> {});
    Signals.on("TERM", () -> {});
    try {
      while (input.read() >= 0) {
        // No data is ever sent; only the end of the input counts.
      }
    } catch (IOException e) {
      // A broken pipe also means that the parent has ended.
      return;
    }
  }
}
