package dev.goodput.fleet;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/// The topics of a Kafka cluster, checked before anything runs.
final class Topics implements AutoCloseable {
  /// The setting by which retention counts from the time of arrival, not from the event time.
  static final Map<String, String> BY_ARRIVAL = Map.of("message.timestamp.type", "LogAppendTime");

  private static final int WAIT_SECONDS = 15;

  private final String option;
  private final KafkaCluster kafka;
  private final int waitSeconds;
  private final Admin admin;

  Topics(KafkaCluster kafka) {
    this("--kafka", kafka, WAIT_SECONDS);
  }

  /// @param option where the address was typed, for messages
  Topics(String option, KafkaCluster kafka, int waitSeconds) {
    this.option = option;
    this.kafka = kafka;
    this.waitSeconds = waitSeconds;
    String millis = Long.toString(TimeUnit.SECONDS.toMillis(waitSeconds));
    try {
      admin =
          Admin.create(
              kafka.client(Map.of("default.api.timeout.ms", millis, "request.timeout.ms", millis)));
    } catch (KafkaException e) {
      throw kafka.unusable(option, e);
    }
  }

  /// Returns a topic's number of partitions; empty if there is no such topic.
  Optional<Integer> partitions(String topic) {
    try {
      var found = got(admin.describeTopics(List.of(topic)).allTopicNames());
      return Optional.ofNullable(found.get(topic)).map(each -> each.partitions().size());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return Optional.empty();
      }
      throw failed("describe topic " + topic, e);
    }
  }

  /// Returns a topic's number of partitions.
  ///
  /// @param remedy what to do if it is missing, for the message
  /// @throws FleetException if there is no such topic
  int require(String topic, String remedy) {
    return partitions(topic)
        .orElseThrow(() ->
            new FleetException(
                "there is no topic \"%s\" at %s; %s".formatted(topic, kafka.servers(), remedy)));
  }

  /// Creates a topic unless it exists.
  ///
  /// @param partitions its partitions; empty for the broker's default
  void create(String topic, Optional<Integer> partitions, Map<String, String> settings) {
    NewTopic fresh = new NewTopic(topic, partitions, Optional.empty()).configs(settings);
    try {
      got(admin.createTopics(List.of(fresh)).all());
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw failed("create topic " + topic, e);
      }
    }
  }

  /// Returns a topic's setting.
  String setting(String topic, String name) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    try {
      Config config = got(admin.describeConfigs(List.of(resource)).all()).get(resource);
      return Objects.requireNonNull(config).get(name).value();
    } catch (ExecutionException e) {
      throw failed("read the settings of topic " + topic, e);
    }
  }

  /// Returns the host of a member of a consumer group; empty if it has none.
  Optional<String> member(String group) {
    try {
      return got(admin.describeConsumerGroups(List.of(group)).all()).values().stream()
          .flatMap(each -> each.members().stream())
          .map(each -> each.host().replaceFirst("^/", ""))
          .findFirst();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return Optional.empty();
      }
      throw failed("describe consumer group " + group, e);
    }
  }

  private <T> T got(KafkaFuture<T> future) throws ExecutionException {
    try {
      return future.get(waitSeconds + 1L, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FleetException("interrupted while waiting for Kafka at " + kafka.servers(), e);
    } catch (TimeoutException e) {
      throw new ExecutionException(e);
    }
  }

  private FleetException failed(String action, ExecutionException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    if (cause instanceof TimeoutException
        || cause instanceof org.apache.kafka.common.errors.TimeoutException) {
      return new FleetException(
          ("no answer from Kafka at %s within %d s; check %s and that a broker runs there; a broker"
                  + " with TLS or SASL needs settings of the client (--kafka-settings FILE or %s)")
              .formatted(kafka.servers(), waitSeconds, option, ClusterOptions.SETTINGS),
          e);
    }
    return new FleetException(
        "cannot %s at %s: %s".formatted(action, kafka.servers(), cause.getMessage()), e);
  }

  @Override
  public void close() {
    admin.close();
  }
}
