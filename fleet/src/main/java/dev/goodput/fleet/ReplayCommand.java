package dev.goodput.fleet;

import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.record.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Sends the records of stored runs and gateway logs as events.
@Command(
    name = "replay",
    description = {
      "Sends the requests of stored runs and gateway logs.",
      "They go to the topic of events, as fast as Kafka takes them, with their own "
          + "event times. A run that is replayed again is recognized and does not count "
          + "twice."
    },
    mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {
  private static final String TIMESTAMP_TYPE = "message.timestamp.type";

  @Mixin private KafkaOptions kafka = new KafkaOptions();

  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description = "Run directories, or directories of run directories, as a gateway keeps them.")
  private List<Path> runs = List.of();

  @Mixin private SloOptions slos = new SloOptions();

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "8",
      description = "Partitions of the topic if it has to be created (default: ${DEFAULT-VALUE}).")
  private int partitions;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    TrafficPlan plan = slos.plan();
    List<RunDirectory> found = runs.stream().flatMap(each -> below(each).stream()).toList();
    long events = 0;
    KafkaCluster cluster = kafka.cluster();
    try (Replay replay = new Replay(cluster, kafka.events, topic(cluster), plan)) {
      for (RunDirectory each : found) {
        events += replay.send(each);
      }
    }
    spec.commandLine()
        .getOut()
        .printf("%d events of %d runs sent to %s%n", events, found.size(), kafka.events);
    return 0;
  }

  /// Returns the number of the topic's partitions.
  private int topic(KafkaCluster cluster) {
    try (Topics topics = new Topics(cluster)) {
      if (topics.partitions(kafka.events).isEmpty()) {
        topics.create(kafka.events, Optional.of(partitions), Topics.BY_ARRIVAL);
        return partitions;
      }
      String type = topics.setting(kafka.events, TIMESTAMP_TYPE);
      if (!type.equals(Topics.BY_ARRIVAL.get(TIMESTAMP_TYPE))) {
        throw new FleetException(
            "topic \"%s\" has %s=%s, so Kafka would delete old events at once; set it to %s"
                .formatted(
                    kafka.events, TIMESTAMP_TYPE, type, Topics.BY_ARRIVAL.get(TIMESTAMP_TYPE)));
      }
      return topics.partitions(kafka.events).orElseThrow();
    }
  }

  /// Returns the run at this path, or the runs in this directory.
  private static List<RunDirectory> below(Path path) {
    if (!Files.isDirectory(path) || Files.exists(path.resolve(RunDirectory.MANIFEST_FILE))) {
      return List.of(RunDirectory.open(path));
    }
    try (Stream<Path> inside = Files.list(path)) {
      List<RunDirectory> found =
          inside
              .filter(each -> Files.exists(each.resolve(RunDirectory.MANIFEST_FILE)))
              .sorted()
              .map(RunDirectory::open)
              .toList();
      if (found.isEmpty()) {
        throw new FleetException("there is no run in " + path);
      }
      return found;
    } catch (IOException e) {
      throw new FleetException("cannot list " + path + ": " + e.getMessage(), e);
    }
  }
}
