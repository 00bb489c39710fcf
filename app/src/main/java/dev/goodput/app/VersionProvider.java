package dev.goodput.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/// The program's version, as built by Maven.
public final class VersionProvider implements IVersionProvider {

  /// Returns the version alone, for the manifest.
  public static String version() {
    Properties properties = new Properties();
    try (InputStream in = VersionProvider.class.getResourceAsStream("/goodput.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("the program's own goodput.properties cannot be read", e);
    }
    return properties.getProperty("version", "unknown");
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "goodput " + version(),
      "Java " + System.getProperty("java.runtime.version") + ", " + System.getProperty("os.name")
    };
  }
}
