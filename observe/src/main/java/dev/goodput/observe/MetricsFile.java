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

/// The looks of a run, on disk beside its log: a line of JSON each, in the order in which they were
/// taken, written at once.
///
/// A kill costs at most the line being written; whoever reads leaves a torn line out. Thread-safe:
/// the samplers of several pages share one file.
public final class MetricsFile implements Consumer<Observation>, AutoCloseable {
  /// The file's name in a run directory.
  public static final String NAME = "server-metrics.jsonl";

  private final Path file;
  private final FileOutputStream out;

  private MetricsFile(Path file, FileOutputStream out) {
    this.file = file;
    this.out = out;
  }

  /// Begins the file.
  ///
  /// @param run whose looks they will be
  /// @throws MetricsFileException where it is there already, or the system refused
  public static MetricsFile create(Path file, String run) {
    try {
      File made = file.toFile();
      if (!made.createNewFile()) {
        throw new MetricsFileException("cannot write " + file + ": it is there already", null);
      }
      MetricsFile begun = new MetricsFile(file, new FileOutputStream(made));
      try {
        begun.line(ObservationJson.head(run));
      } catch (MetricsFileException e) {
        begun.out.close();
        throw e;
      }
      return begun;
    } catch (IOException e) {
      throw refused("write", file, e);
    }
  }

  /// Goes on with the file of a run that is gone on with, or begins it.
  ///
  /// @param run whose looks they will be
  /// @throws MetricsFileException where the system refused
  public static MetricsFile goOn(Path file, String run) {
    if (Files.notExists(file)) {
      return create(file, run);
    }
    try {
      byte[] there = Files.readAllBytes(file);
      String text = new String(there, StandardCharsets.ISO_8859_1);
      if (MetricsHead.torn(text.lines().findFirst().orElse(""))) {
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

  /// Appends a look.
  ///
  /// @throws MetricsFileException where the system refused; what was written before is kept
  @Override
  public synchronized void accept(Observation observation) {
    line(ObservationJson.write(observation));
  }

  /// One write for a line: what another process reads meanwhile is whole, or has no end.
  private void line(String line) {
    try {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw refused("write", file, e);
    }
  }

  private static MetricsFileException refused(String verb, Path file, IOException e) {
    return new MetricsFileException("cannot " + verb + " " + file + ": " + SystemReason.of(e), e);
  }

  /// Ends the file.
  ///
  /// @throws MetricsFileException where the system refused
  @Override
  public synchronized void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw refused("write", file, e);
    }
  }

  /// Hands over every look in the order of writing, with one in memory; as often as wanted, also
  /// while the run is being written. A file that is not there has none.
  ///
  /// @return how many lines are torn or damaged, and left out
  /// @throws MetricsFileException where the file is none of these, a newer version wrote it, or the
  ///   system refused
  public static int read(Path file, Consumer<? super Observation> consumer) {
    if (Files.notExists(file)) {
      return 0;
    }
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      String head = lines.readLine();
      if (head == null) {
        return 0;
      }
      if (MetricsHead.torn(head)) {
        // Killed while it was begun.
        return 1;
      }
      MetricsHead _ = head(head, file);
      return read(lines, consumer);
    } catch (IOException e) {
      throw refused("read", file, e);
    }
  }

  /// Whose looks a file holds; empty where it is not there, or does not say.
  ///
  /// @throws MetricsFileException as [#read] does
  public static Optional<String> run(Path file) {
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      String head = lines.readLine();
      return head == null || MetricsHead.torn(head)
          ? Optional.empty()
          : Optional.ofNullable(head(head, file).run());
    } catch (IOException e) {
      throw refused("read", file, e);
    }
  }

  private static MetricsHead head(String line, Path file) {
    MetricsHead head = MetricsHead.read(line);
    if (head == null) {
      throw new MetricsFileException(file + " holds no server's metrics", null);
    }
    if (head.version() != ObservationJson.VERSION) {
      throw new MetricsFileException(
          file
              + " has version "
              + head.version()
              + "; use the Goodput that wrote it, or a newer one",
          null);
    }
    return head;
  }

  private static int read(BufferedReader lines, Consumer<? super Observation> consumer)
      throws IOException {
    int damaged = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      @Nullable Observation observation = ObservationLine.read(line);
      if (observation == null) {
        damaged++;
      } else {
        consumer.accept(observation);
      }
    }
    return damaged;
  }
}
