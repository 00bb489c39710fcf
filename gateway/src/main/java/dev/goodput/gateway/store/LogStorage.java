package dev.goodput.gateway.store;

import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.record.RunLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/// The directory that holds a gateway's run directories: creates new ones and deletes old ones when
/// together they exceed the size limit.
///
/// A directory is deleted only if a gateway wrote it, no process is writing to it, it has no tag,
/// and it contains no other files. Tagged directories do not count toward the limit either:
/// somebody chose to keep them.
final class LogStorage {
  /// The key that marks a manifest as a gateway's.
  static final String MARK = RunKind.TRAFFIC_LOG.key();

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
  private static final String TAGS = "tags";

  /// The files that Goodput itself puts into a run directory. The manifest is deleted last, so that
  /// a deletion cut short by a kill can be recognized and completed.
  private static final List<String> FILES =
      List.of(
          RunDirectory.LOG_FILE,
          RunDirectory.CUT_FILE,
          "server-metrics.jsonl",
          RunDirectory.SERVICE_FILE,
          "result.json",
          "requests.csv",
          "requests.jsonl",
          "report.html",
          "run.log",
          RunDirectory.LOCK_FILE,
          RunDirectory.MANIFEST_FILE + ".new",
          TAGS,
          RunDirectory.MANIFEST_FILE);

  private static final Comparator<Path> BY_AGE =
      Comparator.comparing(LogStorage::begun).thenComparing(Path::getFileName);

  private static final Set<String> KNOWN = Set.copyOf(FILES);

  private final Path root;

  LogStorage(Path root) {
    this.root = root;
  }

  /// Creates a run directory named by its start time, or the next free numbered one.
  ///
  /// @param kind suffix of its name
  /// @throws RecordException if it cannot be created; nothing is left of it then
  RunDirectory begin(Instant now, String kind, Manifest manifest) {
    String name = STAMP.format(LocalDateTime.ofInstant(now, ZoneId.systemDefault())) + "-" + kind;
    Path place = claim(name);
    try {
      return RunDirectory.create(
          place, manifest.with("run.id", String.valueOf(place.getFileName())));
    } catch (RecordException e) {
      delete(place);
      throw e;
    }
  }

  private Path claim(String name) {
    Path place = root.resolve(name);
    try {
      Files.createDirectories(root);
      for (int i = 2; !made(place); i++) {
        place = root.resolve(name + "-" + i);
      }
    } catch (IOException e) {
      // The error is reported in full when the run directory is created.
      return place;
    }
    return place;
  }

  private static boolean made(Path place) throws IOException {
    try {
      Files.createDirectory(place);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  /// Deletes the oldest directories until all together are within the limit.
  ///
  /// @param open directories that are being written; they count and stay
  /// @return the number of deleted directories
  int deleteBeyond(long capBytes, Collection<Path> open) {
    List<Path> ours = directories();
    long bytes = ours.stream().mapToLong(LogStorage::bytes).sum();
    int gone = 0;
    for (Path oldest : ours) {
      if (bytes <= capBytes) {
        break;
      }
      if (!open.contains(oldest) && isFree(oldest)) {
        long freed = bytes(oldest);
        delete(oldest);
        bytes -= Files.exists(oldest) ? 0 : freed;
        gone += Files.exists(oldest) ? 0 : 1;
      }
    }
    return gone;
  }

  /// Returns the gateway's directories, oldest first.
  private List<Path> directories() {
    try (Stream<Path> inside = Files.list(root)) {
      return inside.filter(LogStorage::isGatewayLog).sorted(BY_AGE).toList();
    } catch (IOException | UncheckedIOException e) {
      // Nothing can be deleted in a directory that cannot be read.
      return List.of();
    }
  }

  private static boolean isGatewayLog(Path directory) {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try {
      return RunDirectory.open(directory).manifest().text(MARK).isPresent()
          && inside(directory).stream().allMatch(path -> KNOWN.contains(name(path)))
          && inside(directory.resolve(TAGS)).isEmpty();
    } catch (RecordException e) {
      return false;
    }
  }

  private static String begun(Path directory) {
    try {
      return RunDirectory.open(directory).manifest().text("run.started").orElse("");
    } catch (RecordException e) {
      // The directory has just been deleted.
      return "";
    }
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  private static List<Path> inside(Path directory) {
    if (Files.notExists(directory)) {
      return List.of();
    }
    try (Stream<Path> inside = Files.list(directory)) {
      return inside.toList();
    } catch (IOException | UncheckedIOException e) {
      // Unreadable content must not be touched.
      return List.of(directory);
    }
  }

  private static boolean isFree(Path directory) {
    try (RunLock lock = RunDirectory.open(directory).hold()) {
      return lock != null;
    } catch (RecordException e) {
      return false;
    }
  }

  private static long bytes(Path directory) {
    long bytes = 0;
    for (Path file : inside(directory)) {
      bytes += file.toFile().length();
    }
    return bytes;
  }

  /// Deletes a directory, except for files that are not ours.
  static void delete(Path directory) {
    List<String> files = new ArrayList<>(FILES);
    files.add("");
    for (String file : files) {
      try {
        Files.deleteIfExists(directory.resolve(file));
      } catch (IOException e) {
        // The directory stays, counts, and is tried again later.
        return;
      }
    }
  }
}
