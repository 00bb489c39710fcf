package dev.goodput.fleet;

import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.WindowRollup;
import java.util.Objects;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/// A fold of parts of windows, or of shorter windows, into tumbling windows of event time, which
/// sends deltas: the sums of a window when the watermark passes its end, and the sums of what came
/// late at the next watermark. Deltas of one window and key are added. No state is kept for windows
/// that ended.
///
/// Shorter windows are also sent on as they are, so that the folds of all lengths form one chain in
/// one task, whose end has the results of all lengths.
///
/// Flink's own windows would send a delta for each late element, and would keep a timer per key and
/// window until the allowed lateness is over.
final class WindowFold extends KeyedProcessFunction<RollupKey, WindowRollup, WindowRollup> {
  private static final long serialVersionUID = 1;

  private final long shorterMillis;
  private final long lengthMillis;
  private final int bits;
  private transient @Nullable MapState<Long, WindowRollup> windows;

  /// @param shorterMillis length of the windows that are folded; if it is the same as the next one,
  ///   they are parts of the windows themselves
  /// @param bits precision of the histograms
  WindowFold(long shorterMillis, long lengthMillis, int bits) {
    this.shorterMillis = shorterMillis;
    this.lengthMillis = lengthMillis;
    this.bits = bits;
  }

  @Override
  public void open(OpenContext context) {
    windows =
        getRuntimeContext()
            .getMapState(new MapStateDescriptor<>("windows", Types.LONG, CodecType.ROLLUP));
  }

  @Override
  public void processElement(WindowRollup part, Context context, Collector<WindowRollup> out)
      throws Exception {
    if (part.lengthMillis() < lengthMillis) {
      out.collect(part);
    }
    if (part.lengthMillis() == shorterMillis) {
      add(part, context);
    }
  }

  private void add(WindowRollup part, Context context) throws Exception {
    MapState<Long, WindowRollup> open = Objects.requireNonNull(windows);
    long start = part.startMillis() - Math.floorMod(part.startMillis(), lengthMillis);
    WindowRollup window = open.get(start);
    if (window == null) {
      window = new WindowRollup(start, lengthMillis, context.getCurrentKey(), new Rollup(bits));
      context.timerService().registerEventTimeTimer(start + lengthMillis - 1);
    }
    window.sums().addAll(part.sums());
    open.put(start, window);
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<WindowRollup> out)
      throws Exception {
    MapState<Long, WindowRollup> open = Objects.requireNonNull(windows);
    long start = timestamp + 1 - lengthMillis;
    WindowRollup window = Objects.requireNonNull(open.get(start));
    open.remove(start);
    window.sums().settle();
    out.collect(window);
  }
}
