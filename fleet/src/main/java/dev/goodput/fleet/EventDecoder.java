package dev.goodput.fleet;

import dev.goodput.telemetry.EventFormatException;
import dev.goodput.telemetry.EventHeader;
import dev.goodput.telemetry.EventSource;
import java.util.Objects;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.api.java.tuple.Tuple5;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/// A reader of the headers of events and partials, which drops those that were seen before. Bytes
/// of an unknown version, and events from a clock that is far ahead, become dead letters: the
/// reason and the bytes. The first task of the job holds its [JobLease].
final class EventDecoder extends ProcessFunction<Tuple3<Integer, Long, byte[]>, byte[]>
    implements CheckpointedFunction {
  static final OutputTag<Tuple2<String, byte[]>> DEAD_LETTERS =
      new OutputTag<>("dead-letters", Types.TUPLE(Types.STRING, Types.PRIMITIVE_ARRAY(Types.BYTE)));

  private static final long serialVersionUID = 1;

  private final KafkaCluster kafka;
  private final String topic;
  private final String group;
  private transient Counter dead = new SimpleCounter();
  private transient Counter duplicates = new SimpleCounter();
  private transient LastNumbers last = new LastNumbers();

  private transient @Nullable ListState<Tuple5<Integer, Long, String, Long, Long>> stored;
  private transient @Nullable JobLease lease;

  /// @param group the consumer group of the job
  EventDecoder(KafkaCluster kafka, String topic, String group) {
    this.kafka = kafka;
    this.topic = topic;
    this.group = group;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    last = new LastNumbers();
    ListState<Tuple5<Integer, Long, String, Long, Long>> state =
        context
            .getOperatorStateStore()
            .getUnionListState(new ListStateDescriptor<>("last-numbers", LastNumbers.STORED));
    last.addAll(state.get());
    stored = state;
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    // Not the time of a record: the first task, which stores all numbers, may read no partition.
    Objects.requireNonNull(stored)
        .update(last.stored(context.getCheckpointTimestamp(), isFirstTask()));
  }

  @Override
  public void open(OpenContext context) {
    duplicates = getRuntimeContext().getMetricGroup().counter("duplicates");
    dead = getRuntimeContext().getMetricGroup().counter("deadLetters");
    if (isFirstTask()) {
      lease = new JobLease(kafka, group, topic);
    }
  }

  private boolean isFirstTask() {
    return getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0;
  }

  @Override
  public void close() {
    if (lease != null) {
      lease.close();
    }
  }

  @Override
  public void processElement(
      Tuple3<Integer, Long, byte[]> record, Context context, Collector<byte[]> out) {
    EventHeader header;
    try {
      header = EventHeader.of(record.f2);
    } catch (EventFormatException e) {
      refuse(String.valueOf(e.getMessage()), record, context);
      return;
    }
    EventSource source = header.source();
    if (ReceivedRecord.ahead(header.endedMillis(), record)) {
      long seconds = (header.endedMillis() - record.f1) / 1000;
      refuse("the clock of " + source.gateway() + " is " + seconds + " s ahead", record, context);
      return;
    }
    if (last.isNew(record.f0, source)) {
      out.collect(record.f2);
    } else {
      duplicates.inc();
    }
  }

  private void refuse(String reason, Tuple3<Integer, Long, byte[]> record, Context context) {
    dead.inc();
    context.output(DEAD_LETTERS, Tuple2.of(reason, record.f2));
  }
}
