package dev.goodput.fleet;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/// A serializer of one of the [Codec]s: the length, then the bytes.
final class CodecSerializer<T> extends TypeSerializer<T> {
  private static final long serialVersionUID = 1;

  private final Codec codec;

  CodecSerializer(Codec codec) {
    this.codec = codec;
  }

  @Override
  public boolean isImmutableType() {
    return codec.immutable();
  }

  @Override
  public TypeSerializer<T> duplicate() {
    return this;
  }

  @Override
  public @Nullable T createInstance() {
    return null;
  }

  @Override
  public T copy(T from) {
    return typed(codec.copy(from));
  }

  @Override
  public T copy(T from, T reuse) {
    return copy(from);
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(T value, DataOutputView target) throws IOException {
    byte[] bytes = codec.encode(value);
    target.writeInt(bytes.length);
    target.write(bytes);
  }

  @Override
  public T deserialize(DataInputView source) throws IOException {
    byte[] bytes = new byte[source.readInt()];
    source.readFully(bytes);
    return typed(codec.decode(bytes));
  }

  @SuppressWarnings("unchecked") // a codec returns values of its type only
  private T typed(Object value) {
    return (T) codec.type.cast(value);
  }

  @Override
  public T deserialize(T reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    int length = source.readInt();
    target.writeInt(length);
    target.write(source, length);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CodecSerializer<?> that && that.codec == codec;
  }

  @Override
  public int hashCode() {
    return codec.name().hashCode();
  }

  @Override
  public TypeSerializerSnapshot<T> snapshotConfiguration() {
    Snapshot<T> snapshot = new Snapshot<>();
    snapshot.codec = codec;
    return snapshot;
  }

  /// What a savepoint says about the serializer: the codec's name. Flink makes it by reflection.
  public static final class Snapshot<T> implements TypeSerializerSnapshot<T> {
    private Codec codec = Codec.ROLLUP;

    /// Creates a snapshot that is yet to be read.
    public Snapshot() {}

    @Override
    public int getCurrentVersion() {
      return 1;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
      out.writeUTF(codec.name());
    }

    @Override
    public void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
      String name = in.readUTF();
      try {
        codec = Codec.valueOf(name);
      } catch (IllegalArgumentException e) {
        throw new IOException("the savepoint has values of the unknown type " + name, e);
      }
    }

    @Override
    public TypeSerializer<T> restoreSerializer() {
      return new CodecSerializer<>(codec);
    }

    @Override
    public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
        TypeSerializerSnapshot<T> old) {
      return old instanceof Snapshot<T> that && that.codec == codec
          ? TypeSerializerSchemaCompatibility.compatibleAsIs()
          : TypeSerializerSchemaCompatibility.incompatible();
    }
  }
}
