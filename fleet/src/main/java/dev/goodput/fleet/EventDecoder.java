package dev.goodput.fleet;

import dev.goodput.telemetry.EventCodec;
import dev.goodput.telemetry.EventFormatException;
import dev.goodput.telemetry.RequestEvent;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/// A decoder of events, with their partition. Bytes that are not an event of a known version, and
/// events from a clock that is far ahead, become dead letters: the reason and the bytes.
final class EventDecoder
    extends ProcessFunction<Tuple3<Integer, Long, byte[]>, Tuple2<Integer, RequestEvent>> {
  static final OutputTag<Tuple2<String, byte[]>> DEAD_LETTERS =
      new OutputTag<>("dead-letters", Types.TUPLE(Types.STRING, Types.PRIMITIVE_ARRAY(Types.BYTE)));

  private static final long serialVersionUID = 1;

  private transient Counter dead = new SimpleCounter();

  @Override
  public void open(OpenContext context) {
    dead = getRuntimeContext().getMetricGroup().counter("deadLetters");
  }

  @Override
  public void processElement(
      Tuple3<Integer, Long, byte[]> record,
      Context context,
      Collector<Tuple2<Integer, RequestEvent>> out) {
    RequestEvent event;
    try {
      event = EventCodec.decode(record.f2);
    } catch (EventFormatException e) {
      refuse(String.valueOf(e.getMessage()), record, context);
      return;
    }
    if (ReceivedRecord.ahead(event.endedMillis(), record)) {
      long seconds = (event.endedMillis() - record.f1) / 1000;
      String gateway = event.source().gateway();
      refuse("the clock of " + gateway + " is " + seconds + " s ahead", record, context);
      return;
    }
    out.collect(Tuple2.of(record.f0, event));
  }

  private void refuse(String reason, Tuple3<Integer, Long, byte[]> record, Context context) {
    dead.inc();
    context.output(DEAD_LETTERS, Tuple2.of(reason, record.f2));
  }
}
