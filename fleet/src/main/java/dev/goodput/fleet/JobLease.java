package dev.goodput.fleet;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The sign that a job with this consumer group runs: a member of a Kafka consumer group of its
/// own, which reads nothing. Flink's source assigns its partitions itself and is a member of no
/// group, so that Kafka would let a second job begin.
///
/// The member disappears when its job ends, or 10 s after its process was killed.
final class JobLease implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JobLease.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration CLOSE = Duration.ofSeconds(1);

  private final KafkaConsumer<byte[], byte[]> member;
  private final Thread thread;

  /// Joins the group.
  ///
  /// @param group the consumer group of the job
  /// @param topic a topic that exists
  JobLease(KafkaCluster kafka, String group, String topic) {
    member =
        new KafkaConsumer<>(
            kafka.client(
                Map.of(
                    "group.id",
                    group(group),
                    "session.timeout.ms",
                    "10000",
                    "enable.auto.commit",
                    "false")),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    member.subscribe(List.of(topic), new Pause());
    thread = new Thread(this::hold, "goodput-job-lease");
    thread.setDaemon(true);
    thread.start();
  }

  /// Returns the group whose member a job is.
  static String group(String group) {
    return group + "-job";
  }

  private void hold() {
    try (member) {
      while (true) {
        // Partitions are paused, so that there are no records.
        var unused = member.poll(POLL);
      }
    } catch (WakeupException e) {
      LOG.debug("the job ends");
    } catch (RuntimeException e) {
      LOG.warn("a second job with the same --group would not be refused: {}", e.toString());
    }
  }

  /// Leaves the group; waits at most a second for this.
  @Override
  public void close() {
    member.wakeup();
    try {
      thread.join(CLOSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Pause implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      member.pause(partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}
  }
}
