package dev.goodput.observe;

import dev.goodput.record.SystemReason;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// A run's scrapes on disk, next to its log: one line of JSON each, in the order in which they were
/// taken, written immediately.
///
/// If the process is killed, at most the line being written is lost; readers skip a torn line.
/// Thread-safe: the samplers of several pages share one file.
public final class MetricsFile implements Consumer<Scrape>, AutoCloseable {
  /// The file's name in a run directory.
  public static final String NAME = "server-metrics.jsonl";

  private final Path file;
  private final FileOutputStream out;

  private MetricsFile(Path file, FileOutputStream out) {
    this.file = file;
    this.out = out;
  }

  /// Creates the file.
  ///
  /// @param run id of the run that the scrapes belong to
  /// @throws MetricsFileException if the file already exists or cannot be written
  public static MetricsFile create(Path file, String run) {
    try {
      File made = file.toFile();
      if (!made.createNewFile()) {
        throw new MetricsFileException("cannot write " + file + ": it is there already", null);
      }
      MetricsFile begun = new MetricsFile(file, new FileOutputStream(made));
      try {
        begun.line(ScrapeJson.head(run));
      } catch (MetricsFileException e) {
        begun.out.close();
        throw e;
      }
      return begun;
    } catch (IOException e) {
      throw refused("write", file, e);
    }
  }

  /// Opens the file of a resumed run for appending, or creates it.
  ///
  /// @param run id of the run that the scrapes belong to
  /// @throws MetricsFileException if the file cannot be read or written
  public static MetricsFile resume(Path file, String run) {
    if (Files.notExists(file)) {
      return create(file, run);
    }
    try {
      byte[] there = Files.readAllBytes(file);
      String text = new String(there, StandardCharsets.ISO_8859_1);
      if (MetricsFileHeader.torn(text.lines().findFirst().orElse(""))) {
        Files.delete(file);
        return create(file, run);
      }
      MetricsFile more = new MetricsFile(file, new FileOutputStream(file.toFile(), true));
      if (!text.endsWith("\n")) {
        more.out.write('\n');
      }
      return more;
    } catch (IOException e) {
      throw refused("write", file, e);
    }
  }

  /// Appends a scrape.
  ///
  /// @throws MetricsFileException if the file cannot be written; earlier scrapes are kept
  @Override
  public synchronized void accept(Scrape observation) {
    line(ScrapeJson.write(observation));
  }

  /// Writes a line in one call, so that a concurrent reader sees a whole line or one without its
  /// end.
  private void line(String line) {
    try {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw refused("write", file, e);
    }
  }

  private static MetricsFileException refused(String verb, Path file, IOException e) {
    return new MetricsFileException(
        "cannot " + verb + " " + file + ": " + SystemReason.of(e, file), e);
  }

  /// Closes the file.
  ///
  /// @throws MetricsFileException if the file cannot be written
  @Override
  public synchronized void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw refused("write", file, e);
    }
  }

  /// Passes every scrape to a consumer in the order of writing, with one in memory at a time. Works
  /// any number of times, also while the run is being written. A missing file has no scrapes.
  ///
  /// @return number of torn or damaged lines, which are skipped
  /// @throws MetricsFileException if the file is not a metrics file, was written by a newer
  ///   version, or cannot be read
  public static int read(Path file, Consumer<? super Scrape> consumer) {
    if (Files.notExists(file)) {
      return 0;
    }
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      String head = lines.readLine();
      if (head == null) {
        return 0;
      }
      if (MetricsFileHeader.torn(head)) {
        // The process was killed while it created the file.
        return 1;
      }
      MetricsFileHeader _ = head(head, file);
      return read(lines, consumer);
    } catch (IOException e) {
      throw refused("read", file, e);
    }
  }

  /// Returns the id of the run that a file's scrapes belong to; empty if the file is missing or
  /// does not name it.
  ///
  /// @throws MetricsFileException as [#read] does
  public static Optional<String> run(Path file) {
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      String head = lines.readLine();
      return head == null || MetricsFileHeader.torn(head)
          ? Optional.empty()
          : Optional.ofNullable(head(head, file).run());
    } catch (IOException e) {
      throw refused("read", file, e);
    }
  }

  private static MetricsFileHeader head(String line, Path file) {
    MetricsFileHeader head = MetricsFileHeader.read(line);
    if (head == null) {
      throw new MetricsFileException(file + " holds no server's metrics", null);
    }
    if (head.version() != ScrapeJson.VERSION) {
      throw new MetricsFileException(
          file
              + " has version "
              + head.version()
              + "; use the Goodput that wrote it, or a newer one",
          null);
    }
    return head;
  }

  private static int read(BufferedReader lines, Consumer<? super Scrape> consumer)
      throws IOException {
    int damaged = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      @Nullable Scrape observation = ScrapeLineParser.read(line);
      if (observation == null) {
        damaged++;
      } else {
        consumer.accept(observation);
      }
    }
    return damaged;
  }

  /// The first line of a file of scrapes.
  ///
  /// @param version of the format
  /// @param run id of the run that the scrapes belong to; null if it was not recorded
  private record MetricsFileHeader(int version, @Nullable String run) {
    private static final String BEGIN = "{\"server_metrics\":";

    /// Returns whether a line is the beginning of such a head, cut while the file was being
    /// created.
    static boolean torn(String line) {
      return line.startsWith(BEGIN) ? !line.endsWith("}") : BEGIN.startsWith(line);
    }

    /// Parses a line; returns null if it is not such a head.
    static @Nullable MetricsFileHeader read(String line) {
      try (JsonParser json = ScrapeJson.FACTORY.createParser(ObjectReadContext.empty(), line)) {
        return line.startsWith(BEGIN) && json.nextToken() == JsonToken.START_OBJECT
            ? members(json)
            : null;
      } catch (JacksonException e) {
        return null;
      }
    }

    private static MetricsFileHeader members(JsonParser json) {
      int version = 0;
      String run = null;
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        JsonToken _ = json.nextToken();
        switch (name) {
          case "server_metrics" -> version = json.getIntValue();
          case "run" -> run = json.getString();
          default -> json.skipChildren();
        }
      }
      return new MetricsFileHeader(version, run);
    }
  }
}
