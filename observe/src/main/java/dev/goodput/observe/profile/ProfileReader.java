package dev.goodput.observe.profile;

import dev.goodput.wire.BadSettingException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// A reader of profiles that recognizes their format by the content. Files may be compressed with
/// gzip.
public final class ProfileReader {
  private static final int BUFFER = 1 << 16;
  private static final int GZIP_MAGIC_1 = 0x1f;
  private static final int GZIP_MAGIC_2 = 0x8b;

  /// What a file may be, for error messages.
  static final String ALLOWED =
      "a torch profiler trace (.json, .json.gz), CSV of nsys stats, or JSON of trtexec"
          + " --exportProfile";

  private ProfileReader() {}

  /// Reads a file once, from start to end.
  ///
  /// @throws BadSettingException naming the file and the problem
  public static Profile read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw bad(file, Files.exists(file) ? "is not a file" : "does not exist");
    }
    try (InputStream in =
        decompressed(new BufferedInputStream(Files.newInputStream(file), BUFFER))) {
      return read(file, in);
    } catch (EOFException | ZipException e) {
      throw cut(file, 0, e);
    } catch (IOException e) {
      throw new BadSettingException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static Profile read(Path file, InputStream in) throws IOException {
    int first = firstCharacter(in);
    return switch (first) {
      case -1 -> throw bad(file, "is empty; expected " + ALLOWED);
      case '{', '[' -> new TraceReader(file).read(in);
      default -> {
        if (first < ' ') {
          throw bad(file, "is not text; expected " + ALLOWED);
        }
        yield new NsysReader(file).read(in);
      }
    };
  }

  private static InputStream decompressed(BufferedInputStream in) throws IOException {
    in.mark(2);
    boolean zipped = in.read() == GZIP_MAGIC_1 && in.read() == GZIP_MAGIC_2;
    in.reset();
    return zipped ? new BufferedInputStream(new GZIPInputStream(in, BUFFER), BUFFER) : in;
  }

  private static int firstCharacter(InputStream in) throws IOException {
    int first;
    do {
      in.mark(1);
      first = in.read();
    } while (first >= 0
        && (Character.isWhitespace(first) || first == 0xEF || first == 0xBB || first == 0xBF));
    if (first >= 0) {
      in.reset();
    }
    return first;
  }

  static BadSettingException bad(Path file, String problem) {
    return new BadSettingException(file + " " + problem);
  }

  static BadSettingException cut(Path file, long events, Exception cause) {
    String after = events == 0 ? "" : " after " + events + " events";
    return new BadSettingException(
        file
            + " is cut off"
            + after
            + ": the profiler had not finished writing it, or the copy is incomplete",
        cause);
  }
}
