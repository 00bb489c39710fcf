package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.RollupJson;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.SparseHistogram;
import dev.goodput.telemetry.WindowRollup;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
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
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.clients.producer.ProducerRecord;

/// The job: events from Kafka, without duplicates, into windows of 10 s, 1 min, 1 h and 1 d, by
/// tenant, model, route and SLO class and by their roll-ups. Results go to Kafka exactly once, as
/// deltas.
///
/// Histograms of windows up to a minute have 13 bits, longer ones 10 bits. Operator ids are fixed,
/// so that a savepoint fits the next version.
final class FleetJob {
  private static final long SECONDS_10 = 10_000;
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(15);
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
    SingleOutputStreamOperator<Tuple2<Integer, RequestEvent>> decoded = decoded(env);
    decoded
        .getSideOutput(EventDecoder.DEAD_LETTERS)
        .sinkTo(sink("dead-letters", new DeadLetterRecord(settings.deadLetters())))
        .uid("dead-letters")
        .name("dead letters");
    DataStream<RequestEvent> events =
        decoded
            .keyBy(DuplicateFilter::source, Types.STRING)
            .process(new DuplicateFilter(), CodecType.EVENT)
            .uid("duplicates")
            .name("drop duplicates")
            .process(new LabelLimit(settings.labelValues(), settings.labelSets()), CodecType.EVENT)
            .uid("label-limit")
            .name("limit labels");
    windows(events)
        .sinkTo(sink("results", new ResultRecord(settings.results())))
        .uid("results")
        .name("results");
  }

  @SuppressWarnings("deprecation") // the connector takes no newer type of Kafka's
  private SingleOutputStreamOperator<Tuple2<Integer, RequestEvent>> decoded(
      StreamExecutionEnvironment env) {
    KafkaSourceBuilder<Tuple3<Integer, Long, byte[]>> source =
        KafkaSource.<Tuple3<Integer, Long, byte[]>>builder()
            .setBootstrapServers(settings.kafka())
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
        .process(new EventDecoder(), Types.TUPLE(Types.INT, CodecType.EVENT))
        .uid("decode")
        .name("decode");
  }

  private DataStream<WindowRollup> windows(DataStream<RequestEvent> events) {
    int fine = SparseHistogram.FINE_BITS;
    int coarse = SparseHistogram.COARSE_BITS;
    DataStream<WindowRollup> full =
        events
            .keyBy(event -> RollupKey.of(event.labels()), CodecType.KEY)
            .process(
                new WindowFold<>(
                    new WindowFold.Events(), SECONDS_10, fine, settings.lateness().toMillis()),
                CodecType.ROLLUP)
            .uid("10s")
            .name("10 s");
    DataStream<WindowRollup> rolledUp =
        full.flatMap(new RollUp(), CodecType.ROLLUP).uid("roll-up").name("roll up");
    DataStream<WindowRollup> seconds =
        full.union(folded(rolledUp, "10s-roll-up", SECONDS_10, fine));
    DataStream<WindowRollup> hours = folded(seconds, "1h", HOUR, coarse);
    return seconds.union(
        folded(seconds, "1min", MINUTE, fine), hours, folded(hours, "1d", DAY, coarse));
  }

  private static DataStream<WindowRollup> folded(
      DataStream<WindowRollup> deltas, String id, long lengthMillis, int bits) {
    return deltas
        .keyBy(WindowRollup::key, CodecType.KEY)
        .process(
            new WindowFold<>(new WindowFold.Deltas(), lengthMillis, bits, Long.MAX_VALUE),
            CodecType.ROLLUP)
        .uid(id)
        .name(id);
  }

  private <T> KafkaSink<T> sink(String id, KafkaRecordSerializationSchema<T> records) {
    return KafkaSink.<T>builder()
        .setBootstrapServers(settings.kafka())
        .setRecordSerializer(records)
        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
        .setTransactionalIdPrefix(settings.group() + "-" + id)
        .setProperty("transaction.timeout.ms", Long.toString(TRANSACTION_TIMEOUT.toMillis()))
        .setProperty("compression.type", "zstd")
        .build();
  }

  /// Repeats each delta of a full key for its coarser keys.
  private static final class RollUp implements FlatMapFunction<WindowRollup, WindowRollup> {
    private static final long serialVersionUID = 1;

    @Override
    public void flatMap(WindowRollup delta, Collector<WindowRollup> out) {
      for (RollupKey key : delta.key().coarser()) {
        out.collect(new WindowRollup(delta.startMillis(), delta.lengthMillis(), key, delta.sums()));
      }
    }
  }

  /// A result as a JSON record, in the partition of its key.
  private record ResultRecord(String topic)
      implements KafkaRecordSerializationSchema<WindowRollup> {
    @Override
    public ProducerRecord<byte[], byte[]> serialize(
        WindowRollup result, KafkaSinkContext context, Long timestamp) {
      return new ProducerRecord<>(
          topic, result.key().toString().getBytes(UTF_8), RollupJson.write(result).getBytes(UTF_8));
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
