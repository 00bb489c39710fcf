package dev.goodput.fleet;

import com.sun.management.OperatingSystemMXBean;
import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.record.RequestRecord;
import dev.goodput.telemetry.EventSource;
import dev.goodput.telemetry.RandomTraffic;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.RequestEvents;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// Measures the CPU that an event costs the job, as the difference of a long and a short run over
/// the same minute of event time, the number of its results, and the size and duration of its
/// checkpoints. The broker is a process of its own. Not part of the test suite: CONTRIBUTING.md has
/// the command. Arguments: keys, parallelism, events of the long run, most sets of labels (5000);
/// the short run has a tenth of the events.
final class ThroughputValidation {
  private static final long STARTED_MICROS =
      Instant.parse("2026-01-01T00:00:00Z").toEpochMilli() * 1000;
  private static final long SPAN_MICROS = 60_000_000;
  private static final int PARTITIONS = 4;
  private static final long POLL_NANOS = 1_000_000_000;
  private static final int TEMPLATES = 20_000;
  private static final int MAX_TENANTS = 1000;

  /// How often both runs are measured, to show how much the figure varies.
  private static final int PAIRS = 3;

  private final Path folder = Files.createTempDirectory("goodput-throughput");
  private final int port = KafkaBroker.freePort();
  private final String kafka = "127.0.0.1:" + port;
  private final int rest = KafkaBroker.freePort();
  private final int keys;
  private final int parallelism;
  private final int labelSets;

  private ThroughputValidation(int keys, int parallelism, int labelSets) throws IOException {
    this.keys = keys;
    this.parallelism = parallelism;
    this.labelSets = labelSets;
  }

  /// Runs the measurement.
  public static void main(String[] args) throws Exception {
    int keys = Integer.parseInt(args[0]);
    int parallelism = Integer.parseInt(args[1]);
    int most = Integer.parseInt(args[2]);
    int labelSets = args.length > 3 ? Integer.parseInt(args[3]) : 5000;
    ThroughputValidation run = new ThroughputValidation(keys, parallelism, labelSets);
    Process broker = run.broker();
    try {
      run.measure(most);
    } finally {
      broker.destroyForcibly();
    }
    System.exit(0);
  }

  private Process broker() throws IOException {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "-Xmx1g",
            "-cp",
            System.getProperty("java.class.path"),
            KafkaBroker.class.getName(),
            folder.resolve("broker").toString(),
            port + "",
            KafkaBroker.freePort() + "")
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("broker.log").toFile())
        .start();
  }

  private void measure(int most) throws Exception {
    awaitBroker();
    send("few", most / 10);
    send("many", most);
    // The first run is for the compiler.
    job("many", "warm-0");
    for (int i = 1; i <= PAIRS; i++) {
      double few = job("few", "few-" + i);
      double many = job("many", "many-" + i);
      System.out.printf(
          Locale.ROOT,
          "keys %d, parallelism %d: %d events %.2f s of CPU, %d events %.2f s; %.2f µs an event%n",
          keys,
          parallelism,
          most / 10,
          few,
          most,
          many,
          (many - few) * 1e6 / (most - most / 10));
    }
  }

  private void awaitBroker() {
    long until = System.nanoTime() + Duration.ofMinutes(3).toNanos();
    while (true) {
      try (Topics topics = new Topics(KafkaCluster.at(kafka))) {
        topics.create("any", Optional.of(1), Map.of());
        return;
      } catch (FleetException e) {
        if (System.nanoTime() > until) {
          throw e;
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }

  private void send(String topic, int events) {
    List<RequestRecord> records = new RandomTraffic(7).records(TEMPLATES, 1_000_000_000);
    RequestEvents maker = new RequestEvents(RandomTraffic.plan(), "gateway", 1, STARTED_MICROS);
    List<RequestEvent> templates = new ArrayList<>();
    records.forEach(each -> templates.add(maker.next(each)));
    SplittableRandom random = new SplittableRandom(1);
    try (Topics topics = new Topics(KafkaCluster.at(kafka));
        Replay sender =
            new Replay(KafkaCluster.at(kafka), topic, PARTITIONS, RandomTraffic.plan())) {
      topics.create(topic, Optional.of(PARTITIONS), Topics.BY_ARRIVAL);
      for (int i = 0; i < events; i++) {
        sender.send(event(templates.get(random.nextInt(TEMPLATES)), i, events, random));
      }
    }
  }

  private RequestEvent event(RequestEvent like, int number, int events, SplittableRandom random) {
    int key = random.nextInt(keys);
    TrafficLabels labels =
        new TrafficLabels(
            "model-" + key / MAX_TENANTS,
            "tenant-" + key % MAX_TENANTS,
            "/v1/chat/completions",
            "engine-1",
            "chat");
    return new RequestEvent(
        new EventSource("gateway-1", 1, number),
        labels,
        like.session(),
        STARTED_MICROS + SPAN_MICROS * number / events,
        like.residenceNanos() + random.nextInt(1000),
        like.ttftNanos(),
        like.generationNanos(),
        like.e2elNanos(),
        like.tokens(),
        like.result(),
        like.costNanos(),
        like.verdict(),
        like.waitEnded(),
        like.reading());
  }

  /// Runs the job to the topic's end, and returns the seconds of CPU of this process.
  private double job(String topic, String name) throws Exception {
    try (Topics topics = new Topics(KafkaCluster.at(kafka))) {
      topics.create(name, Optional.of(1), Map.of());
      topics.create(name + "-dead", Optional.of(1), Map.of());
    }
    Configuration options = new Configuration();
    options.addAll(JobCommand.restarts(1));
    options.addAll(JobCommand.storage(folder.resolve("checkpoints-" + name).toUri().toString()));
    options.set(RestOptions.BIND_PORT, Integer.toString(rest));
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(parallelism, options);
    new FleetJob(
            new JobSettings(
                KafkaCluster.at(kafka),
                topic,
                name,
                name + "-dead",
                name,
                Duration.ofSeconds(5),
                Duration.ofHours(1),
                Duration.ofSeconds(30),
                Duration.ofSeconds(10),
                MAX_TENANTS,
                labelSets,
                true))
        .build(env);
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long before = system.getProcessCpuTime();
    long began = System.nanoTime();
    String checkpoints = checkpoints(env.executeAsync(name));
    double cpu = (system.getProcessCpuTime() - before) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%s: %.2f s, %.2f s of CPU, %d results, %s%n",
        name,
        (System.nanoTime() - began) / 1e9,
        cpu,
        results(name),
        checkpoints);
    return cpu;
  }

  /// Waits for the end of a job; returns what its checkpoints were like.
  private String checkpoints(JobClient job) throws Exception {
    URI uri = URI.create("http://127.0.0.1:%d/jobs/%s/checkpoints".formatted(rest, job.getJobID()));
    CompletableFuture<JobExecutionResult> ended = job.getJobExecutionResult();
    String last = "";
    try (HttpClient client = HttpClient.newHttpClient()) {
      while (!ended.isDone()) {
        LockSupport.parkNanos(POLL_NANOS / 4);
        try {
          HttpResponse<String> found =
              client.send(
                  HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
          last = found.statusCode() == 200 ? found.body() : last;
        } catch (IOException e) {
          // The page ends with the job.
        }
      }
    }
    ended.get();
    return "%s checkpoints of up to %s bytes and %s ms"
        .formatted(
            found("\"completed\":(\\d+)", last),
            found("\"state_size\":\\{\"min\":\\d+,\"max\":(\\d+)", last),
            found("\"end_to_end_duration\":\\{\"min\":\\d+,\"max\":(\\d+)", last));
  }

  private static String found(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    return matcher.find() ? matcher.group(1) : "unknown";
  }

  private long results(String topic) {
    TopicPartition only = new TopicPartition(topic, 0);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", kafka),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      return consumer.endOffsets(List.of(only)).getOrDefault(only, 0L);
    }
  }
}
