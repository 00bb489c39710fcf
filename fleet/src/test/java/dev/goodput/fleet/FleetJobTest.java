package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.flink.core.execution.SavepointFormatType.CANONICAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.record.Manifest;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import dev.goodput.telemetry.EventCodec;
import dev.goodput.telemetry.EventSender;
import dev.goodput.telemetry.Partial;
import dev.goodput.telemetry.Partials;
import dev.goodput.telemetry.RandomTraffic;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.RequestEvents;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupArchive;
import dev.goodput.telemetry.RollupCount;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.RollupRange;
import dev.goodput.telemetry.WindowRollup;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The job from topic to topic, against a full sort of the same records.
@Order(1)
class FleetJobTest {
  private static final Instant STARTED = Instant.parse("2026-01-01T00:59:00Z");
  private static final long SPAN_NANOS = Duration.ofMinutes(2).toNanos();
  private static final List<Long> LENGTHS = List.of(10_000L, 60_000L, 3_600_000L, 86_400_000L);
  private static final int PARTITIONS = 3;
  private static final long POLL_NANOS = 20_000_000;

  @TempDir private static Path folder;
  private static KafkaBroker broker;

  @BeforeAll
  static void startBroker() throws IOException {
    broker = new KafkaBroker(folder);
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  private static long micros() {
    return STARTED.toEpochMilli() * 1000;
  }

  /// One partition for two tasks: the task without one ends while the other continues.
  @Test
  void replayedRunsGiveTheRollupsOfASortAndCountOnce() throws Exception {
    try (Topics topics = new Topics(broker.cluster())) {
      topics.create("replayed", Optional.of(1), Topics.BY_ARRIVAL);
    }
    List<RequestEvent> events = new ArrayList<>();
    for (int gateway = 0; gateway < 2; gateway++) {
      List<RequestRecord> records = new RandomTraffic(gateway).records(1000, SPAN_NANOS);
      store(folder.resolve("logs/gateway-" + gateway), records);
      RequestEvents maker = new RequestEvents(RandomTraffic.plan(), "g", gateway, micros());
      records.forEach(record -> events.add(unpriced(maker.next(record))));
    }
    for (int repeat = 0; repeat < 2; repeat++) {
      assertThat(replay("--events", "replayed", folder.resolve("logs").toString()))
          .isEqualTo("2000 events of 2 runs sent to replayed\n");
    }
    job("replayed", "replayed-rollups", true).execute("replayed");

    assertThat(broker.records("replayed")).hasSize(4000);
    new SortedTruth(events, LENGTHS).check(merged("replayed-rollups"));
    exportsWhatAReportReads(events);
    JsonCommandTest.copiesEachRecordOnce(broker, "replayed");
    LivePageTest.servesTheCounters(new KafkaRollups(broker.cluster(), "replayed-rollups"), events);
  }

  /// The exported file gives, for the minutes of all events, the sums of a sort.
  private static void exportsWhatAReportReads(List<RequestEvent> events) throws IOException {
    Path file = folder.resolve("rollups.jsonl");
    CommandLine line = Fleet.commandLine();
    StringWriter out = new StringWriter();
    line.setOut(new PrintWriter(out, true));
    String[] typed = {
      "export", "--kafka", broker.address(), "--results", "replayed-rollups", file.toString()
    };
    assertThat(line.execute(typed)).isZero();
    assertThat(out.toString()).matches("\\d+ roll-ups of replayed-rollups written to .*\n");
    typed[typed.length - 1] = folder.resolve("absent/rollups.jsonl").toString();
    assertThat(FleetTest.refused(typed))
        .isEqualTo(
            "goodput-fleet: cannot write %s: no such file\n".formatted(typed[typed.length - 1]));
    RollupArchive archive = RollupArchive.read(file);
    RollupArchive read = new RollupArchive();
    new ReportedTopic()
        .read(broker.address(), "replayed-rollups", Map.of(), RollupRange.ALL, read::add);
    assertThat(read.windows()).hasSameSizeAs(archive.windows());
    readsWhatIsOfATime(read);
    RollupArchive.Cover cover =
        archive.cover(archive.firstMillis(), archive.endMillis()).orElseThrow();
    RollupKey tenant = new RollupKey(RollupKey.TENANT, "tenant-1", "", "", "");
    RollupKey both = new RollupKey(RollupKey.TENANT | RollupKey.MODEL, "tenant-1", "qwen", "", "");
    for (RollupKey key : List.of(new RollupKey(0, "", "", "", ""), tenant, both)) {
      long requests =
          events.stream()
              .filter(event -> event.result().last())
              .filter(event -> key.tenant().isEmpty() || event.labels().tenant().equals("tenant-1"))
              .filter(event -> key.model().isEmpty() || event.labels().model().equals("qwen"))
              .count();
      assertThat(
              archive.sums(key, cover).values().stream()
                  .mapToLong(sums -> sums.get(RollupCount.REQUESTS))
                  .sum())
          .isEqualTo(requests)
          .isPositive();
    }
    assertThat(
            FleetTest.refused(
                "export",
                "--kafka",
                broker.address(),
                "--results",
                "replayed",
                folder.resolve("events.jsonl").toString()))
        .startsWith(
            "goodput-fleet: topic \"replayed\" holds something other than results of the job");
  }

  /// The reader of `goodput report kafka://…` gives the windows of a time, without sets of labels.
  private static void readsWhatIsOfATime(RollupArchive all) {
    RollupRange range =
        new RollupRange(all.firstMillis() + 10_000, all.endMillis() - 10_000, false);
    List<WindowRollup> found = new ArrayList<>();
    new ReportedTopic().read(broker.address(), "replayed-rollups", Map.of(), range, found::add);
    assertThat(
            found.stream()
                .map(each -> List.of(each.startMillis(), each.lengthMillis(), each.key()))
                .distinct())
        .containsExactlyInAnyOrderElementsOf(
            all.windows().stream()
                .filter(each -> each.key().mask() != RollupKey.FULL)
                .filter(each -> each.startMillis() >= range.fromMillis())
                .filter(each -> each.startMillis() + each.lengthMillis() <= range.untilMillis())
                .map(each -> List.of(each.startMillis(), each.lengthMillis(), each.key()))
                .toList())
        .isNotEmpty();
    assertThatThrownBy(
            () -> new ReportedTopic().read(broker.address(), "none", Map.of(), range, found::add))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("there is no topic \"none\" at ");
  }

  private static void store(Path place, List<RequestRecord> records) {
    Manifest manifest =
        Manifest.empty()
            .with("run.id", place.getFileName().toString())
            .with("run.started", STARTED.toString());
    try (RunLogWriter log = RunDirectory.create(place, manifest).writer()) {
      records.forEach(log::append);
    }
  }

  /// A replay has no prices.
  private static RequestEvent unpriced(RequestEvent event) {
    return new RequestEvent(
        event.source(),
        event.labels(),
        event.session(),
        event.endedMicros(),
        event.residenceNanos(),
        event.ttftNanos(),
        event.generationNanos(),
        event.e2elNanos(),
        event.tokens(),
        event.result(),
        -1,
        event.verdict(),
        event.waitEnded(),
        event.reading());
  }

  private static String replay(String... args) {
    CommandLine line = Fleet.commandLine();
    StringWriter out = new StringWriter();
    line.setOut(new PrintWriter(out, true));
    List<String> typed = new ArrayList<>(List.of("replay", "--kafka", broker.address()));
    typed.addAll(List.of("--slo", "chat=p95 ttft<=300ms, tpot<=30ms", "--slo", "batch=e2el<=5s"));
    typed.addAll(List.of(args));
    assertThat(line.execute(typed.toArray(String[]::new))).isZero();
    return out.toString();
  }

  @Test
  void disorderDuplicatesAndDeadLettersChangeNothing() throws Exception {
    List<RequestEvent> events = shuffled();
    int late = events.size() * 3 / 4;
    topic("shuffled");
    JobClient job = job("shuffled", "shuffled-rollups", false).executeAsync("shuffled");
    try (Replay sender =
        new Replay(broker.cluster(), "shuffled", PARTITIONS, RandomTraffic.plan())) {
      send(events.subList(0, late), sender);
      sendBad("shuffled", events.getFirst());
      awaitResults("shuffled-rollups");
      send(events.subList(late, events.size()), sender);
      events.subList(500, 1000).forEach(sender::send);
    }
    awaitCommitted("shuffled");
    String savepoint =
        job.stopWithSavepoint(true, folder.resolve("savepoints").toUri().toString(), CANONICAL)
            .get(60, TimeUnit.SECONDS);
    replayIntoRestoredJob(savepoint, events);

    JsonCommandTest.skipsWhatIsNoEvent(broker, "shuffled", 4);
    Map<SortedTruth.Cell, Rollup> merged = merged("shuffled-rollups");
    new SortedTruth(events, LENGTHS).check(merged);
    // Late events came as further deltas of their windows.
    assertThat(broker.records("shuffled-rollups").size()).isGreaterThan(merged.size());
    assertThat(broker.records("shuffled-rollups-dead"))
        .extracting(dead -> reason(dead).replaceAll("36\\d\\d s", "3600 s"))
        .containsExactlyInAnyOrder(
            "not a request event: it starts with 0x7b, not 0x47",
            "request event of format version 2.0; this Goodput reads version 1",
            "damaged event: an entry ends early",
            "partial of format version 2.0; this Goodput reads version 1",
            "the clock of hasty is 3600 s ahead");
  }

  /// A job of one task continues where two tasks ended, and has the numbers of both.
  private static void replayIntoRestoredJob(String savepoint, List<RequestEvent> events)
      throws Exception {
    StreamExecutionEnvironment env = job("shuffled", "shuffled-rollups", false);
    env.setParallelism(1);
    restore(env, savepoint);
    JobClient job = env.executeAsync("shuffled again");
    try (Replay sender =
        new Replay(broker.cluster(), "shuffled", PARTITIONS, RandomTraffic.plan())) {
      events.forEach(sender::send);
    }
    awaitCommitted("shuffled");
    job.stopWithSavepoint(true, folder.resolve("savepoints").toUri().toString(), CANONICAL)
        .get(60, TimeUnit.SECONDS);
  }

  private static void restore(StreamExecutionEnvironment env, String savepoint) {
    Configuration recovery = new Configuration();
    recovery.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    env.configure(recovery);
  }

  @Test
  void partialsOfARestartedGatewayAndEventsOfAnotherCountOnce() throws Exception {
    List<RequestEvent> events = new ArrayList<>(events(21, 1, 1000));
    List<RequestEvent> folded = events(22, 2, 1000);
    List<Partial> partials = new ArrayList<>();
    // The gateway starts again in the middle of a window.
    Partials before = new Partials("folding", 11, partials::add);
    folded.subList(0, 500).forEach(before::add);
    before.sendAll();
    Partials after = new Partials("folding", 12, partials::add);
    folded.subList(500, 1000).forEach(after::add);
    after.sendAll();
    topic("mixed");
    JobClient job = job("mixed", "mixed-rollups", false).executeAsync("mixed");
    int late = partials.size() * 3 / 4;
    try (Replay sender = new Replay(broker.cluster(), "mixed", PARTITIONS, RandomTraffic.plan());
        EventSender gateway =
            new KafkaSender.Factory().open(broker.address(), "mixed", Map.of(), true)) {
      send(events, sender);
      partials.subList(0, late).forEach(each -> send(each, gateway));
      awaitResults("mixed-rollups");
      refusesASecondJob("mixed-group");
      partials.forEach(each -> send(each, gateway));
    }
    awaitCommitted("mixed");
    job.stopWithSavepoint(true, folder.resolve("savepoints").toUri().toString(), CANONICAL)
        .get(60, TimeUnit.SECONDS);

    events.addAll(folded);
    new SortedTruth(events, LENGTHS).check(merged("mixed-rollups"));
    assertThat(broker.records("mixed-rollups-dead")).isEmpty();
  }

  private static void refusesASecondJob(String group) {
    try (Topics topics = new Topics(broker.cluster())) {
      assertThatThrownBy(() -> JobCommand.requireAlone(topics, group, Duration.ZERO))
          .isInstanceOf(FleetException.class)
          .hasMessage(
              "another job with --group %s runs on 127.0.0.1: each job needs its own --group",
              group);
      assertThatCode(() -> JobCommand.requireAlone(topics, "other", Duration.ZERO))
          .doesNotThrowAnyException();
    }
  }

  private static List<RequestEvent> events(long seed, long boot, int number) {
    RequestEvents maker = new RequestEvents(RandomTraffic.plan(), "g", boot, micros());
    return new RandomTraffic(seed).records(number, SPAN_NANOS).stream().map(maker::next).toList();
  }

  private static void send(Partial partial, EventSender gateway) {
    int number = Math.toIntExact(partial.part().sums().events());
    assertThat(gateway.send(partial.encode(), number, partial.source().sequence())).isTrue();
  }

  @Test
  void aSavepointOfTheVersionBeforeGoesOn() throws Exception {
    // Events and their savepoint from before readings were in events; their 10-second window was
    // open.
    Path before = Path.of("src/test/resources/dev/goodput/fleet/savepoint-0.2");
    List<RequestEvent> events = new ArrayList<>();
    try (Topics topics = new Topics(broker.cluster());
        Replay sender = new Replay(broker.cluster(), "evolving", 1, RandomTraffic.plan())) {
      topics.create("evolving", Optional.of(1), Topics.BY_ARRIVAL);
      for (String line : Files.readAllLines(before.resolve("events.txt"))) {
        events.add(EventCodec.decode(HexFormat.of().parseHex(line)));
      }
      long old = events.getFirst().endedMicros();
      RequestEvents maker = new RequestEvents(RandomTraffic.plan(), "g", 2, old);
      new RandomTraffic(6)
          .records(300, 20_000_000_000L)
          .forEach(record -> events.add(maker.next(record)));
      events.forEach(sender::send);
    }
    StreamExecutionEnvironment env = job("evolving", "evolved", false);
    restore(env, before.toUri().toString());
    JobClient job = env.executeAsync("evolving");
    awaitCommitted("evolving");
    job.stopWithSavepoint(true, folder.resolve("savepoints").toUri().toString(), CANONICAL)
        .get(60, TimeUnit.SECONDS);

    new SortedTruth(events, LENGTHS).withoutWaits().check(merged("evolved"));
  }

  @Test
  void topicsThatCannotWorkAreRefused() {
    assertThat(FleetTest.refused("job", "--kafka", broker.address(), "--events", "absent"))
        .startsWith("goodput-fleet: there is no topic \"absent\" at " + broker.address());
    Path run = folder.resolve("one-run");
    store(run, List.of());
    try (Topics topics = new Topics(broker.cluster())) {
      topics.create("by-event-time", Optional.of(1), Map.of());
    }
    assertThat(
            FleetTest.refused(
                "replay", "--kafka", broker.address(), "--events", "by-event-time", run.toString()))
        .startsWith("goodput-fleet: topic \"by-event-time\" has message.timestamp.type=CreateTime");
  }

  private static String reason(ConsumerRecord<byte[], byte[]> dead) {
    return new String(dead.headers().lastHeader("goodput.reason").value(), UTF_8);
  }

  /// Sends events, every fifth twice.
  private static void send(List<RequestEvent> events, Replay sender) {
    for (int i = 0; i < events.size(); i++) {
      sender.send(events.get(i));
      if (i % 5 == 0) {
        sender.send(events.get(i));
      }
    }
  }

  private static void awaitResults(String topic) {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (broker.records(topic).isEmpty()) {
      assertThat(System.nanoTime()).as("no results in a minute").isLessThan(deadline);
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /// Waits until the job has read the whole topic, as the offsets of its checkpoints say.
  private static void awaitCommitted(String topic) throws Exception {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", broker.address(), "group.id", topic + "-group"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      Set<TopicPartition> partitions = new HashSet<>();
      consumer
          .partitionsFor(topic)
          .forEach(each -> partitions.add(new TopicPartition(topic, each.partition())));
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (!partitions.stream()
          .allMatch(each -> read(consumer, partitions, each) >= ends.getOrDefault(each, 0L))) {
        assertThat(System.nanoTime()).as("not read in a minute").isLessThan(deadline);
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }

  private static long read(
      KafkaConsumer<byte[], byte[]> consumer, Set<TopicPartition> all, TopicPartition one) {
    OffsetAndMetadata committed = consumer.committed(all).get(one);
    return committed == null ? -1 : committed.offset();
  }

  /// Events of which most are up to 3 s out of order and some up to a minute.
  private static List<RequestEvent> shuffled() {
    SplittableRandom random = new SplittableRandom(9);
    List<RequestRecord> records = new RandomTraffic(5).records(2000, SPAN_NANOS);
    Map<RequestRecord, Long> order = new HashMap<>();
    for (RequestRecord record : records) {
      long delay = random.nextInt(50) == 0 ? 60_000_000_000L : 3_000_000_000L;
      order.put(record, record.stamps().endedNanos() + random.nextLong(delay));
    }
    RequestEvents maker = new RequestEvents(RandomTraffic.plan(), "g", 1, micros());
    return records.stream().sorted(Comparator.comparingLong(order::get)).map(maker::next).toList();
  }

  private static void topic(String name) {
    try (Topics topics = new Topics(broker.cluster())) {
      topics.create(name, Optional.of(PARTITIONS), Topics.BY_ARRIVAL);
    }
  }

  private static void sendBad(String topic, RequestEvent event) throws Exception {
    byte[] future = EventCodec.encode(event);
    future[1] = 2;
    future[2] = 0;
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.address()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic, "{\"model\":1}".getBytes(UTF_8))).get();
      producer.send(new ProducerRecord<>(topic, future)).get();
      RequestEvent other = events(5, 77, 1).getFirst();
      byte[] whole = EventCodec.encode(other);
      producer.send(new ProducerRecord<>(topic, Arrays.copyOf(whole, whole.length - 1))).get();
      producer.send(new ProducerRecord<>(topic, new byte[] {'P', 2, 0, 1})).get();
      producer.send(new ProducerRecord<>(topic, ofClockAhead())).get();
    }
  }

  /// Returns an environment with the job, which fails at the first fault instead of restarting.
  private static StreamExecutionEnvironment job(String events, String results, boolean bounded) {
    try (Topics topics = new Topics(broker.cluster())) {
      topics.create(results, Optional.empty(), Map.of());
      topics.create(results + "-dead", Optional.empty(), Map.of());
    }
    Configuration options = new Configuration();
    options.addAll(JobCommand.restarts(0));
    StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2, options);
    new FleetJob(
            new JobSettings(
                broker.cluster(),
                events,
                results,
                results + "-dead",
                events + "-group",
                Duration.ofSeconds(5),
                Duration.ofHours(1),
                Duration.ofSeconds(30),
                Duration.ofMillis(300),
                100,
                500,
                bounded))
        .build(env);
    return env;
  }

  /// Returns an event of a gateway whose clock is an hour ahead.
  private static byte[] ofClockAhead() {
    RequestRecord record = new RandomTraffic(8).records(1, 1).getFirst();
    Instant ended = Instant.now().plus(Duration.ofMinutes(61));
    long origin = ended.toEpochMilli() * 1000 - record.stamps().endedNanos() / 1000;
    return EventCodec.encode(
        new RequestEvents(RandomTraffic.plan(), "hasty", 1, origin).next(record));
  }

  private static Map<SortedTruth.Cell, Rollup> merged(String topic) {
    return SortedTruth.merged(broker.records(topic));
  }
}
