package dev.goodput.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The tags of one run, inside its directory. Each tag is a separate file, which is created and
/// deleted atomically, so that concurrent processes do not overwrite each other's tags.
final class Tags {
  private static final String DIRECTORY = "tags";
  private static final String NAME = "name";
  private static final String BASELINE = "baseline.";

  private final Path directory;

  private Tags(Path directory) {
    this.directory = directory;
  }

  static Tags of(Path run) {
    return new Tags(run.resolve(DIRECTORY));
  }

  /// Returns the run's given name; empty if it has none or it cannot be read.
  Optional<String> name() {
    try {
      String name = Files.readString(directory.resolve(NAME)).strip();
      return Optional.of(name).filter(NameRules::isValid);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  Set<String> baselines() {
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.list(directory)) {
      files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(file -> file.startsWith(BASELINE))
          .map(file -> file.substring(BASELINE.length()))
          .filter(NameRules::isValid)
          .forEach(found::add);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return found;
    } catch (IOException | UncheckedIOException e) {
      throw new HistoryException.FileAccess("read", directory, e);
    }
    return found;
  }

  void setName(String name) {
    Path file = directory.resolve(NAME);
    try {
      Files.createDirectories(directory);
      AtomicFile.write(file, NAME + ".new", name + "\n");
    } catch (IOException e) {
      throw new HistoryException.FileAccess("write", file, e);
    }
  }

  void removeName() {
    delete(NAME);
  }

  void addBaseline(String baseline) {
    Path file = directory.resolve(BASELINE + baseline);
    try {
      Files.createDirectories(directory);
      Files.createFile(file);
    } catch (FileAlreadyExistsException e) {
      // The tag exists already.
    } catch (IOException e) {
      throw new HistoryException.FileAccess("write", file, e);
    }
  }

  void removeBaseline(String baseline) {
    delete(BASELINE + baseline);
  }

  private void delete(String name) {
    try {
      Files.deleteIfExists(directory.resolve(name));
    } catch (IOException e) {
      throw new HistoryException.FileAccess("remove", directory.resolve(name), e);
    }
  }
}
