package dev.goodput.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.utils.AppInfoParser;
import org.junit.jupiter.api.Test;

/// Versions that must not move on their own.
class VersionsTest {
  /// From 4.3 on, the Flink connector's transactions fail with a `NoSuchMethodError` at the first
  /// flush, which a restart strategy hides.
  @Test
  void kafkaClientsStayAt42() {
    assertThat(AppInfoParser.getVersion()).startsWith("4.2.");
  }
}
