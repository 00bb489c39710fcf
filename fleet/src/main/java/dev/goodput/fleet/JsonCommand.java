package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.telemetry.EventCodec;
import dev.goodput.telemetry.EventFormatException;
import dev.goodput.telemetry.EventJson;
import dev.goodput.telemetry.EventSource;
import dev.goodput.telemetry.RequestEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Copies events to a topic as JSON, in transactions that also store how far it has read.
@Command(
    name = "json",
    description = {
      "Copies events to another topic as JSON.",
      "For stores that do not read the binary form, such as ClickHouse, Pinot or Iceberg. The "
          + "command can be stopped and started at any time: each record is copied once. Where "
          + "gateways send partials, name the topic of their events: "
          + "--events goodput.requests.events"
    },
    mixinStandardHelpOptions = true)
final class JsonCommand implements Callable<Integer> {
  private static final Duration POLL = Duration.ofSeconds(1);

  @Mixin private KafkaOptions kafka = new KafkaOptions();

  @Option(
      names = "--to",
      paramLabel = "TOPIC",
      defaultValue = "goodput.requests.json",
      description = "Topic of the JSON objects (default: ${DEFAULT-VALUE}).")
  private String json = "";

  @Option(
      names = "--group",
      paramLabel = "NAME",
      defaultValue = "goodput-fleet-json",
      description =
          "Consumer group and transactional id: each process needs its own"
              + " (default: ${DEFAULT-VALUE}).")
  private String group = "";

  @Option(names = "--until-now", description = "End when the events so far are copied.")
  private boolean untilNow;

  @Spec private CommandSpec spec = CommandSpec.create();

  private long copied;
  private long skipped;

  @Override
  public Integer call() {
    if (json.equals(kafka.events)) {
      throw new FleetException(
          "--to must be another topic than that of --events, found \"%s\"".formatted(json));
    }
    KafkaCluster cluster = kafka.cluster();
    try (Topics topics = new Topics(cluster)) {
      topics.require(kafka.events, "check --events");
      topics.create(json, Optional.empty(), Map.of());
    }
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(cluster);
        Producer<byte[], byte[]> producer = producer(cluster)) {
      // Ends the transaction of a process that was killed, before offsets are read.
      producer.initTransactions();
      copy(consumer, producer);
    } catch (ProducerFencedException e) {
      throw new FleetException(
          "another process with --group %s has started: each needs its own".formatted(group), e);
    } catch (KafkaException e) {
      throw new FleetException(
          "Kafka at %s failed: %s; start the command again, and it goes on"
              .formatted(cluster.servers(), e.getMessage()),
          e);
    }
    spec.commandLine()
        .getOut()
        .printf(
            "%d events of %s copied to %s as JSON%s%n",
            copied,
            kafka.events,
            json,
            skipped == 0 ? "" : ", %d other records skipped".formatted(skipped));
    return 0;
  }

  private void copy(KafkaConsumer<byte[], byte[]> consumer, Producer<byte[], byte[]> producer) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(kafka.events).stream()
            .map(each -> new TopicPartition(kafka.events, each.partition()))
            .toList();
    consumer.assign(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    while (!untilNow
        || partitions.stream()
            .anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
      ConsumerRecords<byte[], byte[]> read = consumer.poll(POLL);
      if (read.isEmpty()) {
        continue;
      }
      producer.beginTransaction();
      for (ConsumerRecord<byte[], byte[]> each : read) {
        send(each, producer);
      }
      Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
      read.partitions()
          .forEach(each -> next.put(each, new OffsetAndMetadata(consumer.position(each))));
      producer.sendOffsetsToTransaction(next, consumer.groupMetadata());
      producer.commitTransaction();
    }
  }

  private void send(ConsumerRecord<byte[], byte[]> record, Producer<byte[], byte[]> producer) {
    RequestEvent event;
    try {
      event = EventCodec.decode(record.value());
    } catch (EventFormatException e) {
      if (skipped++ == 0) {
        spec.commandLine()
            .getErr()
            .printf(
                "goodput-fleet: skips what is not an event; the first one, in partition %d at %d:"
                    + " %s%n",
                record.partition(), record.offset(), e.getMessage());
      }
      return;
    }
    EventSource source = event.source();
    String key = "%s/%016x/%d".formatted(source.gateway(), source.boot(), source.sequence());
    // The transaction fails if this does.
    var unused =
        producer.send(
            new ProducerRecord<>(
                json, key.getBytes(UTF_8), EventJson.write(event).getBytes(UTF_8)));
    copied++;
  }

  private KafkaConsumer<byte[], byte[]> consumer(KafkaCluster cluster) {
    return new KafkaConsumer<>(
        cluster.client(
            Map.of(
                "group.id",
                group,
                "enable.auto.commit",
                "false",
                "isolation.level",
                "read_committed",
                "auto.offset.reset",
                "earliest")),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  private Producer<byte[], byte[]> producer(KafkaCluster cluster) {
    return new KafkaProducer<>(
        cluster.client(Map.of("transactional.id", group, "compression.type", "zstd")),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
