package dev.goodput.fleet;

import dev.goodput.record.RequestRecord;
import dev.goodput.telemetry.EventCodec;
import dev.goodput.telemetry.EventSender;
import dev.goodput.telemetry.RandomTraffic;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.RequestEvents;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// Kills task managers, the job manager and the broker with SIGKILL while events flow, and checks
/// that every counter equals the truth afterwards. Not part of the test suite: CONTRIBUTING.md has
/// the command. Arguments: number of kills, seed.
final class FaultValidation {
  private static final List<Long> LENGTHS = List.of(10_000L, 60_000L, 3_600_000L, 86_400_000L);
  private static final long POLL_NANOS = 100_000_000;
  private static final int PARTITIONS = 4;
  private static final int PER_SECOND = 500;
  private static final int LEAST_PAUSE_SECONDS = 15;
  private static final int MAX_PAUSE_SECONDS = 25;
  private static final String EVENTS = "events";
  private static final String RESULTS = "results";
  private static final String GROUP = "validation";

  private final Path folder;
  private final SplittableRandom random;
  private final int broker = KafkaBroker.freePort();
  private final int controller = KafkaBroker.freePort();
  private final int rest = KafkaBroker.freePort();
  private final int rpc = KafkaBroker.freePort();
  private final String kafka = "127.0.0.1:" + broker;
  private final Map<String, Process> processes = new HashMap<>();
  private final long began = System.nanoTime();

  private FaultValidation(Path folder, long seed) {
    this.folder = folder;
    this.random = new SplittableRandom(seed);
  }

  /// Runs the validation; the exit code is 0 if all figures are right.
  public static void main(String[] args) throws Exception {
    int kills = args.length > 0 ? Integer.parseInt(args[0]) : 6;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : 1;
    FaultValidation validation =
        new FaultValidation(Files.createTempDirectory("goodput-faults"), seed);
    Runtime.getRuntime().addShutdownHook(new Thread(validation::stop));
    validation.run(kills);
    System.exit(0);
  }

  private void stop() {
    processes.values().forEach(Process::destroyForcibly);
  }

  private void run(int kills) throws Exception {
    say("folder %s, %d kills".formatted(folder, kills));
    Files.writeString(folder.resolve("config.yaml"), flink());
    start("broker");
    try (Topics topics = await(() -> new Topics(KafkaCluster.at(kafka)))) {
      await(() -> topics.partitions(EVENTS));
      topics.create(EVENTS, Optional.of(PARTITIONS), Topics.BY_ARRIVAL);
      topics.create(RESULTS, Optional.of(1), Map.of());
      topics.create(RESULTS + "-dead", Optional.of(1), Map.of());
    }
    for (String each : List.of("job manager", "task manager 1", "task manager 2")) {
      start(each);
    }
    JobClient job = await(() -> submit(false));
    Sender sender = new Sender();
    sender.start();
    say("job submitted");
    List<String> names = new ArrayList<>(processes.keySet());
    Collections.sort(names);
    Collections.shuffle(names, Random.from(random));
    for (int i = 0; i < kills; i++) {
      LockSupport.parkNanos(
          1_000_000_000L * random.nextInt(LEAST_PAUSE_SECONDS, MAX_PAUSE_SECONDS));
      job = kill(names.get(i % names.size()), job);
    }
    List<RequestEvent> events = sender.end();
    awaitRead();
    job.stopWithSavepoint(
            true, folder.resolve("savepoints").toUri().toString(), SavepointFormatType.CANONICAL)
        .get(2, TimeUnit.MINUTES);
    var results = KafkaBroker.records(kafka, RESULTS);
    int letters = KafkaBroker.records(kafka, RESULTS + "-dead").size();
    new SortedTruth(events, LENGTHS).check(SortedTruth.merged(results));
    say(
        "%d events, %d results, %d dead letters: every counter and percentile is right"
            .formatted(events.size(), results.size(), letters));
  }

  private JobClient kill(String name, JobClient job) throws Exception {
    long killed = System.nanoTime();
    Instant moment = Instant.now();
    Objects.requireNonNull(processes.get(name)).destroyForcibly().waitFor();
    start(name);
    JobClient next = name.equals("job manager") ? await(() -> submit(true)) : job;
    await(() -> {
      String newest = JobCommand.checkpoint(folder.resolve("checkpoints").toString());
      Path file = Path.of(URI.create(newest)).resolve("_metadata");
      if (!Files.getLastModifiedTime(file).toInstant().isAfter(moment.plusMillis(100))) {
        throw new IOException("no checkpoint since the kill");
      }
      return file;
    });
    say(
        "kill -9 %s: next checkpoint complete after %.1f s"
            .formatted(name, (System.nanoTime() - killed) / 1e9));
    return next;
  }

  private void start(String name) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx400m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    switch (name) {
      case "broker" ->
          command.addAll(
              List.of(
                  KafkaBroker.class.getName(),
                  folder.resolve("broker").toString(),
                  broker + "",
                  controller + ""));
      case "job manager" ->
          command.addAll(
              List.of(
                  StandaloneSessionClusterEntrypoint.class.getName(),
                  "--configDir",
                  folder.toString()));
      default ->
          command.addAll(
              List.of(TaskManagerRunner.class.getName(), "--configDir", folder.toString()));
    }
    File log = folder.resolve(name.replace(' ', '-') + ".log").toFile();
    processes.put(
        name,
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
            .start());
  }

  /// A bare task manager does not start unless all parts of its memory are set.
  private String flink() {
    return """
    jobmanager.rpc.address: 127.0.0.1
    jobmanager.rpc.port: %d
    jobmanager.bind-host: 127.0.0.1
    rest.address: 127.0.0.1
    rest.bind-address: 127.0.0.1
    rest.port: %d
    taskmanager.host: 127.0.0.1
    taskmanager.bind-host: 127.0.0.1
    taskmanager.numberOfTaskSlots: 2
    taskmanager.cpu.cores: 2
    taskmanager.memory.framework.heap.size: 128m
    taskmanager.memory.task.heap.size: 256m
    taskmanager.memory.framework.off-heap.size: 64m
    taskmanager.memory.task.off-heap.size: 0m
    taskmanager.memory.network.min: 64m
    taskmanager.memory.network.max: 64m
    taskmanager.memory.managed.size: 16m
    taskmanager.memory.jvm-metaspace.size: 128m
    taskmanager.memory.jvm-overhead.min: 64m
    taskmanager.memory.jvm-overhead.max: 64m
    heartbeat.interval: 1000
    heartbeat.timeout: 8000
    io.tmp.dirs: %s
    """
        .formatted(rpc, rest, folder);
  }

  private JobClient submit(boolean again) throws Exception {
    Configuration options = new Configuration();
    options.addAll(JobCommand.restarts(10));
    String checkpoints = folder.resolve("checkpoints").toUri().toString();
    options.addAll(JobCommand.storage(checkpoints));
    if (again) {
      options.set(StateRecoveryOptions.SAVEPOINT_PATH, JobCommand.checkpoint(checkpoints));
    }
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createRemoteEnvironment("127.0.0.1", rest, options);
    env.setParallelism(2);
    new FleetJob(
            new JobSettings(
                KafkaCluster.at(kafka),
                EVENTS,
                RESULTS,
                RESULTS + "-dead",
                GROUP,
                Duration.ofSeconds(5),
                Duration.ofHours(1),
                Duration.ofSeconds(30),
                Duration.ofSeconds(1),
                100,
                500,
                false))
        .build(env);
    return env.executeAsync(GROUP);
  }

  private void awaitRead() throws Exception {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", kafka, "group.id", GROUP),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      Set<TopicPartition> all = new HashSet<>();
      for (int i = 0; i < PARTITIONS; i++) {
        all.add(new TopicPartition(EVENTS, i));
      }
      Map<TopicPartition, Long> ends = consumer.endOffsets(all);
      await(() -> {
        Map<TopicPartition, OffsetAndMetadata> read = consumer.committed(all);
        for (TopicPartition each : all) {
          OffsetAndMetadata upTo = read.get(each);
          if ((upTo == null ? 0 : upTo.offset()) < ends.getOrDefault(each, 0L)) {
            throw new IOException("not all events are read");
          }
        }
        return all;
      });
    }
  }

  private interface Attempt<T> {
    T get() throws Exception;
  }

  /// Tries until it works, for two minutes.
  private static <T> T await(Attempt<T> attempt) throws Exception {
    long until = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (true) {
      try {
        return attempt.get();
      } catch (Exception e) {
        if (System.nanoTime() > until) {
          throw e;
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }

  private void say(String line) {
    double seconds = (System.nanoTime() - began) / 1e9;
    System.out.printf(Locale.ROOT, "%6.1f s  %s%n", seconds, line);
  }

  /// Sends events at a steady rate, as a gateway does, until it is stopped.
  private final class Sender extends Thread {
    private final List<RequestEvent> sent = new ArrayList<>();
    private final EventSender kafkaSender =
        new KafkaSender.Factory().open(kafka, EVENTS, Map.of(), false);
    private volatile boolean ending;

    @Override
    public void run() {
      long micros = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli() * 1000;
      RequestEvents maker = new RequestEvents(RandomTraffic.plan(), "gateway", 1, micros);
      RandomTraffic traffic = new RandomTraffic(7);
      List<RequestRecord> records =
          traffic.records(PER_SECOND * 600, Duration.ofMinutes(10).toNanos());
      long start = System.nanoTime();
      for (int i = 0; i < records.size() && !ending; i++) {
        RequestEvent event = maker.next(records.get(i));
        long due = start + i * 1_000_000_000L / PER_SECOND;
        LockSupport.parkNanos(due - System.nanoTime());
        while (!kafkaSender.send(EventCodec.encode(event), 1, EventSender.ANY_PARTITION)) {
          Thread.onSpinWait();
        }
        sent.add(event);
      }
    }

    List<RequestEvent> end() throws InterruptedException {
      ending = true;
      join();
      while (kafkaSender.delivered() + kafkaSender.undelivered() < sent.size()) {
        LockSupport.parkNanos(POLL_NANOS);
      }
      if (kafkaSender.undelivered() > 0) {
        throw new IllegalStateException(kafkaSender.undelivered() + " events were not delivered");
      }
      kafkaSender.close();
      return sent;
    }
  }
}
