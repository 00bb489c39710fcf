package dev.goodput.fleet;

import dev.goodput.telemetry.EventSource;
import dev.goodput.telemetry.RequestEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/// A filter that drops events that were seen before. A source sends ascending sequence numbers into
/// each partition, and Kafka keeps their order, so the last number of each source and partition is
/// all that must be remembered.
final class DuplicateFilter
    extends KeyedProcessFunction<String, Tuple2<Integer, RequestEvent>, RequestEvent> {
  private static final long serialVersionUID = 1;

  /// How long a silent source is remembered.
  private static final Duration MEMORY = Duration.ofDays(14);

  private transient @Nullable ValueState<Long> last;
  private transient Counter duplicates = new SimpleCounter();

  /// Returns the key of an event: its gateway, boot and partition.
  static String source(Tuple2<Integer, RequestEvent> received) {
    EventSource source = received.f1.source();
    return received.f0 + "/" + source.boot() + "/" + source.gateway();
  }

  @Override
  public void open(OpenContext context) {
    ValueStateDescriptor<Long> descriptor = new ValueStateDescriptor<>("last", Types.LONG);
    descriptor.enableTimeToLive(StateTtlConfig.newBuilder(MEMORY).build());
    last = getRuntimeContext().getState(descriptor);
    duplicates = getRuntimeContext().getMetricGroup().counter("duplicates");
  }

  @Override
  public void processElement(
      Tuple2<Integer, RequestEvent> received, Context context, Collector<RequestEvent> out)
      throws IOException {
    ValueState<Long> state = Objects.requireNonNull(last);
    long sequence = received.f1.source().sequence();
    Long seen = state.value();
    if (seen != null && sequence <= seen) {
      duplicates.inc();
      return;
    }
    state.update(sequence);
    out.collect(received.f1);
  }
}
