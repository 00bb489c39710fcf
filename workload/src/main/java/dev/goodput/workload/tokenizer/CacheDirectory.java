package dev.goodput.workload.tokenizer;

import java.nio.file.Files;
import java.nio.file.Path;

/// The cache directory for unpacked native libraries.
final class CacheDirectory {
  private CacheDirectory() {}

  /// Returns `$XDG_CACHE_HOME/goodput`, else `~/.cache/goodput`; if that is not writable (a
  /// read-only home in a container), a directory below the temporary one.
  static Path path() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path home = Path.of(System.getProperty("user.home", "/"));
    Path base = cache == null || cache.isEmpty() ? home.resolve(".cache") : Path.of(cache);
    Path standing = base;
    while (standing != null && !Files.exists(standing)) {
      standing = standing.getParent();
    }
    return standing != null && Files.isWritable(standing)
        ? base.resolve("goodput")
        : Path.of(System.getProperty("java.io.tmpdir"), "goodput");
  }
}
