package dev.goodput.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/// The format of a run's log: a header of 12 bytes (name, version), then blocks.
///
/// A block consists of its length in bytes, its number of entries, the CRC-32C of these two and of
/// the payload, each of 4 bytes, then the payload. Every block can be read independently. The last
/// block of a closed log has no payload and [#END_MARK] as its number of entries.
final class LogFormat {
  /// The version this code writes, and the newest it reads: a request may include token counts that
  /// only prices need. Version 3 has none of them; version 2 has no passages through a gateway.
  static final int VERSION = 4;

  /// The oldest version it reads: in it, a level's start has the profile after the name of its
  /// arrivals, separated by a blank.
  static final int OLDEST = 1;

  static final int HEADER_BYTES = 12;
  static final int BLOCK_HEADER_BYTES = 12;

  /// The size at which a block is written.
  static final int BLOCK_BYTES = 64 * 1024;

  /// The size limit of a block, whatever a single entry holds.
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

  /// Returns whether the bytes start like a log of any version.
  static boolean named(byte[] head) {
    return ByteBuffer.wrap(head, 0, NAME_BYTES).equals(ByteBuffer.wrap(header(), 0, NAME_BYTES));
  }

  static int version(byte[] head) {
    return ByteBuffer.wrap(head).getInt(NAME_BYTES);
  }

  /// Returns the checksum of a block.
  static int checksum(int length, int entries, byte[] bytes, int offset) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(2 * Integer.BYTES).putInt(length).putInt(entries).flip());
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
