package dev.goodput.report;

import dev.goodput.record.SystemReason;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;

/// Writes the files of a report and reports failures: the exception's message is the system's
/// reason alone, as only the caller knows how it calls the file.
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

  /// Writes a text, in place of what was there.
  ///
  /// @throws UncheckedIOException with the reason if the file cannot be written; a partial file is
  ///   deleted
  public static void write(Path file, String text) {
    stream(file, out -> out.write(text));
  }

  /// Writes a text piece by piece, in place of what was there. What has no UTF-8 (half of a
  /// surrogate pair in a name that a server gave) becomes a question mark. The body may wrap what
  /// the system refuses in [UncheckedIOException], as one that is called back cannot throw anything
  /// else.
  ///
  /// @throws UncheckedIOException with the reason if the file cannot be written; a partial file is
  ///   deleted
  public static void stream(Path file, Body body) {
    try {
      OutputStream opened = Files.newOutputStream(file);
      try (Writer out =
          new BufferedWriter(new OutputStreamWriter(opened, StandardCharsets.UTF_8))) {
        body.write(out);
      } catch (IOException | UncheckedIOException e) {
        // The file could be opened, hence is ours; a device or a pipe is left alone.
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          Files.deleteIfExists(file);
        }
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(SystemReason.of(e), e);
    } catch (UncheckedIOException e) {
      IOException cause = Objects.requireNonNull(e.getCause());
      throw new UncheckedIOException(SystemReason.of(cause), cause);
    }
  }

  /// Returns a text resource of this build in the package of a class: a schema, a part of a page.
  ///
  /// @throws IllegalStateException where the build lacks it
  public static String resource(Class<?> nextTo, String name) {
    try (InputStream in = nextTo.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
