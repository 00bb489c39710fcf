package dev.goodput.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The cache of one root directory: a database file in `.cache/`, and a lock on it. One process
/// writes at a time, and none reads meanwhile.
final class CacheFile implements AutoCloseable {
  private static final String DIRECTORY = ".cache";
  private static final String DATABASE = "runs.duckdb";
  private static final String LOCK = "lock";

  private final Path directory;
  private final FileChannel channel;

  private CacheFile(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /// Waits until no other process writes, or until none reads either.
  ///
  /// @param shared whether other processes may read at the same time
  static CacheFile lock(Path root, boolean shared, Consumer<String> progress) {
    Path directory = root.resolve(DIRECTORY);
    try {
      Files.createDirectories(directory);
      FileChannel channel =
          FileChannel.open(
              directory.resolve(LOCK),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      @Nullable FileLock lock = channel.tryLock(0, Long.MAX_VALUE, shared);
      if (lock == null) {
        progress.accept("waiting for another process that uses the cache " + directory);
        channel.lock(0, Long.MAX_VALUE, shared);
      }
      return new CacheFile(directory, channel);
    } catch (IOException e) {
      throw new StoreException.CacheFailed(directory, e);
    }
  }

  /// Returns the database's file.
  Path file() {
    return directory.resolve(DATABASE);
  }

  /// Returns the directory for what a query cannot hold in memory.
  Path spill() {
    return directory.resolve("spill");
  }

  /// Deletes the database, with its write-ahead log.
  void delete() {
    try {
      Files.deleteIfExists(file());
      Files.deleteIfExists(directory.resolve(DATABASE + ".wal"));
    } catch (IOException e) {
      throw new StoreException.CacheFailed(file(), e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new StoreException.CacheFailed(directory, e);
    }
  }
}
