package dev.goodput.fleet;

import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.WindowRollup;

/// The types that Flink stores and sends as the bytes of their own versioned codecs. State thereby
/// evolves by the rules of those codecs. The names are stored in savepoints and never change.
enum Codec {
  /// [RollupKey].
  KEY(RollupKey.class) {
    @Override
    byte[] encode(Object value) {
      return ((RollupKey) value).encode();
    }

    @Override
    Object decode(byte[] bytes) {
      return RollupKey.decode(bytes);
    }
  },
  /// [WindowRollup], whose sums change.
  ROLLUP(WindowRollup.class) {
    @Override
    byte[] encode(Object value) {
      return ((WindowRollup) value).encode();
    }

    @Override
    Object decode(byte[] bytes) {
      return WindowRollup.decode(bytes);
    }

    @Override
    Object copy(Object value) {
      return ((WindowRollup) value).copy();
    }
  };

  /// The class of the values.
  final Class<?> type;

  Codec(Class<?> type) {
    this.type = type;
  }

  abstract byte[] encode(Object value);

  abstract Object decode(byte[] bytes);

  /// Returns a copy that can change by itself; the value itself if it never changes.
  Object copy(Object value) {
    return value;
  }

  boolean immutable() {
    return this != ROLLUP;
  }
}
