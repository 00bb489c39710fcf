package dev.goodput.fleet;

import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.TopValues;
import dev.goodput.telemetry.WindowRollup;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/// Limits on the values of labels, so that invented names cannot grow the state and the results.
/// Values beyond a limit become `other`, as in a gateway; sums over all values stay exact. Each
/// parallel task has limits of its own.
final class LabelLimit extends ProcessFunction<WindowRollup, WindowRollup>
    implements CheckpointedFunction {
  private static final long serialVersionUID = 1;

  /// The order in which the sets are stored: tenants, models, routes, SLO classes, sets of labels.
  private static final int TENANT = 0;

  private static final int MODEL = 1;
  private static final int ROUTE = 2;
  private static final int SLO_CLASS = 3;
  private static final int SERIES = 4;

  private final int values;
  private final int series;
  private transient List<TopValues> top = List.of();
  private transient @Nullable ListState<byte[]> stored;
  private transient Counter folded = new SimpleCounter();

  /// @param values the largest number of values of each label
  /// @param series the largest number of sets of labels
  LabelLimit(int values, int series) {
    this.values = values;
    this.series = series;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    List<TopValues> made = new ArrayList<>();
    for (int i = 0; i < SERIES; i++) {
      made.add(new TopValues(values));
    }
    made.add(new TopValues(series));
    top = made;
    ListStateDescriptor<byte[]> descriptor =
        new ListStateDescriptor<>("values", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO);
    ListState<byte[]> state = context.getOperatorStateStore().getListState(descriptor);
    for (byte[] each : state.get()) {
      TopValues.addAll(top, each);
    }
    stored = state;
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    Objects.requireNonNull(stored).update(List.of(TopValues.encode(top)));
  }

  @Override
  public void open(OpenContext context) {
    folded = getRuntimeContext().getMetricGroup().counter("foldedLabels");
  }

  @Override
  public void processElement(WindowRollup part, Context context, Collector<WindowRollup> out) {
    RollupKey found = part.key();
    long events = part.sums().events();
    RollupKey kept =
        new RollupKey(
            found.mask(),
            kept(TENANT, found.tenant(), events),
            kept(MODEL, found.model(), events),
            kept(ROUTE, found.route(), events),
            kept(SLO_CLASS, found.sloClass(), events));
    String set = String.join("\n", kept.tenant(), kept.model(), kept.route(), kept.sloClass());
    if (!top.get(SERIES).admits(set, events)) {
      String other = TrafficLabels.OTHER;
      kept = new RollupKey(found.mask(), other, other, other, kept.sloClass());
    }
    if (!kept.equals(found)) {
      folded.inc(events);
    }
    out.collect(new WindowRollup(part.startMillis(), part.lengthMillis(), kept, part.sums()));
  }

  private String kept(int label, String value, long events) {
    return top.get(label).admits(value, events) ? value : TrafficLabels.OTHER;
  }
}
