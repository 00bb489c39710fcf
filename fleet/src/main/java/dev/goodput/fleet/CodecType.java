package dev.goodput.fleet;

import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.WindowRollup;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/// The type information of the [Codec]s, so that Flink never falls back to generic serialization.
final class CodecType<T> extends TypeInformation<T> {
  /// Keys of roll-ups.
  static final TypeInformation<RollupKey> KEY = new CodecType<>(Codec.KEY);

  /// Roll-ups of windows.
  static final TypeInformation<WindowRollup> ROLLUP = new CodecType<>(Codec.ROLLUP);

  private static final long serialVersionUID = 1;

  private final Codec codec;

  private CodecType(Codec codec) {
    this.codec = codec;
  }

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
    return false;
  }

  @Override
  public int getArity() {
    return 1;
  }

  @Override
  public int getTotalFields() {
    return 1;
  }

  @Override
  @SuppressWarnings("unchecked") // the constants above pair each codec with its class
  public Class<T> getTypeClass() {
    return (Class<T>) codec.type;
  }

  @Override
  public boolean isKeyType() {
    return codec == Codec.KEY;
  }

  @Override
  public TypeSerializer<T> createSerializer(SerializerConfig config) {
    return new CodecSerializer<>(codec);
  }

  @Override
  public String toString() {
    return codec.type.getSimpleName();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CodecType<?> that && that.codec == codec;
  }

  @Override
  public int hashCode() {
    return codec.name().hashCode();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof CodecType<?>;
  }
}
