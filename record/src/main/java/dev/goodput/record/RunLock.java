package dev.goodput.record;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A lock on a run, until this is closed or the process ends.
///
/// The lock is on a separate file: systems release a lock when its process closes any other handle
/// of the same file, and a log that is continued is read first.
public final class RunLock implements AutoCloseable {
  /// A process that checks whether a run is being written holds the lock for less than 1 ms.
  private static final int ATTEMPTS = 20;

  private static final long PAUSE_NANOS = 5_000_000;

  private final Path path;
  private final FileChannel file;

  private RunLock(Path path, FileChannel file) {
    this.path = path;
    this.file = file;
  }

  /// @throws RecordException.Closed if another process holds the lock
  static RunLock take(Path path) {
    try {
      FileChannel file =
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      RunLock lock = new RunLock(path, file);
      if (acquired(file)) {
        return lock;
      }
      lock.close();
      throw new RecordException.Closed(
          path.resolveSibling(""), "is being written by another process");
    } catch (IOException e) {
      throw new RecordException.WriteFailed(path, e);
    }
  }

  /// Locks the file and returns true, unless another process still holds the lock after 100 ms,
  /// which is longer than such a check. Returns true on file systems without locks.
  static boolean acquired(FileChannel file) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (isFree(file, false)) {
        return true;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return false;
  }

  /// Locks the file and returns true, unless another process has the lock or the file system has no
  /// locks.
  static boolean gets(FileChannel file) {
    try {
      @Nullable FileLock lock = file.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException | IOException e) {
      return false;
    }
  }

  /// @param shared whether the lock only excludes writers, for a file that is open for reading
  static boolean isFree(FileChannel file, boolean shared) {
    try {
      @Nullable FileLock lock = file.tryLock(0, Long.MAX_VALUE, shared);
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new RecordException.WriteFailed(path, e);
    }
  }
}
