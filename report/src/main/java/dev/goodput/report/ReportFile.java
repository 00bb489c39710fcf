package dev.goodput.report;

import dev.goodput.record.SystemReason;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;

/// How the files of a report are written, and how a refusal is told: the exception's message is the
/// system's reason alone, as only the caller knows how it calls the file.
public final class ReportFile {
  private ReportFile() {}

  /// Writes what one file holds.
  @FunctionalInterface
  public interface Body {
    /// Writes to the file.
    ///
    /// @throws IOException where the system refuses
    void write(Writer out) throws IOException;
  }

  /// Writes a text, in place of what was there. What has no UTF-8 (half of a surrogate pair in a
  /// name that a server gave) becomes a question mark.
  ///
  /// @throws UncheckedIOException with the reason where the file cannot be written; half of one is
  ///   not left behind
  public static void write(Path file, String text) {
    try {
      OutputStream opened = Files.newOutputStream(file);
      wholly(
          file,
          () -> {
            try (OutputStream out = opened) {
              out.write(text.getBytes(StandardCharsets.UTF_8));
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(SystemReason.of(e), e);
    }
  }

  /// Writes a text piece by piece, in place of what was there. The body may wrap what the system
  /// refuses in [UncheckedIOException], as one that is called back cannot throw anything else.
  ///
  /// @throws UncheckedIOException with the reason where the file cannot be written; half of one is
  ///   not left behind
  public static void stream(Path file, Body body) {
    try {
      Writer opened = Files.newBufferedWriter(file);
      wholly(
          file,
          () -> {
            try (Writer out = opened) {
              body.write(out);
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(SystemReason.of(e), e);
    } catch (UncheckedIOException e) {
      IOException cause = Objects.requireNonNull(e.getCause());
      throw new UncheckedIOException(SystemReason.of(cause), cause);
    }
  }

  /// A part of writing that may fail.
  @FunctionalInterface
  private interface Part {
    void run() throws IOException;
  }

  // The file could be opened, hence is ours; a device or a pipe is left alone.
  private static void wholly(Path file, Part part) throws IOException {
    try {
      part.run();
    } catch (IOException | UncheckedIOException e) {
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        Files.deleteIfExists(file);
      }
      throw e;
    }
  }
}
