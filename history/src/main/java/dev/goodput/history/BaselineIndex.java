package dev.goodput.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// An index of the runs of a root's baselines, with their paths. The entry of a run remains when
/// the run is deleted, so that it can be reported as missing. One file per run, as with [Tags].
final class BaselineIndex {
  private static final int MAX_TRIES = 100;

  private final Path directory;

  BaselineIndex(Path root) {
    this.directory = root.resolve(".baselines");
  }

  /// Returns the names of the baselines that were set, sorted.
  List<String> names() {
    // A killed process may have left an empty folder.
    return files(directory).stream()
        .filter(NameRules::isValid)
        .filter(name -> !files(directory.resolve(name)).isEmpty())
        .sorted()
        .toList();
  }

  /// Returns the paths that a baseline's runs had, by id.
  Map<String, Path> runs(String baseline) {
    Map<String, Path> runs = new TreeMap<>();
    for (String file : files(directory.resolve(baseline))) {
      try {
        String text = Files.readString(directory.resolve(baseline).resolve(file)).strip();
        runs.put(file, Path.of(text));
      } catch (IOException | java.nio.file.InvalidPathException e) {
        runs.put(file, Path.of(file));
      }
    }
    return runs;
  }

  private static List<String> files(Path folder) {
    try (Stream<Path> inside = Files.list(folder)) {
      return inside
          .map(file -> String.valueOf(file.getFileName()))
          .filter(file -> !file.startsWith("."))
          .toList();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException | UncheckedIOException e) {
      throw new HistoryException.FileAccess("read", folder, e);
    }
  }

  void add(String baseline, StoredRun run) {
    Path file = directory.resolve(baseline).resolve(key(run));
    for (int tries = 1; ; tries++) {
      try {
        Files.createDirectories(directory.resolve(baseline));
        AtomicFile.write(file, ".new", run.path().toAbsolutePath().normalize() + "\n");
        return;
      } catch (IOException e) {
        // A process that removes the last run also deletes the folder, possibly right after it was
        // created here.
        boolean concurrent =
            e instanceof NoSuchFileException || e instanceof FileAlreadyExistsException;
        if (!concurrent || tries == MAX_TRIES) {
          throw new HistoryException.FileAccess("write", file, e);
        }
      }
    }
  }

  void remove(String baseline, String key) {
    Path folder = directory.resolve(baseline);
    try {
      Files.deleteIfExists(folder.resolve(key));
      if (files(folder).isEmpty()) {
        Files.deleteIfExists(folder);
      }
    } catch (java.nio.file.DirectoryNotEmptyException e) {
      // Another process has set it again in the meantime.
    } catch (IOException e) {
      throw new HistoryException.FileAccess("remove", folder.resolve(key), e);
    }
  }

  /// Returns a run's id as a file name.
  static String key(StoredRun run) {
    String key = run.id().replaceAll("[^\\w.-]", "_");
    return key.startsWith(".") ? "_" + key : key;
  }
}
