package dev.goodput.fleet;

import picocli.CommandLine.Option;

/// The options that name the Kafka cluster and the topic of results.
final class ResultOptions {
  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT,…",
      required = true,
      description = "Bootstrap servers of the Kafka cluster.")
  String servers = "";

  @Option(
      names = "--results",
      paramLabel = "TOPIC",
      defaultValue = "goodput.rollups",
      description = "Topic of the roll-ups (default: ${DEFAULT-VALUE}).")
  String results = "";

  /// Checks that the topic is there.
  ///
  /// @throws FleetException if it is not
  void requireTopic() {
    try (Topics topics = new Topics(servers)) {
      if (topics.partitions(results).isEmpty()) {
        throw new FleetException(
            "there is no topic \"%s\" at %s; check --results, or start the job"
                .formatted(results, servers));
      }
    }
  }
}
