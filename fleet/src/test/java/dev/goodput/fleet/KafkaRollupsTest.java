package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/// Reading up to the end of a topic whose broker goes away.
class KafkaRollupsTest {
  private static final KafkaRollups TOPIC =
      new KafkaRollups(KafkaCluster.at("broker:9092"), "rollups");
  private static final TopicPartition PART = new TopicPartition("rollups", 0);

  private final List<String> read = new ArrayList<>();

  private static ConsumerRecord<byte[], byte[]> record(long offset) {
    return new ConsumerRecord<>("rollups", 0, offset, new byte[0], ("r" + offset).getBytes(UTF_8));
  }

  @Test
  void endsWhereTheBrokerGivesNoMoreRecords() {
    try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest")) {
      consumer.assign(List.of(PART));
      consumer.seek(PART, 0);
      consumer.addRecord(record(0));
      consumer.addRecord(record(1));
      TOPIC.readTo(Map.of(PART, 2L), consumer, 1, read::add);
      assertThat(read).containsExactly("r0", "r1");

      consumer.addRecord(record(2));
      assertThatThrownBy(() -> TOPIC.readTo(Map.of(PART, 4L), consumer, 1, read::add))
          .isInstanceOf(FleetException.class)
          .hasMessage("no answer from Kafka at broker:9092 for 1 s");
      assertThat(read).endsWith("r2").hasSize(3);
    }
  }
}
