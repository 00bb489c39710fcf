package dev.goodput.fleet;

import dev.goodput.telemetry.EventFormatException;
import dev.goodput.telemetry.EventHeader;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// Records of the events' topic as tuples of partition, broker timestamp and bytes. They are
/// decoded later, where bytes that are no event have somewhere to go.
final class ReceivedRecord
    implements KafkaRecordDeserializationSchema<Tuple3<Integer, Long, byte[]>> {
  private static final long serialVersionUID = 1;

  /// An event whose time is further ahead of the broker's clock would end windows too early.
  static final long LARGEST_LEAD_MILLIS = 300_000;

  @Override
  public void deserialize(
      ConsumerRecord<byte[], byte[]> record, Collector<Tuple3<Integer, Long, byte[]>> out) {
    byte[] value = record.value() == null ? new byte[0] : record.value();
    out.collect(Tuple3.of(record.partition(), record.timestamp(), value));
  }

  @Override
  public TypeInformation<Tuple3<Integer, Long, byte[]>> getProducedType() {
    return Types.TUPLE(Types.INT, Types.LONG, Types.PRIMITIVE_ARRAY(Types.BYTE));
  }

  /// Returns the event time in milliseconds; `Long.MIN_VALUE`, which moves no watermark, if the
  /// record is not an event that counts.
  static long eventMillis(Tuple3<Integer, Long, byte[]> record) {
    try {
      long millis = EventHeader.endedMillis(record.f2);
      return ahead(millis, record) ? Long.MIN_VALUE : millis;
    } catch (EventFormatException e) {
      return Long.MIN_VALUE;
    }
  }

  /// Returns whether an event time is too far ahead of the broker's clock.
  static boolean ahead(long eventMillis, Tuple3<Integer, Long, byte[]> record) {
    return record.f1 >= 0 && eventMillis - record.f1 > LARGEST_LEAD_MILLIS;
  }
}
