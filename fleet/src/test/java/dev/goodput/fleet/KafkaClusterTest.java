package dev.goodput.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class KafkaClusterTest {
  @Test
  void printsNoSettings() {
    KafkaCluster cluster =
        new KafkaCluster("broker:9092", Map.of("sasl.jaas.config", "password=\"secret\""));
    assertThat(cluster).hasToString("broker:9092");
    assertThat(new KafkaRollups(cluster, "topic").toString()).doesNotContain("secret");
  }
}
