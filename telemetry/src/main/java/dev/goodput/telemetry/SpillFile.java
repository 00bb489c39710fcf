package dev.goodput.telemetry;

import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// A queue of events and partials in one file, which outlives its process: first in, first out, so
/// that the numbers of a source stay in order. The file is emptied when everything in it was sent.
///
/// An entry is the length (4 bytes), the number of events (4), the stream (1), the CRC-32 of the
/// bytes (4), and the bytes. An entry that a process did not finish, and whatever follows a damaged
/// entry, is skipped when the file is opened. For one thread; any thread may read the number of
/// events.
public final class SpillFile implements AutoCloseable {
  /// The number of streams in one file.
  public static final int STREAMS = 2;

  private static final int PREFIX = 13;
  private static final int LARGEST_ENTRY = 64 << 20;

  private final Path path;
  private final long mostBytes;
  private final FileChannel file;
  private final long skippedBytes;
  private final AtomicLongArray events = new AtomicLongArray(STREAMS);
  private long readFrom;
  private long end;
  private @Nullable Entry first;

  /// An entry.
  ///
  /// @param stream where it is to be sent: a number below [#STREAMS]
  /// @param bytes an event or a partial
  /// @param events the number of events in it
  @SuppressWarnings("ArrayRecordComponent") // read once, and never compared
  public record Entry(int stream, byte[] bytes, int events) {}

  /// Opens a file, or creates it. The entries of an earlier process are the first ones.
  ///
  /// @param mostBytes the largest size of the entries that wait; the file has up to twice this
  ///   size, because entries that were sent stay in it until it is emptied
  /// @throws IOException a file that cannot be used, or that another process uses
  public SpillFile(Path path, long mostBytes) throws IOException {
    this.path = path;
    this.mostBytes = mostBytes;
    this.file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      lock();
      count();
      skippedBytes = file.size() - end;
      file.truncate(end);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  private void lock() throws IOException {
    try {
      if (file.tryLock() != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      throw new IOException(path + " is used twice in this process", e);
    }
    throw new IOException(path + " is used by another process");
  }

  private void count() throws IOException {
    for (Entry entry = read(end); entry != null; entry = read(end)) {
      events.addAndGet(entry.stream(), entry.events());
      end += PREFIX + entry.bytes().length;
    }
  }

  /// Returns the entry at a position; null if there is no complete one.
  private @Nullable Entry read(long position) throws IOException {
    ByteBuffer prefix = ByteBuffer.allocate(PREFIX);
    if (!fill(prefix, position)) {
      return null;
    }
    int length = prefix.getInt();
    int number = prefix.getInt();
    int stream = prefix.get();
    int crc = prefix.getInt();
    if (length < 0
        || length > LARGEST_ENTRY
        || number < 0
        || stream < 0
        || stream >= STREAMS
        || length > file.size() - position - PREFIX) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.allocate(length);
    return fill(bytes, position + PREFIX) && crc(bytes.array()) == crc
        ? new Entry(stream, bytes.array(), number)
        : null;
  }

  private boolean fill(ByteBuffer buffer, long position) throws IOException {
    while (buffer.hasRemaining()) {
      if (file.read(buffer, position + buffer.position()) < 0) {
        return false;
      }
    }
    buffer.flip();
    return true;
  }

  private static int crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  /// Returns the number of bytes that were skipped when the file was opened.
  public long skippedBytes() {
    return skippedBytes;
  }

  /// Returns the number of events of a stream that wait in the file.
  public long events(int stream) {
    return events.get(stream);
  }

  /// Returns whether no entry waits to be sent.
  public boolean isEmpty() {
    return readFrom == end;
  }

  /// Appends an entry; returns false if too much would wait, or the file would become too large.
  ///
  /// @throws IOException if it cannot be written; the file then is as before
  public boolean append(int stream, byte[] bytes, int number) throws IOException {
    long size = PREFIX + (long) bytes.length;
    boolean fits = end - readFrom + size <= mostBytes && end + size - mostBytes <= mostBytes;
    if (!fits) {
      return false;
    }
    ByteBuffer entry = ByteBuffer.allocate(PREFIX + bytes.length);
    entry.putInt(bytes.length).putInt(number).put((byte) stream);
    entry.putInt(crc(bytes)).put(bytes).flip();
    long position = end;
    while (entry.hasRemaining()) {
      position += file.write(entry, position);
    }
    end = position;
    events.addAndGet(stream, number);
    return true;
  }

  /// Returns the first entry that waits to be sent; null if there is none.
  ///
  /// @throws StreamCorruptedException if it is damaged: see [#dropDamaged()]
  /// @throws IOException if it cannot be read
  public @Nullable Entry first() throws IOException {
    if (first == null && !isEmpty()) {
      first = read(readFrom);
      if (first == null) {
        throw new StreamCorruptedException("%s was changed at byte %d".formatted(path, readFrom));
      }
    }
    return first;
  }

  /// Continues with the next entry: the first one was sent.
  public void sent() {
    Entry done = first;
    if (done == null) {
      throw new IllegalStateException("no entry was read");
    }
    readFrom += PREFIX + done.bytes().length;
    events.addAndGet(done.stream(), -done.events());
    first = null;
  }

  /// Drops all entries that wait, because the first one is damaged.
  ///
  /// @throws IOException if the file cannot be written
  public void dropDamaged() throws IOException {
    file.truncate(readFrom);
    end = readFrom;
    first = null;
    for (int stream = 0; stream < STREAMS; stream++) {
      events.set(stream, 0);
    }
  }

  /// Empties the file, whose entries were all sent.
  ///
  /// @throws IOException if it cannot be written
  public void clear() throws IOException {
    if (!isEmpty()) {
      throw new IllegalStateException("events wait in " + path);
    }
    file.truncate(0);
    readFrom = 0;
    end = 0;
  }

  /// Closes the file, which keeps what was not sent. The entries before it are sent again by the
  /// next process, and recognized.
  @Override
  public void close() throws IOException {
    file.close();
  }
}
