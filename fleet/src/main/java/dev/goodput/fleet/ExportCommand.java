package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.telemetry.EventFormatException;
import dev.goodput.telemetry.RollupArchive;
import dev.goodput.telemetry.WindowRollup;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
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
  @Mixin private ResultOptions topic = new ResultOptions();

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
  public Integer call() throws IOException {
    long begin = from == null ? Long.MIN_VALUE : millis("--from", from);
    long end = to == null ? Long.MAX_VALUE : millis("--to", to);
    topic.requireTopic();
    long lines = 0;
    try (BufferedWriter out = Files.newBufferedWriter(file);
        KafkaConsumer<byte[], byte[]> consumer = LiveResults.consumer(topic.servers)) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic.results).stream()
              .map(each -> new TopicPartition(topic.results, each.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream()
          .anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
        for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofSeconds(1))) {
          String line = new String(each.value(), UTF_8);
          WindowRollup rollup = RollupArchive.parse(line);
          if (rollup.startMillis() >= begin
              && rollup.startMillis() + rollup.lengthMillis() <= end) {
            out.write(line);
            out.newLine();
            lines++;
          }
        }
      }
    } catch (EventFormatException e) {
      throw new FleetException(
          "topic \"%s\" holds something else than results of the job: %s; check --results"
              .formatted(topic.results, e.getMessage()),
          e);
    } catch (IOException e) {
      throw new FleetException("cannot write " + file + ": " + e.getMessage(), e);
    }
    spec.commandLine()
        .getOut()
        .printf("%d roll-ups of %s written to %s%n", lines, topic.results, file);
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
