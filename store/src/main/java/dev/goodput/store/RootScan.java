package dev.goodput.store;

import dev.goodput.record.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A scan of a root's run directories for changes. The state of a run is the size and the time of
/// the files that the tables are read from.
final class RootScan {
  private static final List<String> FILES =
      List.of(RunDirectory.MANIFEST_FILE, "result.json", RunDirectory.LOG_FILE, "tags");

  private RootScan() {}

  /// Returns the state of each directory with a manifest, by the directory's name.
  static SortedMap<String, String> states(Path root) throws IOException {
    SortedMap<String, String> states = new TreeMap<>();
    try (Stream<Path> inside = Files.list(root)) {
      for (Path directory : (Iterable<Path>) inside::iterator) {
        String name = String.valueOf(directory.getFileName());
        String state = name.startsWith(".") ? "-" : state(directory);
        if (!state.startsWith("-")) {
          states.put(name, state);
        }
      }
    }
    return states;
  }

  private static String state(Path directory) throws IOException {
    StringBuilder state = new StringBuilder();
    for (String file : FILES) {
      try {
        BasicFileAttributes found =
            Files.readAttributes(directory.resolve(file), BasicFileAttributes.class);
        state.append(found.size()).append('@').append(found.lastModifiedTime().toInstant());
      } catch (NoSuchFileException | NotDirectoryException e) {
        state.append('-');
      }
      state.append(' ');
    }
    return state.toString();
  }
}
