package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.telemetry.EventCodec;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.RequestEvents;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/// A sender of stored runs as events. A run always has the same boot number, sequence numbers and
/// partitions, so that the job recognizes a run that was replayed before.
final class Replay implements AutoCloseable {
  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final int partitions;
  private final TrafficPlan plan;
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

  Replay(KafkaCluster kafka, String topic, int partitions, TrafficPlan plan) {
    this.topic = topic;
    this.partitions = partitions;
    this.plan = plan;
    producer = KafkaSender.producer(kafka.servers(), kafka.settings());
  }

  /// Sends every request of a run and returns their number once Kafka has stored them all.
  ///
  /// @throws FleetException if Kafka refused one
  /// @throws RecordException if the run cannot be read
  long send(RunDirectory run) {
    Manifest manifest = run.manifest();
    String name = manifest.text("run.id").orElse(String.valueOf(run.path().getFileName()));
    String started = manifest.require("run.started");
    RequestEvents events = new RequestEvents(plan, name, boot(name, started), micros(started));
    long[] sent = {0};
    run.read(entry -> {
      if (entry instanceof RequestRecord request) {
        send(events.next(request));
        sent[0]++;
      }
    });
    producer.flush();
    check();
    return sent[0];
  }

  /// Sends one event. A source's numbers ascend within each partition.
  void send(RequestEvent event) {
    check();
    int partition = (int) Long.remainderUnsigned(event.source().sequence(), partitions);
    // A failure reaches the callback.
    var unused =
        producer.send(
            new ProducerRecord<>(topic, partition, null, EventCodec.encode(event)),
            (stored, failed) -> {
              if (failed != null) {
                failure.compareAndSet(null, failed);
              }
            });
  }

  private void check() {
    Exception failed = failure.get();
    if (failed != null) {
      throw new FleetException(
          "Kafka did not take an event for topic \"" + topic + "\": " + failed.getMessage(),
          failed);
    }
  }

  private static long micros(String started) {
    try {
      return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(started));
    } catch (DateTimeParseException e) {
      throw new RecordException.BadValue(
          "run.started", "\"" + started + "\"", "a time such as 2026-01-31T12:00:00Z");
    }
  }

  /// Returns a number of the run that is the same for each replay of it.
  private static long boot(String name, String started) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest((name + "\n" + started).getBytes(UTF_8));
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
