package dev.goodput.fleet;

import dev.goodput.record.SystemReason;
import dev.goodput.telemetry.RollupRange;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Writes the results of a time to a file, which the main program reports.
@Command(
    name = "export",
    description = {
      "Writes the job's results to a file.",
      "One line for each, as in the topic. goodput report FILE makes the report of it."
    },
    mixinStandardHelpOptions = true)
final class ExportCommand implements Callable<Integer> {
  @Mixin private ResultOptions results = new ResultOptions();

  @Option(
      names = "--from",
      paramLabel = "WHEN",
      description = "Only windows that start at this UTC time or later (default: all).")
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "WHEN",
      description = "Only windows that end at this UTC time or earlier (default: all).")
  private @Nullable String to;

  @Parameters(paramLabel = "FILE", description = "File to write; an existing one is replaced.")
  private Path file = Path.of("rollups.jsonl");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    RollupRange range =
        new RollupRange(
            from == null ? Long.MIN_VALUE : millis("--from", from),
            to == null ? Long.MAX_VALUE : millis("--to", to),
            true);
    KafkaRollups topic = results.topic();
    long lines;
    try {
      lines = topic.write(range, file);
    } catch (IOException e) {
      throw new FleetException("cannot write %s: %s".formatted(file, SystemReason.of(e, file)), e);
    }
    spec.commandLine()
        .getOut()
        .printf("%d roll-ups of %s written to %s%n", lines, topic.name(), file);
    return 0;
  }

  /// Returns a UTC time that was typed, in milliseconds since 1970.
  static long millis(String option, String text) {
    try {
      return Instant.parse(text).toEpochMilli();
    } catch (DateTimeParseException e) {
      throw new FleetException(
          "%s must be a UTC time such as 2026-11-27T00:00:00Z, found %s".formatted(option, text),
          e);
    }
  }
}
