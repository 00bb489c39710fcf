package dev.goodput.telemetry;

import dev.goodput.record.SystemReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/// The directory of the fleet archive's jars, which have the Kafka client: the main program loads
/// them only where it is needed.
public final class FleetArchive {
  /// The environment variable that names the directory.
  public static final String VARIABLE = "GOODPUT_FLEET";

  private FleetArchive() {}

  /// Loads an implementation of an interface.
  ///
  /// @param directory the directory; empty if none was named
  /// @throws IllegalArgumentException without an archive that has one
  public static <T> T load(Class<T> type, String directory) {
    if (directory.isEmpty()) {
      throw new IllegalArgumentException(
          "the Kafka client is in the fleet archive, and "
              + VARIABLE
              + " does not name its directory; in a source tree, ./mvnw -Dmaven.test.skip"
              + " -pl fleet -am package makes it: fleet/target/goodput-fleet/lib"
              + " (docs/how-to/fleet.md)");
    }
    URL[] jars = jars(directory);
    // Never closed: its classes are loaded as long as they are used.
    ClassLoader loader = new URLClassLoader(jars, FleetArchive.class.getClassLoader());
    try {
      Optional<T> found = ServiceLoader.load(type, loader).findFirst();
      if (jars.length > 0 && found.isPresent()) {
        return found.get();
      }
    } catch (LinkageError | ServiceConfigurationError e) {
      throw new IllegalArgumentException(
          "the fleet archive in %s does not fit this version: %s".formatted(directory, e), e);
    }
    throw new IllegalArgumentException(
        "%s is %s, which holds no goodput-fleet jar of this version"
            .formatted(VARIABLE, directory));
  }

  private static URL[] jars(String directory) {
    try (Stream<Path> files = Files.list(Path.of(directory))) {
      return files
          .filter(file -> file.toString().endsWith(".jar"))
          .sorted()
          .map(FleetArchive::url)
          .toArray(URL[]::new);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s is %s, which cannot be read: %s"
              .formatted(VARIABLE, directory, SystemReason.of(e, Path.of(directory))),
          e);
    }
  }

  private static URL url(Path file) {
    try {
      return file.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }
}
