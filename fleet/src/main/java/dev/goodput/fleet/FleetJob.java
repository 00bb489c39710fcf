package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.telemetry.Partial;
import dev.goodput.telemetry.RollupJson;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.SparseHistogram;
import dev.goodput.telemetry.WindowRollup;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.clients.producer.ProducerRecord;

/// The job: events and partials from Kafka, without duplicates, into windows of 10 s, 1 min, 1 h
/// and 1 d, by tenant, model, route and SLO class and by their roll-ups. Results go to Kafka
/// exactly once, as deltas.
///
/// Histograms of windows up to a minute have 13 bits, longer ones 10 bits. Operator ids are fixed,
/// so that a savepoint fits the next version.
final class FleetJob {
  private static final long SECONDS_10 = Partial.WINDOW_MILLIS;
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final int FINE = SparseHistogram.FINE_BITS;
  private static final int COARSE = SparseHistogram.COARSE_BITS;
  private static final Level TEN = new Level("10s", SECONDS_10, SECONDS_10, FINE);
  private static final List<Level> LONGER =
      List.of(
          new Level("1min", SECONDS_10, MINUTE, FINE),
          new Level("1h", SECONDS_10, HOUR, COARSE),
          new Level("1d", HOUR, DAY, COARSE));

  /// The end of the ids of operators that have the coarser keys.
  private static final String ROLL_UP = "-roll-up";

  private static final Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(15);

  /// Results are visible after a checkpoint in any case; large batches cost less to compress.
  private static final int BATCH_BYTES = 1 << 18;

  private static final long LINGER_MILLIS = 100;
  private static final String REASON = "goodput.reason";

  private final JobSettings settings;

  FleetJob(JobSettings settings) {
    this.settings = settings;
  }

  /// Adds the job's operators to an environment.
  void build(StreamExecutionEnvironment env) {
    Configuration options = new Configuration();
    options.set(PipelineOptions.GENERIC_TYPES, false);
    options.set(PipelineOptions.OBJECT_REUSE, true);
    env.configure(options);
    env.enableCheckpointing(settings.checkpoints().toMillis(), CheckpointingMode.EXACTLY_ONCE);
    SingleOutputStreamOperator<byte[]> received = received(env);
    int sums = 2 * settings.labelSets();
    SingleOutputStreamOperator<WindowRollup> folded =
        received
            .transform(
                "fold", CodecType.ROLLUP, new EventFold(settings.lateness().toMillis(), sums))
            .uid("fold");
    received
        .getSideOutput(EventDecoder.DEAD_LETTERS)
        .union(folded.getSideOutput(EventDecoder.DEAD_LETTERS))
        .sinkTo(sink("dead-letters", new DeadLetterRecord(settings.deadLetters())))
        .uid("dead-letters")
        .name("dead letters");
    DataStream<WindowRollup> parts =
        folded
            .process(new LabelLimit(settings.labelValues(), settings.labelSets()), CodecType.ROLLUP)
            .uid("label-limit")
            .name("limit labels");
    DataStream<WindowRollup> full = folded(parts.keyBy(WindowRollup::key, CodecType.KEY), TEN, "");
    DataStream<WindowRollup> rolledUp =
        full.transform("roll up", CodecType.ROLLUP, new CoarserFold(sums)).uid("roll-up");
    write(longer(full, ""), "");
    write(
        longer(folded(rolledUp.keyBy(WindowRollup::key, CodecType.KEY), TEN, ROLL_UP), ROLL_UP),
        ROLL_UP);
  }

  @SuppressWarnings("deprecation") // the connector takes no newer type of Kafka's
  private SingleOutputStreamOperator<byte[]> received(StreamExecutionEnvironment env) {
    KafkaSourceBuilder<Tuple3<Integer, Long, byte[]>> source =
        KafkaSource.<Tuple3<Integer, Long, byte[]>>builder()
            .setProperties(settings.kafka().properties())
            .setBootstrapServers(settings.kafka().servers())
            .setTopics(settings.events())
            .setGroupId(settings.group())
            .setStartingOffsets(OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST))
            .setDeserializer(new ReceivedRecord());
    if (settings.bounded()) {
      source.setBounded(OffsetsInitializer.latest());
    }
    WatermarkStrategy<Tuple3<Integer, Long, byte[]>> time =
        WatermarkStrategy.<Tuple3<Integer, Long, byte[]>>forBoundedOutOfOrderness(
                settings.outOfOrderness())
            .withTimestampAssigner((record, broker) -> ReceivedRecord.eventMillis(record))
            .withIdleness(settings.idleness());
    return env.fromSource(source.build(), time, "events", new ReceivedRecord().getProducedType())
        .uid("events")
        .process(
            new EventDecoder(settings.kafka(), settings.events(), settings.group()),
            PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)
        .uid("duplicates")
        .name("decode");
  }

  /// Adds the longer windows of the same keys, in the same task: nothing is sent to another one.
  private static DataStream<WindowRollup> longer(DataStream<WindowRollup> seconds, String keys) {
    DataStream<WindowRollup> all = seconds;
    for (Level each : LONGER) {
      all =
          folded(
              DataStreamUtils.reinterpretAsKeyedStream(all, WindowRollup::key, CodecType.KEY),
              each,
              keys);
    }
    return all;
  }

  private static SingleOutputStreamOperator<WindowRollup> folded(
      KeyedStream<WindowRollup, RollupKey> parts, Level level, String keys) {
    return parts
        .process(
            new WindowFold(level.shorterMillis, level.lengthMillis, level.bits), CodecType.ROLLUP)
        .uid(level.id + keys)
        .name(level.id + keys);
  }

  private void write(DataStream<WindowRollup> results, String keys) {
    results
        .sinkTo(sink("results" + keys, new ResultRecord(settings.results())))
        .uid("results" + keys)
        .name("results" + keys);
  }

  private <T> KafkaSink<T> sink(String id, KafkaRecordSerializationSchema<T> records) {
    return KafkaSink.<T>builder()
        .setKafkaProducerConfig(settings.kafka().properties())
        .setBootstrapServers(settings.kafka().servers())
        .setRecordSerializer(records)
        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
        .setTransactionalIdPrefix(settings.group() + "-" + id)
        .setProperty("transaction.timeout.ms", Long.toString(TRANSACTION_TIMEOUT.toMillis()))
        .setProperty("compression.type", "zstd")
        .setProperty("batch.size", Integer.toString(BATCH_BYTES))
        .setProperty("linger.ms", Long.toString(LINGER_MILLIS))
        .build();
  }

  /// The windows of one length.
  ///
  /// @param id the operator's id
  /// @param shorterMillis length of the windows that they are folded from
  /// @param lengthMillis their length
  /// @param bits precision of their histograms
  private record Level(String id, long shorterMillis, long lengthMillis, int bits) {}

  /// A result as a JSON record, in the partition of its key.
  private record ResultRecord(String topic)
      implements KafkaRecordSerializationSchema<WindowRollup> {
    @Override
    public ProducerRecord<byte[], byte[]> serialize(
        WindowRollup result, KafkaSinkContext context, Long timestamp) {
      return new ProducerRecord<>(
          topic, result.key().toString().getBytes(UTF_8), RollupJson.bytes(result));
    }
  }

  /// A dead letter as the record it was, with the reason as a header.
  private record DeadLetterRecord(String topic)
      implements KafkaRecordSerializationSchema<Tuple2<String, byte[]>> {
    @Override
    public ProducerRecord<byte[], byte[]> serialize(
        Tuple2<String, byte[]> letter, KafkaSinkContext context, Long timestamp) {
      ProducerRecord<byte[], byte[]> dead = new ProducerRecord<>(topic, letter.f1);
      dead.headers().add(REASON, letter.f0.getBytes(UTF_8));
      return dead;
    }
  }
}
