package dev.goodput.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/// The shape of a run's log: a header of 12 bytes (name, version), then blocks.
///
/// A block is its length in bytes, its number of entries, the CRC-32C of these two and of the
/// payload, each of 4 bytes, then the payload. Every block can be read on its own. The last block
/// of a log that was closed has no payload and [#END_MARK] for its number of entries.
final class LogFormat {
  /// The version this code writes, and the newest it reads: a request tells how it passed through a
  /// gateway. In version 2 none did.
  static final int VERSION = 3;

  /// The oldest it reads: a level's begin has the profile behind the name of its arrivals, after a
  /// blank.
  static final int OLDEST = 1;

  static final int HEADER_BYTES = 12;
  static final int BLOCK_HEADER_BYTES = 12;

  /// A block is written when it has come to this size.
  static final int BLOCK_BYTES = 64 * 1024;

  /// No block is larger, whatever a single entry holds.
  static final int LARGEST_BLOCK_BYTES = 64 * 1024 * 1024;

  static final int END_MARK = -1;

  private static final int NAME_BYTES = 8;

  private LogFormat() {}

  static byte[] header() {
    return ByteBuffer.allocate(HEADER_BYTES)
        .put("goodput\n".getBytes(StandardCharsets.US_ASCII))
        .putInt(VERSION)
        .array();
  }

  /// Whether the bytes begin as a log of any version does.
  static boolean named(byte[] head) {
    return ByteBuffer.wrap(head, 0, NAME_BYTES).equals(ByteBuffer.wrap(header(), 0, NAME_BYTES));
  }

  static int version(byte[] head) {
    return ByteBuffer.wrap(head).getInt(NAME_BYTES);
  }

  /// The checksum of a block.
  static int checksum(int length, int entries, byte[] bytes, int offset) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(2 * Integer.BYTES).putInt(length).putInt(entries).flip());
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
