package dev.goodput.record;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// A manifest's file, which is read and replaced as a whole.
final class ManifestFile {
  private ManifestFile() {}

  static Manifest read(Path file) {
    try {
      // Not readString: it rejects bytes that are not UTF-8, while the parser can name the line.
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      return ManifestText.parse(text, file);
    } catch (IOException e) {
      throw new RecordException.ReadFailed(file, e);
    }
  }

  /// Writes a new file next to the old one, forces it to the disk and renames it over the old one.
  static void replace(Path file, Manifest manifest) {
    Path beside = file.resolveSibling(file.getFileName() + ".new");
    byte[] bytes = ManifestText.format(manifest).getBytes(StandardCharsets.UTF_8);
    try {
      // A stream, not a channel: an interrupt of the thread must not lose the manifest.
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
