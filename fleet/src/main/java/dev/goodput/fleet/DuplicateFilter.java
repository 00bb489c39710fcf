package dev.goodput.fleet;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/// A filter that drops events and partials that were seen before. A source sends ascending sequence
/// numbers into each partition, and Kafka keeps their order, so the last number of each source and
/// partition is all that must be remembered.
final class DuplicateFilter
    extends KeyedProcessFunction<String, Tuple3<String, Long, byte[]>, byte[]> {
  private static final long serialVersionUID = 1;

  /// How long a silent source is remembered.
  private static final Duration MEMORY = Duration.ofDays(14);

  private transient @Nullable ValueState<Long> last;
  private transient Counter duplicates = new SimpleCounter();

  @Override
  public void open(OpenContext context) {
    ValueStateDescriptor<Long> descriptor = new ValueStateDescriptor<>("last", Types.LONG);
    descriptor.enableTimeToLive(StateTtlConfig.newBuilder(MEMORY).build());
    last = getRuntimeContext().getState(descriptor);
    duplicates = getRuntimeContext().getMetricGroup().counter("duplicates");
  }

  @Override
  public void processElement(
      Tuple3<String, Long, byte[]> received, Context context, Collector<byte[]> out)
      throws IOException {
    ValueState<Long> state = Objects.requireNonNull(last);
    Long seen = state.value();
    if (seen != null && received.f1 <= seen) {
      duplicates.inc();
      return;
    }
    state.update(received.f1);
    out.collect(received.f2);
  }
}
