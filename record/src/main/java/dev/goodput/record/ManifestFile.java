package dev.goodput.record;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Reads a manifest's file, and replaces it as a whole.
final class ManifestFile {
  private ManifestFile() {}

  static Manifest read(Path file) {
    try {
      // Not readString: it refuses bytes that are no UTF-8, where the parser has a line to name.
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      return ManifestText.parse(text, file);
    } catch (IOException e) {
      throw new RecordException.ReadFailed(file, e);
    }
  }

  /// Writes beside the file, forces it to the disk and renames it over.
  static void replace(Path file, Manifest manifest) {
    Path beside = file.resolveSibling(file.getFileName() + ".new");
    byte[] bytes = ManifestText.format(manifest).getBytes(StandardCharsets.UTF_8);
    try {
      // A stream, not a channel: an interrupt of the thread must not cost the manifest.
      try (FileOutputStream out = new FileOutputStream(beside.toFile())) {
        out.write(bytes);
        out.getFD().sync();
      }
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new RecordException.WriteFailed(file, e);
    }
  }
}
