package dev.goodput.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/// An atomic write of a small file: a reader sees the old text or the new one. The file gets the
/// default permissions of new files, so that others who share the directory can read it.
final class AtomicFile {
  private AtomicFile() {}

  /// @param prefix prefix of the name of the temporary file, which then replaces the file
  static void write(Path file, String prefix, String text) throws IOException {
    Path next = file.resolveSibling(prefix + UUID.randomUUID());
    try {
      Files.writeString(next, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      Files.deleteIfExists(next);
      throw e;
    }
  }
}
