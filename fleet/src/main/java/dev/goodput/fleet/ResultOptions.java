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
}
