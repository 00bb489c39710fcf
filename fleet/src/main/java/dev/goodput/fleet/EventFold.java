package dev.goodput.fleet;

import dev.goodput.telemetry.EventCodec;
import dev.goodput.telemetry.EventFormatException;
import dev.goodput.telemetry.LabelCache;
import dev.goodput.telemetry.Partial;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.SparseHistogram;
import dev.goodput.telemetry.WindowRollup;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/// The fold of events and of partials into windows of 10 s, by full key. Those that cannot be
/// decoded become dead letters.
final class EventFold extends LocalFold<byte[]> {
  private static final long serialVersionUID = 1;

  private final long latenessMillis;
  private transient Counter dead = new SimpleCounter();
  private transient LabelCache labels = new LabelCache();

  /// @param latenessMillis how late an event may be; later ones only count as too late
  EventFold(long latenessMillis, int most) {
    super(Partial.WINDOW_MILLIS, SparseHistogram.FINE_BITS, most);
    this.latenessMillis = latenessMillis;
  }

  @Override
  public void open() throws Exception {
    super.open();
    labels = new LabelCache();
    dead = getMetricGroup().counter("deadLetters");
  }

  @Override
  void fold(byte[] bytes) {
    try {
      if (Partial.is(bytes)) {
        fold(Partial.decode(bytes).part());
      } else {
        fold(EventCodec.decode(bytes, labels));
      }
    } catch (EventFormatException e) {
      dead.inc();
      output.collect(
          EventDecoder.DEAD_LETTERS,
          new StreamRecord<>(Tuple2.of(String.valueOf(e.getMessage()), bytes)));
    }
  }

  private void fold(RequestEvent event) {
    long millis = event.endedMillis();
    Rollup window = sums().of(millis, RollupKey.of(event.labels()));
    if (tooLate(millis)) {
      window.addTooLate(1);
    } else {
      window.add(event);
    }
  }

  private void fold(WindowRollup part) {
    Rollup window = sums().of(part.startMillis(), part.key());
    if (tooLate(part.startMillis())) {
      window.addTooLate(part.sums().events());
    } else {
      window.addAll(part.sums());
    }
  }

  private boolean tooLate(long millis) {
    return watermark() > Long.MIN_VALUE + latenessMillis
        && watermark() - latenessMillis >= sums().start(millis) + Partial.WINDOW_MILLIS;
  }
}
