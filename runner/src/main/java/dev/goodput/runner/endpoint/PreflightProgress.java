package dev.goodput.runner.endpoint;

import dev.goodput.wire.client.PreflightListener;
import java.io.PrintWriter;
import java.time.Duration;

/// What a slow pre-flight waits for: one line that is drawn over on a terminal, one every ten
/// seconds elsewhere.
///
/// @param err where it is shown
/// @param columns of the terminal, 0 where lines cannot be drawn over
record PreflightProgress(PrintWriter err, int columns) implements PreflightListener, AutoCloseable {
  private static final String CLEAR = "\r\u001b[2K";
  private static final int EVERY_SECONDS = 10;

  @Override
  public void waiting(String what, Duration soFar) {
    long seconds = soFar.toSeconds();
    String line = "goodput: waiting for " + what + " (" + seconds + " s)";
    if (columns > 0) {
      err.print(CLEAR + line.substring(0, Math.min(line.length(), columns - 1)));
      err.flush();
    } else if (seconds == 2 || seconds % EVERY_SECONDS == 0) {
      err.println(line);
      err.flush();
    }
  }

  /// Takes the line away.
  @Override
  public void close() {
    if (columns > 0) {
      err.print(CLEAR);
      err.flush();
    }
  }
}
