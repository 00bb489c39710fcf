package dev.goodput.app.engine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How to start this very program once more.
public final class JavaCommand {
  private static final String MAIN = "dev.goodput.app.Main";

  private JavaCommand() {}

  /// The command of a child on the same Java, class path and ahead-of-time cache.
  public static List<String> sameProgram() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String cache = System.getProperty("goodput.aot");
    if (cache != null) {
      command.add("-XX:AOTCache=" + cache);
    }
    // Of the launcher's flags those that the cache was made for and a server needs; see `goodput`.
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "-XX:Tier4InvocationThreshold=50000",
            "-XX:Tier4MinInvocationThreshold=3000",
            "-XX:Tier4CompileThreshold=75000",
            "-XX:Tier4BackEdgeThreshold=200000",
            "-Xms64m",
            "-Xmx1g",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dfile.encoding=UTF-8",
            "-cp",
            System.getProperty("java.class.path"),
            MAIN));
    return command;
  }
}
