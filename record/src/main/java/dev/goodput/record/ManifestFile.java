package dev.goodput.record;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

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

  /// Returns the file that [#replace(Path, Manifest)] writes first.
  static Path next(Path file) {
    return file.resolveSibling(file.getFileName() + ".new");
  }

  /// Writes a new file next to the old one, forces it to the disk and renames it over the old one.
  static void replace(Path file, Manifest manifest) {
    Path nextTo = next(file);
    byte[] bytes = ManifestText.format(manifest).getBytes(StandardCharsets.UTF_8);
    try {
      // A stream, not a channel: an interrupt of the thread must not lose the manifest.
      try (FileOutputStream out = new FileOutputStream(nextTo.toFile())) {
        out.write(bytes);
        out.getFD().sync();
      }
      Files.move(nextTo, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new RecordException.WriteFailed(file, e);
    }
  }

  /// Writes the first manifest to the open file of [#next(Path)], forces it to the disk and renames
  /// it.
  static void finish(RandomAccessFile next, Path file, Manifest manifest) throws IOException {
    next.setLength(0);
    next.write(ManifestText.format(manifest).getBytes(StandardCharsets.UTF_8));
    next.getFD().sync();
    Files.move(next(file), file, StandardCopyOption.ATOMIC_MOVE);
  }

  /// The manifest as text: a first line with the format's version, then `key=value` lines.
  ///
  /// In values, `\\`, `\n` and `\r` stand for a backslash and line breaks. Blank lines and lines
  /// that start with `#` are ignored, so that people can add notes.
  static final class ManifestText {
    private static final int VERSION = 1;
    private static final String TITLE = "#goodput-run ";

    private ManifestText() {}

    static String format(Manifest manifest) {
      StringBuilder text = new StringBuilder(TITLE).append(VERSION).append('\n');
      for (Map.Entry<String, String> entry : manifest.values().entrySet()) {
        text.append(entry.getKey()).append('=').append(escape(entry.getValue())).append('\n');
      }
      return text.toString();
    }

    private static String escape(String value) {
      return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }

    /// Reads what [#format(Manifest)] wrote.
    ///
    /// @param file the text's file, for messages
    /// @throws RecordException.Damaged if the text is not a manifest; names the line
    /// @throws RecordException.NewerVersion if a newer version wrote it
    static Manifest parse(String text, Path file) {
      String[] lines = text.split("\n", -1);
      checkTitle(lines[0], file);
      SortedMap<String, String> values = new TreeMap<>();
      for (int i = 1; i < lines.length; i++) {
        if (lines[i].isBlank() || lines[i].startsWith("#")) {
          continue;
        }
        addLine(lines[i], file + ":" + (i + 1), values);
      }
      return new Manifest(values);
    }

    private static void checkTitle(String line, Path file) {
      try {
        if (!line.startsWith(TITLE)) {
          throw new RecordException.Damaged(file + ":1", "it starts with \"" + brief(line) + "\"");
        }
        long version = Long.parseLong(line.substring(TITLE.length()).strip());
        if (version != VERSION) {
          throw new RecordException.NewerVersion(file, version, VERSION);
        }
      } catch (NumberFormatException e) {
        throw new RecordException.Damaged(file + ":1", "its version is no number");
      }
    }

    private static void addLine(String line, String where, Map<String, String> values) {
      int equals = line.indexOf('=');
      if (equals < 0 || !Manifest.isKey(line.substring(0, equals))) {
        throw new RecordException.Damaged(where, "\"" + brief(line) + "\" is not key=value");
      }
      values.put(line.substring(0, equals), unescape(line.substring(equals + 1), where));
    }

    private static String unescape(String value, String where) {
      StringBuilder text = new StringBuilder(value.length());
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        if (c == '\\') {
          i++;
          c = meaning(i < value.length() ? value.charAt(i) : ' ', where);
        }
        text.append(c);
      }
      return text.toString();
    }

    private static char meaning(char escaped, String where) {
      return switch (escaped) {
        case '\\' -> '\\';
        case 'n' -> '\n';
        case 'r' -> '\r';
        default -> throw new RecordException.Damaged(where, "\\" + escaped + " is not an escape");
      };
    }

    private static String brief(String text) {
      return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
  }
}
