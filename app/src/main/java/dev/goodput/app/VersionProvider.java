package dev.goodput.app;

import dev.goodput.runner.Version;
import picocli.CommandLine.IVersionProvider;

/// The version of the program and of Java, for `--version`.
public final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "goodput " + Version.version(),
      "Java " + System.getProperty("java.runtime.version") + ", " + System.getProperty("os.name")
    };
  }
}
