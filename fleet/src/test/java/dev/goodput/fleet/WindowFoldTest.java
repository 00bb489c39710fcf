package dev.goodput.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.goodput.record.RequestRecord;
import dev.goodput.telemetry.EventCodec;
import dev.goodput.telemetry.EventHeader;
import dev.goodput.telemetry.RandomTraffic;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.RequestEvents;
import dev.goodput.telemetry.RollupCount;
import dev.goodput.telemetry.SparseHistogram;
import dev.goodput.telemetry.WindowRollup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

/// Windows with a watermark behind every event.
class WindowFoldTest {
  private static final long WINDOW = 10_000;

  /// Returns an event that ended this many seconds after 1970 began.
  private static RequestEvent endedAt(long seconds) {
    RequestRecord record = new RandomTraffic(1).records(1, 1).getFirst();
    long ended = record.stamps().endedNanos();
    return new RequestEvents(
            RandomTraffic.plan(), "g", 1, seconds * 1_000_000 - Math.floorDiv(ended, 1000L))
        .next(record);
  }

  private static List<WindowRollup> fold(Duration lateness, long... seconds) throws Exception {
    List<RequestEvent> events = new ArrayList<>();
    for (long each : seconds) {
      events.add(endedAt(each));
    }
    StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1);
    WatermarkStrategy<byte[]> time =
        WatermarkStrategy.<byte[]>forGenerator(any -> new EachEvent())
            .withTimestampAssigner((event, any) -> EventHeader.endedMillis(event));
    return env.fromData(
            PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO,
            events.stream().map(EventCodec::encode).toArray(byte[][]::new))
        .assignTimestampsAndWatermarks(time)
        .transform("fold", CodecType.ROLLUP, new EventFold(lateness.toMillis(), 100))
        .keyBy(WindowRollup::key, CodecType.KEY)
        .process(new WindowFold(WINDOW, WINDOW, SparseHistogram.FINE_BITS), CodecType.ROLLUP)
        .executeAndCollect(100);
  }

  @Test
  void lateEventsBecomeDeltasAndLaterOnesAreCounted() throws Exception {
    // Windows start at 0, 10, … s. The event at 25 s ends the windows before 20 s. The one at 15 s
    // is late for its window, and the one at 1 s later than the allowed lateness of 10 s.
    List<WindowRollup> deltas = fold(Duration.ofSeconds(10), 1, 11, 12, 25, 15, 1, 26, 47);

    assertThat(deltas)
        .extracting(
            WindowRollup::startMillis,
            delta -> delta.sums().get(RollupCount.ATTEMPTS),
            delta -> delta.sums().get(RollupCount.TOO_LATE))
        .containsExactly(
            tuple(0L, 1L, 0L),
            tuple(10_000L, 2L, 0L),
            tuple(0L, 0L, 1L),
            tuple(10_000L, 1L, 0L),
            tuple(20_000L, 2L, 0L),
            tuple(40_000L, 1L, 0L));
  }

  /// A watermark right behind each event that is later than all before.
  private static final class EachEvent implements WatermarkGenerator<byte[]> {
    private long latest = Long.MIN_VALUE;

    @Override
    public void onEvent(byte[] event, long timestamp, WatermarkOutput output) {
      if (timestamp > latest) {
        latest = timestamp;
        output.emitWatermark(new Watermark(timestamp));
      }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {}
  }
}
