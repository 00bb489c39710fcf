package dev.goodput.app;

import java.time.Duration;
import picocli.CommandLine;

/// Command lines, read alike wherever one is read: as it is typed, and again as a run keeps it.
public final class CommandLines {
  private CommandLines() {}

  /// The command line of a command, or of its options alone.
  public static CommandLine of(Object command) {
    CommandLine line = new CommandLine(command);
    line.setExpandAtFiles(false); // what begins with @ is a value like any other
    line.registerConverter(Duration.class, new Durations());
    return line;
  }
}
