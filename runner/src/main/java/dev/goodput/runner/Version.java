package dev.goodput.runner;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/// The program's version, as built by Maven.
public final class Version {
  private Version() {}

  /// Returns the version alone, for the manifest.
  public static String version() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("/goodput.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("the program's own goodput.properties cannot be read", e);
    }
    return properties.getProperty("version", "unknown");
  }
}
