package dev.goodput.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupCount;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.WindowRollup;
import java.io.IOException;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

/// The serializers of state and exchanges.
class CodecSerializerTest {
  private static final RollupKey KEY = new RollupKey(3, "acme", "llama", "", "");

  private final TypeSerializer<WindowRollup> rollups =
      CodecType.ROLLUP.createSerializer(new SerializerConfigImpl());
  private final TypeSerializer<RollupKey> keys =
      CodecType.KEY.createSerializer(new SerializerConfigImpl());

  @Test
  void savepointNamesTheSerializer() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    TypeSerializerSnapshot.writeVersionedSnapshot(out, rollups.snapshotConfiguration());
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
    TypeSerializerSnapshot<WindowRollup> read =
        TypeSerializerSnapshot.readVersionedSnapshot(in, getClass().getClassLoader());

    assertThat(read.restoreSerializer()).isEqualTo(rollups).isNotEqualTo(keys);
    assertThat(rollups.snapshotConfiguration().resolveSchemaCompatibility(read).isCompatibleAsIs())
        .isTrue();
  }

  @Test
  void savepointOfAnUnknownTypeIsRefused() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    out.writeUTF("PARTIAL");
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());

    assertThatThrownBy(
            () -> new CodecSerializer.Snapshot<>().readSnapshot(1, in, getClass().getClassLoader()))
        .hasMessage("the savepoint has values of the unknown type PARTIAL");
  }

  @Test
  void copyOfARollupChangesByItself() throws IOException {
    WindowRollup one = new WindowRollup(0, 10_000, KEY, new Rollup(13));
    WindowRollup copy = rollups.copy(one);
    one.sums().addTooLate(1);

    assertThat(copy.sums().get(RollupCount.TOO_LATE)).isZero();
    assertThat(rollups.isImmutableType()).isFalse();
    DataOutputSerializer out = new DataOutputSerializer(64);
    rollups.serialize(one, out);
    WindowRollup read = rollups.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
    assertThat(read.encode()).isEqualTo(one.encode());
  }
}
