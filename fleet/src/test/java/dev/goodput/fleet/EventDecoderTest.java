package dev.goodput.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.telemetry.EventCodec;
import dev.goodput.telemetry.RandomTraffic;
import dev.goodput.telemetry.RequestEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.TaskInfoImpl;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.functions.util.RuntimeUDFContext;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.api.java.tuple.Tuple5;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.state.DefaultOperatorStateBackendBuilder;
import org.apache.flink.runtime.state.OperatorStateBackend;
import org.apache.flink.runtime.state.StateInitializationContextImpl;
import org.apache.flink.runtime.state.StateSnapshotContextSynchronousImpl;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// One task of the decoder with Flink's own state, without a cluster.
class EventDecoderTest {
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final ListStateDescriptor<Tuple5<Integer, Long, String, Long, Long>> NUMBERS =
      new ListStateDescriptor<>("last-numbers", LastNumbers.STORED);

  private final OperatorStateBackend state;
  private long checkpoints;

  EventDecoderTest() throws Exception {
    state =
        new DefaultOperatorStateBackendBuilder(
                EventDecoderTest.class.getClassLoader(),
                new ExecutionConfig(),
                false,
                List.of(),
                new CloseableRegistry())
            .build();
  }

  /// Starts the first task from what is in the state.
  private EventDecoder restored() throws Exception {
    EventDecoder decoder = new EventDecoder(KafkaCluster.at("127.0.0.1:1"), "events", "group");
    decoder.setRuntimeContext(
        new RuntimeUDFContext(
            new TaskInfoImpl("decode", 2, 0, 2, 0),
            EventDecoderTest.class.getClassLoader(),
            new ExecutionConfig(),
            Map.of(),
            Map.of(),
            UnregisteredMetricsGroup.createOperatorMetricGroup()));
    decoder.initializeState(
        new StateInitializationContextImpl(checkpoints, state, null, List.of(), List.of()));
    return decoder;
  }

  private void checkpoint(EventDecoder decoder, long millis) throws Exception {
    checkpoints++;
    decoder.snapshotState(new StateSnapshotContextSynchronousImpl(checkpoints, millis));
  }

  /// Returns what passes the decoder.
  private static List<byte[]> passed(EventDecoder decoder, byte[] event, long arrivedMillis) {
    List<byte[]> passed = new ArrayList<>();
    decoder.processElement(
        Tuple3.of(0, arrivedMillis, event), new NoContext(decoder), new ListCollector<>(passed));
    return passed;
  }

  private List<Tuple5<Integer, Long, String, Long, Long>> stored() throws Exception {
    List<Tuple5<Integer, Long, String, Long, Long>> stored = new ArrayList<>();
    state.getUnionListState(NUMBERS).get().forEach(stored::add);
    return stored;
  }

  /// The task that stores all numbers may read no partition: then no record has a time.
  @Test
  void numbersExpireByTheTimeOfTheCheckpoint() throws Exception {
    byte[] event =
        EventCodec.encode(
            new RequestEvents(RandomTraffic.plan(), "g", 7, 0)
                .next(new RandomTraffic(1).records(1, 1_000_000_000L).getFirst()));
    EventDecoder first = restored();
    assertThat(passed(first, event, DAY)).containsExactly(event);
    checkpoint(first, 3 * DAY);

    EventDecoder silent = restored();
    checkpoint(silent, 17 * DAY);
    assertThat(stored()).extracting(each -> each.f4).containsExactly(3 * DAY);
    assertThat(passed(restored(), event, 17 * DAY)).isEmpty();

    checkpoint(silent, 17 * DAY + 1);
    assertThat(stored()).isEmpty();
    assertThat(passed(restored(), event, 17 * DAY + 1)).containsExactly(event);
  }

  /// No event here may become a dead letter or need a timer.
  private static final class NoContext
      extends ProcessFunction<Tuple3<Integer, Long, byte[]>, byte[]>.Context {
    NoContext(EventDecoder decoder) {
      decoder.super();
    }

    @Override
    public @Nullable Long timestamp() {
      return null;
    }

    @Override
    public TimerService timerService() {
      throw new IllegalStateException("a timer");
    }

    @Override
    public <X> void output(OutputTag<X> tag, X value) {
      throw new IllegalStateException(tag + " " + value);
    }
  }
}
