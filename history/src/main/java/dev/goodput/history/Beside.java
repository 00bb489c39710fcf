package dev.goodput.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/// Writes a small file at once: whoever reads it has the old text or the new one. It gets the
/// rights that new files get, so that those who share the directory read it too.
final class Beside {
  private Beside() {}

  /// @param beside a file's name begins with that until it takes its place
  static void write(Path file, String beside, String text) throws IOException {
    Path next = file.resolveSibling(beside + UUID.randomUUID());
    try {
      Files.writeString(next, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      Files.deleteIfExists(next);
      throw e;
    }
  }
}
