package dev.goodput.fleet;

import dev.goodput.telemetry.EventSender;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// The sender of a gateway's events or partials to Kafka: an idempotent producer with 32 MiB of
/// memory, which sends a batch when it is full or 50 ms old. Creates the topic if it does not
/// exist.
///
/// The events of one sender ascend within each partition, so that the job recognizes repeats.
public final class KafkaSender implements EventSender {
  private static final int PARTITIONS = 8;
  private static final int WAIT_SECONDS = 3;
  private static final long MOMENT_MILLIS = 200;
  private static final Duration CLOSING = Duration.ofSeconds(WAIT_SECONDS);

  private final String servers;
  private final String topic;
  private final Map<String, String> settings;
  private final Producer<byte[], byte[]> producer;
  private final AtomicLong delivered = new AtomicLong();
  private final AtomicLong undelivered = new AtomicLong();
  private volatile String trouble = "";
  private int partitions;

  private KafkaSender(String servers, String topic, Map<String, String> settings) {
    this.servers = servers;
    this.topic = topic;
    this.settings = settings;
    producer = producer(servers, settings);
  }

  /// Returns an idempotent producer.
  ///
  /// @param settings override the program's own
  static Producer<byte[], byte[]> producer(String servers, Map<String, String> settings) {
    Map<String, Object> all = new HashMap<>();
    all.put("bootstrap.servers", servers);
    all.put("enable.idempotence", true);
    all.put("acks", "all");
    // On a topic that was just created, the leader may refuse one request and take the next one. A
    // broker that knows nothing of the producer then refuses the first one for ever.
    all.put("max.in.flight.requests.per.connection", 1);
    all.put("linger.ms", 50);
    all.put("batch.size", 1 << 18);
    all.put("buffer.memory", 32L << 20);
    all.put("compression.type", "zstd");
    all.put("reconnect.backoff.max.ms", 5000);
    all.putAll(settings);
    return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
  }

  @Override
  public boolean send(byte[] record, int events, long number) {
    Thread caller = Thread.currentThread();
    AtomicBoolean taken = new AtomicBoolean(true);
    try {
      prepare();
      // A failure reaches the callback.
      var unused =
          producer.send(
              new ProducerRecord<>(topic, partition(number), null, record),
              (stored, failed) -> {
                // The producer calls back from send itself if it could not take the record.
                if (failed != null && Thread.currentThread().equals(caller)) {
                  taken.set(false);
                  trouble = firstLine(failed);
                } else {
                  count(failed, events);
                }
              });
    } catch (KafkaException | FleetException e) {
      taken.set(false);
      trouble = firstLine(e);
    }
    return taken.get();
  }

  private void prepare() {
    if (partitions == 0) {
      try (Topics topics =
          inOwnLoader(
              () -> new Topics("--telemetry", new KafkaCluster(servers, settings), WAIT_SECONDS))) {
        Optional<Integer> found = topics.partitions(topic);
        if (found.isEmpty()) {
          topics.create(topic, Optional.of(PARTITIONS), Topics.BY_ARRIVAL);
        }
        partitions = found.orElse(PARTITIONS);
      }
    }
  }

  private @Nullable Integer partition(long number) {
    return number == ANY_PARTITION
        ? null
        : Integer.valueOf((int) Long.remainderUnsigned(number, partitions));
  }

  /// Makes a client. Kafka finds classes by name in the thread's loader, which is not the fleet
  /// archive's.
  private static <T> T inOwnLoader(Supplier<T> client) {
    Thread current = Thread.currentThread();
    ClassLoader before = current.getContextClassLoader();
    current.setContextClassLoader(KafkaSender.class.getClassLoader());
    try {
      return client.get();
    } finally {
      current.setContextClassLoader(before);
    }
  }

  private void count(@Nullable Exception failed, int events) {
    (failed == null ? delivered : undelivered).addAndGet(events);
    trouble = failed == null ? "" : firstLine(failed);
  }

  private static String firstLine(Exception failed) {
    return String.valueOf(failed.getMessage()).lines().findFirst().orElse("");
  }

  @Override
  public long delivered() {
    return delivered.get();
  }

  @Override
  public long undelivered() {
    return undelivered.get();
  }

  @Override
  public String trouble() {
    return trouble;
  }

  @Override
  public void close() {
    producer.close(CLOSING);
  }

  /// Opens senders to Kafka.
  public static final class Factory implements EventSender.Factory {
    /// Creates the factory, for the service loader.
    public Factory() {}

    @Override
    public EventSender open(
        String servers, String topic, Map<String, String> settings, boolean spills) {
      Map<String, String> all = new HashMap<>();
      all.put("max.block.ms", Long.toString(spills ? MOMENT_MILLIS : CLOSING.toMillis()));
      if (spills) {
        all.put("delivery.timeout.ms", Integer.toString(Integer.MAX_VALUE));
      }
      all.putAll(settings);
      try {
        return inOwnLoader(() -> new KafkaSender(servers, topic, all));
      } catch (KafkaException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        throw new IllegalArgumentException(cause.getMessage(), e);
      }
    }
  }
}
