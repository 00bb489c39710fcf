package dev.goodput.export;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A protobuf message, parsed by its wire format alone, with fields by number, so that the test
/// does not rely on the library that wrote it.
final class Proto {
  private final Map<Integer, List<Object>> fields = new TreeMap<>();

  private Proto(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    while (from.hasRemaining()) {
      long key = varint(from);
      Object value =
          switch ((int) (key & 7)) {
            case 0 -> varint(from);
            case 1 -> from.getLong();
            case 2 -> bytes(from, (int) varint(from));
            case 5 -> (long) from.getInt();
            default -> throw new IllegalArgumentException("wire type of " + key);
          };
      fields.computeIfAbsent((int) (key >>> 3), _ -> new ArrayList<>()).add(value);
    }
  }

  static Proto of(byte[] bytes) {
    return new Proto(bytes);
  }

  /// Returns length-delimited messages, as Prometheus frames them.
  static List<Proto> delimited(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    List<Proto> messages = new ArrayList<>();
    while (from.hasRemaining()) {
      messages.add(new Proto(bytes(from, (int) varint(from))));
    }
    return messages;
  }

  private static byte[] bytes(ByteBuffer from, int length) {
    byte[] taken = new byte[length];
    from.get(taken);
    return taken;
  }

  private static long varint(ByteBuffer from) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte b = from.get();
      value |= (b & 0x7fL) << shift;
      if (b >= 0) {
        return value;
      }
    }
  }

  private List<Object> all(int field) {
    return fields.getOrDefault(field, List.of());
  }

  boolean has(int field) {
    return fields.containsKey(field);
  }

  List<Proto> messages(int field) {
    return all(field).stream().map(each -> new Proto((byte[]) each)).toList();
  }

  /// Returns the only message of a field; an empty one if there is none.
  Proto message(int field) {
    return has(field) ? messages(field).getLast() : new Proto(new byte[0]);
  }

  String text(int field) {
    return has(field) ? new String((byte[]) all(field).getLast(), StandardCharsets.UTF_8) : "";
  }

  String hex(int field) {
    return has(field) ? HexFormat.of().formatHex((byte[]) all(field).getLast()) : "";
  }

  /// Returns an integer, varint or fixed; 0 if there is none.
  long number(int field) {
    return has(field) ? (long) all(field).getLast() : 0;
  }

  /// Returns a number of the `sint` types.
  long zigzag(int field) {
    long coded = number(field);
    return (coded >>> 1) ^ -(coded & 1);
  }

  double real(int field) {
    return Double.longBitsToDouble(number(field));
  }

  /// Returns packed fixed 64-bit numbers as integers.
  List<Long> packedFixed(int field) {
    List<Long> values = new ArrayList<>();
    for (Object each : all(field)) {
      ByteBuffer from = ByteBuffer.wrap((byte[]) each).order(ByteOrder.LITTLE_ENDIAN);
      while (from.hasRemaining()) {
        values.add(from.getLong());
      }
    }
    return values;
  }

  List<Double> packedReals(int field) {
    return packedFixed(field).stream().map(Double::longBitsToDouble).toList();
  }

  /// Returns packed varints.
  List<Long> packed(int field) {
    List<Long> values = new ArrayList<>();
    for (Object each : all(field)) {
      if (each instanceof Long single) {
        values.add(single);
        continue;
      }
      ByteBuffer from = ByteBuffer.wrap((byte[]) each);
      while (from.hasRemaining()) {
        values.add(varint(from));
      }
    }
    return values;
  }
}
