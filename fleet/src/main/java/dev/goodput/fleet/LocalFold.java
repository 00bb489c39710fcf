package dev.goodput.fleet;

import dev.goodput.telemetry.WindowRollup;
import dev.goodput.telemetry.WindowSums;
import java.util.Objects;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/// A fold of what one task receives into windows, before the parts of a key are brought together: a
/// key with most of the traffic costs the task that it belongs to no more than others. Sums are
/// sent when their window ends, and before each checkpoint, so that there is no state to store.
///
/// @param <I> type of what is folded
abstract sealed class LocalFold<I> extends AbstractStreamOperator<WindowRollup>
    implements OneInputStreamOperator<I, WindowRollup> permits EventFold, CoarserFold {
  private static final long serialVersionUID = 1;

  private final long lengthMillis;
  private final int bits;
  private final int most;
  private transient @Nullable WindowSums sums;
  private long watermark = Long.MIN_VALUE;

  /// @param bits precision of the histograms
  /// @param most the largest number of sums; when there are more, all are sent
  LocalFold(long lengthMillis, int bits, int most) {
    this.lengthMillis = lengthMillis;
    this.bits = bits;
    this.most = most;
  }

  @Override
  public void open() throws Exception {
    super.open();
    sums = new WindowSums(lengthMillis, bits);
  }

  final WindowSums sums() {
    return Objects.requireNonNull(sums);
  }

  /// Returns the time up to which events have arrived, in milliseconds.
  final long watermark() {
    return watermark;
  }

  /// Adds a value to the sums.
  abstract void fold(I value);

  @Override
  public final void processElement(StreamRecord<I> element) {
    fold(element.getValue());
    if (sums().size() > most) {
      sendAll();
    }
  }

  @Override
  public final void processWatermark(Watermark mark) throws Exception {
    watermark = mark.getTimestamp();
    sums().takeEnded(watermark == Long.MAX_VALUE ? watermark : watermark + 1, this::send);
    super.processWatermark(mark);
  }

  @Override
  public final void prepareSnapshotPreBarrier(long checkpoint) {
    sendAll();
  }

  @Override
  public final void finish() {
    sendAll();
  }

  private void sendAll() {
    sums().takeAll(this::send);
  }

  private void send(WindowRollup part) {
    output.collect(new StreamRecord<>(part));
  }
}
