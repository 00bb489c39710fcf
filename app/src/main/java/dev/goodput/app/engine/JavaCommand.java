package dev.goodput.app.engine;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How to start this very program once more.
final class JavaCommand {
  private static final String MAIN = "dev.goodput.app.Main";

  /// What a child takes over of its parent's flags: how the machine is used, not what is watched.
  private static final List<String> TAKEN_OVER =
      List.of("-XX:", "-Xm", "--enable-native-access", "--sun-misc-unsafe", "-Dfile.encoding");

  /// What only one process can do: write the cache that both start from.
  private static final String CACHE_OUTPUT = "-XX:AOTCacheOutput";

  private JavaCommand() {}

  /// The command of a child on the same Java, flags, class path and ahead-of-time cache.
  static List<String> sameProgram() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(takenOver(ManagementFactory.getRuntimeMXBean().getInputArguments()));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    return command;
  }

  static List<String> takenOver(List<String> flags) {
    return flags.stream()
        .filter(flag -> TAKEN_OVER.stream().anyMatch(flag::startsWith))
        .filter(flag -> !flag.startsWith(CACHE_OUTPUT))
        .toList();
  }
}
