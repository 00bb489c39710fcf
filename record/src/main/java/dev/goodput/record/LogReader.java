package dev.goodput.record;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;

/// A reader of a log's whole blocks, with one block in memory; for one thread and one pass.
final class LogReader implements AutoCloseable {
  private final Path path;
  private final RandomAccessFile file;
  private final long size;
  private final ByteBuffer head = ByteBuffer.allocate(LogFormat.BLOCK_HEADER_BYTES);
  private byte[] payload = new byte[LogFormat.BLOCK_BYTES * 2];
  private int length;
  private int entries;
  private int version;
  private long position;
  private long wholeBytes;
  private long blocks;
  private LogState state = new LogState.Complete(0);

  LogReader(Path path) throws IOException {
    this.path = path;
    file = new RandomAccessFile(path.toFile(), "r");
    size = file.length();
  }

  /// Reads the header; returns false if there are no blocks after it.
  ///
  /// @throws RecordException.Damaged if this is not a log
  /// @throws RecordException.NewerVersion if a newer version wrote it
  boolean begin() throws IOException {
    byte[] bytes = new byte[(int) Math.min(size, LogFormat.HEADER_BYTES)];
    file.readFully(bytes);
    if (bytes.length < LogFormat.HEADER_BYTES) {
      return torn(size == 0 ? "is empty" : "ends inside its header");
    }
    if (!LogFormat.named(bytes)) {
      throw new RecordException.Damaged(path.toString(), "it does not start as a run's log does");
    }
    version = LogFormat.version(bytes);
    if (version < LogFormat.OLDEST || version > LogFormat.VERSION) {
      throw new RecordException.NewerVersion(
          path, Integer.toUnsignedLong(version), LogFormat.VERSION);
    }
    position = LogFormat.HEADER_BYTES;
    wholeBytes = position;
    return true;
  }

  /// Skips everything before the given start of a block.
  void skipTo(long place) throws IOException {
    if (place > position) {
      file.seek(place);
      position = place;
    }
  }

  /// Moves to the next whole block; returns false at the end or at the torn part.
  boolean next() throws IOException {
    long left = size - position;
    if (left == 0) {
      return torn("ends without the mark of a finished run");
    }
    if (left < LogFormat.BLOCK_HEADER_BYTES) {
      return torn("ends inside a block");
    }
    file.readFully(head.array());
    length = head.getInt(0);
    entries = head.getInt(Integer.BYTES);
    if (length < 0 || length > left - LogFormat.BLOCK_HEADER_BYTES) {
      return torn("ends inside a block");
    }
    if (length > LogFormat.LARGEST_BLOCK_BYTES || !checked()) {
      return torn("has a block with a wrong checksum");
    }
    position += LogFormat.BLOCK_HEADER_BYTES + length;
    return entries == LogFormat.END_MARK ? ended() : isComplete();
  }

  private boolean checked() throws IOException {
    if (payload.length < length) {
      payload = new byte[length];
    }
    file.readFully(payload, 0, length);
    return LogFormat.checksum(length, entries, payload, 0) == head.getInt(2 * Integer.BYTES);
  }

  private boolean torn(String found) {
    state = new LogState.Torn(size - position, blocks, found);
    return false;
  }

  private boolean ended() {
    if (position < size) {
      return torn("goes on behind the mark of its end");
    }
    state = new LogState.Complete(blocks);
    return false;
  }

  private boolean isComplete() {
    blocks++;
    wholeBytes = position;
    return true;
  }

  /// Passes on the entries of the block that [#next()] moved to.
  ///
  /// @throws RecordException.Damaged if the checksum is right but the content is not
  void decode(Consumer<? super LogEntry> consumer) {
    ByteSource source = new ByteSource(payload, length);
    EntryDecoder decoder = new EntryDecoder(source, version);
    for (int i = 0; i < entries; i++) {
      consumer.accept(decodeNext(decoder));
    }
    if (source.remaining() > 0 || entries < 0) {
      throw damaged("a block holds more than its entries");
    }
  }

  private LogEntry decodeNext(EntryDecoder decoder) {
    try {
      return decoder.next();
    } catch (IllegalArgumentException e) {
      throw damaged(String.valueOf(e.getMessage()));
    }
  }

  private RecordException.Damaged damaged(String found) {
    long begin = position - length - LogFormat.BLOCK_HEADER_BYTES;
    return new RecordException.Damaged(path + " (block at byte " + begin + ")", found);
  }

  /// Returns the version that wrote the log.
  int version() {
    return version;
  }

  /// Returns the end of the last whole block that has entries.
  long wholeBytes() {
    return wholeBytes;
  }

  /// Returns the state of the log, once [#begin()] or [#next()] has returned false.
  LogState state() {
    return state;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
