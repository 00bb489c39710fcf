package dev.goodput.fleet;

import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.WindowRollup;
import java.io.Serializable;
import java.util.Objects;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/// A fold into tumbling windows of event time, which sends deltas: the sums of a window when the
/// watermark passes its end, and the sums of what came late at the next watermark. Deltas of one
/// window and key are added. No state is kept for windows that ended.
///
/// Flink's own windows would send a delta for each late element, and would keep a timer per key and
/// window until the allowed lateness is over.
final class WindowFold<I> extends KeyedProcessFunction<RollupKey, I, WindowRollup> {
  private static final long serialVersionUID = 1;

  private final Input<I> input;
  private final long lengthMillis;
  private final int bits;
  private final long latenessMillis;
  private transient @Nullable MapState<Long, WindowRollup> windows;

  /// @param bits precision of the histograms
  /// @param latenessMillis how late an element may be; later ones only count as too late
  WindowFold(Input<I> input, long lengthMillis, int bits, long latenessMillis) {
    this.input = input;
    this.lengthMillis = lengthMillis;
    this.bits = bits;
    this.latenessMillis = latenessMillis;
  }

  @Override
  public void open(OpenContext context) {
    windows =
        getRuntimeContext()
            .getMapState(new MapStateDescriptor<>("windows", Types.LONG, CodecType.ROLLUP));
  }

  @Override
  public void processElement(I element, Context context, Collector<WindowRollup> out)
      throws Exception {
    MapState<Long, WindowRollup> open = Objects.requireNonNull(windows);
    long millis = input.millis(element);
    long start = millis - Math.floorMod(millis, lengthMillis);
    WindowRollup window = open.get(start);
    if (window == null) {
      window = new WindowRollup(start, lengthMillis, context.getCurrentKey(), new Rollup(bits));
      context.timerService().registerEventTimeTimer(start + lengthMillis - 1);
    }
    long watermark = context.timerService().currentWatermark();
    if (watermark > Long.MIN_VALUE + latenessMillis
        && watermark - latenessMillis >= start + lengthMillis) {
      window.sums().addTooLate();
    } else {
      input.add(element, window.sums());
    }
    open.put(start, window);
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<WindowRollup> out)
      throws Exception {
    MapState<Long, WindowRollup> open = Objects.requireNonNull(windows);
    long start = timestamp + 1 - lengthMillis;
    out.collect(Objects.requireNonNull(open.get(start)));
    open.remove(start);
  }

  /// What is folded.
  sealed interface Input<I> extends Serializable {
    /// Returns the time that decides the window, in milliseconds since 1970 (UTC).
    long millis(I element);

    /// Adds an element to a window's sums.
    void add(I element, Rollup sums);
  }

  /// Events, at their ends.
  record Events() implements Input<RequestEvent> {
    @Override
    public long millis(RequestEvent event) {
      return event.endedMillis();
    }

    @Override
    public void add(RequestEvent event, Rollup sums) {
      sums.add(event);
    }
  }

  /// Deltas of shorter windows.
  record Deltas() implements Input<WindowRollup> {
    @Override
    public long millis(WindowRollup delta) {
      return delta.startMillis();
    }

    @Override
    public void add(WindowRollup delta, Rollup sums) {
      sums.addAll(delta.sums());
    }
  }
}
