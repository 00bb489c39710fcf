package dev.goodput.record;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// A writer of a run's log; for one thread.
///
/// Entries are collected in one reused buffer. They reach the operating system as a checksummed
/// block when the buffer has reached 64 KiB, at [#flush()] and at [#close()]. Killing the process
/// loses only what was not flushed; the caller flushes at least every second. An interrupt of the
/// thread does not harm the file.
///
/// If the system refuses a write, the file is cut back to its last whole block, and every later
/// call except [#close()] throws the same [RecordException.WriteFailed].
public final class RunLogWriter implements AutoCloseable {
  private final Path path;
  private final RandomAccessFile file;
  private final EntryEncoder encoder = new EntryEncoder();
  private final ByteSink sink = new ByteSink(LogFormat.BLOCK_BYTES + LogFormat.BLOCK_BYTES / 4);
  private long wholeBytes;
  private int entries;
  private boolean closed;
  private RecordException.@Nullable WriteFailed failure;

  /// Takes over a file of exactly `wholeBytes` bytes; writes the header if there are none.
  RunLogWriter(Path path, RandomAccessFile file, long wholeBytes) {
    this.path = path;
    this.file = file;
    this.wholeBytes = wholeBytes;
    if (wholeBytes == 0) {
      byte[] header = LogFormat.header();
      write(header, header.length);
    }
    startBlock();
  }

  /// Takes over an empty file and writes the header.
  static RunLogWriter create(Path path) throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    lock(path, file);
    return new RunLogWriter(path, file, 0);
  }

  /// Takes over a file after its first `wholeBytes` bytes; the rest is moved to `cut`.
  static RunLogWriter resume(Path path, long wholeBytes, Path cut) throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    lock(path, file);
    byte[] torn = new byte[Math.toIntExact(file.length() - wholeBytes)];
    file.seek(wholeBytes);
    file.readFully(torn);
    if (torn.length > LogFormat.BLOCK_HEADER_BYTES) {
      Files.write(cut, torn, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
    file.setLength(wholeBytes);
    file.seek(wholeBytes);
    return new RunLogWriter(path, file, wholeBytes);
  }

  /// Locks the file until it is closed or the process ends; has no effect on file systems without
  /// locks.
  static void lock(Path path, RandomAccessFile file) throws IOException {
    if (!RunLock.acquired(file.getChannel())) {
      file.close();
      throw new RecordException.Closed(path, "is being written by another process");
    }
  }

  private void startBlock() {
    sink.cut(0);
    for (int i = 0; i < LogFormat.BLOCK_HEADER_BYTES; i++) {
      sink.octet(0);
    }
    encoder.reset();
    entries = 0;
  }

  /// Appends an entry; it is safe from a kill after the next [#flush()].
  ///
  /// @throws RecordException.WriteFailed if the system refused to write
  /// @throws RecordException.TooLarge if the entry alone is over 64 MiB; the log stays usable
  public void append(LogEntry entry) {
    usable();
    int before = sink.length();
    encoder.write(entry, sink);
    int after = sink.length();
    if (after > LogFormat.LARGEST_BLOCK_BYTES) {
      sink.cut(before);
      flush();
      throw new RecordException.TooLarge(
          path, (long) after - before, LogFormat.LARGEST_BLOCK_BYTES);
    }
    entries++;
    if (after >= LogFormat.BLOCK_BYTES) {
      flush();
    }
  }

  /// Writes everything appended so far to the operating system.
  ///
  /// @throws RecordException.WriteFailed if the system refused to write
  public void flush() {
    usable();
    if (entries > 0) {
      writeBlock(entries);
    }
    startBlock();
  }

  /// Writes what was appended so far and returns the position of what follows
  /// ([RunDirectory#behind(long)]).
  ///
  /// @throws RecordException.WriteFailed if the system refused to write
  public long mark() {
    flush();
    return wholeBytes;
  }

  /// Returns the size of the file; it grows whenever a block is written.
  public long bytes() {
    return wholeBytes;
  }

  private void writeBlock(int count) {
    byte[] bytes = sink.bytes();
    int length = sink.length() - LogFormat.BLOCK_HEADER_BYTES;
    int checksum = LogFormat.checksum(length, count, bytes, LogFormat.BLOCK_HEADER_BYTES);
    ByteBuffer.wrap(bytes).putInt(length).putInt(count).putInt(checksum);
    write(bytes, sink.length());
  }

  private void write(byte[] bytes, int length) {
    try {
      file.write(bytes, 0, length);
      wholeBytes += length;
    } catch (IOException e) {
      failure =
          wholeBytes == 0
              ? new RecordException.WriteFailed(path, e)
              : RecordException.WriteFailed.further(path, e);
      cutBack(failure);
      throw failure;
    }
  }

  private void cutBack(RecordException.WriteFailed because) {
    try {
      file.setLength(wholeBytes);
    } catch (IOException e) {
      // A reader drops the torn tail on its own; the first failure is the one to report.
      because.addSuppressed(e);
    }
  }

  private void usable() {
    if (failure != null) {
      throw failure;
    }
    if (closed) {
      throw new IllegalStateException("the log of this run is closed: " + path);
    }
  }

  /// Flushes, marks the log as ended, forces it to the disk and closes it; once.
  ///
  /// @throws RecordException.WriteFailed if the system refused to write for the first time
  @Override
  public void close() {
    if (closed) {
      return;
    }
    try (file) {
      if (failure == null) {
        flush();
        writeBlock(LogFormat.END_MARK);
        file.getFD().sync();
      }
    } catch (IOException e) {
      throw RecordException.WriteFailed.further(path, e);
    } finally {
      closed = true;
    }
  }
}
