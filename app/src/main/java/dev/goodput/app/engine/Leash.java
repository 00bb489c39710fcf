package dev.goodput.app.engine;

import dev.goodput.app.Signals;
import java.io.IOException;
import java.io.InputStream;

/// Ties a child to its parent: the child lives as long as its standard input is open.
public final class Leash {
  /// Before the address in the line by which a leashed child says that it serves.
  public static final String READY = "ready ";

  private Leash() {}

  /// Returns when the input ends. Signals meant for the parent's process group are left to the
  /// parent, who must be able to drain.
  ///
  /// @param input the process's standard input
  public static void hold(InputStream input) {
    Signals.on("INT", () -> {});
    Signals.on("TERM", () -> {});
    try {
      while (input.read() >= 0) {
        // Nothing is ever sent; only the end means something.
      }
    } catch (IOException e) {
      // A broken pipe is the parent's end as well.
      return;
    }
  }
}
