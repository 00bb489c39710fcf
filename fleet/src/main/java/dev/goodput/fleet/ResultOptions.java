package dev.goodput.fleet;

import picocli.CommandLine.Option;

/// The options that name the Kafka cluster and the topic of results.
final class ResultOptions extends ClusterOptions {
  @Option(
      names = "--results",
      paramLabel = "TOPIC",
      defaultValue = "goodput.rollups",
      description = "Topic of the roll-ups (default: ${DEFAULT-VALUE}).")
  String results = "";

  /// Returns the topic.
  ///
  /// @throws FleetException if it is not there
  KafkaRollups topic() {
    KafkaRollups topic = new KafkaRollups(cluster(), results);
    try (Topics topics = new Topics(topic.cluster())) {
      topic.require(topics, "--results");
    }
    return topic;
  }
}
