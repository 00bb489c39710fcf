package dev.goodput.runner.engine;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The command line that starts this program again.
public final class JavaCommand {
  private static final String MAIN = "dev.goodput.app.main.Main";

  /// A shorter warm-up of the client, for tests of the program.
  private static final String WARM_UP_IN_TESTS = "goodput.tests.warm-up-ms";

  /// The JVM flags that a child inherits: how it uses the machine, and where Java's warnings go. No
  /// other flag is inherited, because two processes must not write to one file.
  private static final Pattern TAKEN_OVER =
      Pattern.compile(
          """
          -X(?:ms|mx|mn|ss)\\d+[kKmMgGtT]?
          -XX:[+-]Use(?:\\w+GC|CompactObjectHeaders|CompressedOops|PerfData)
          -XX:[+-]Use(?:NUMA|LargePages|TransparentHugePages)
          -XX:[+-](?:TieredCompilation|AlwaysPreTouch|UnlockExperimentalVMOptions)
          -XX:(?:Tier[34]\\w+|TieredStopAtLevel|CICompilerCount|ActiveProcessorCount)=\\d+
          -XX:(?:Min|Initial|Max)(?:HeapSize|RAMPercentage)=[\\d.]+[kKmMgGtT]?
          -XX:(?:NewSize|MaxNewSize|NewRatio|SurvivorRatio|MaxMetaspaceSize)=\\d+[kKmMgGtT]?
          -XX:(?:MaxDirectMemorySize|(?:Initial|Reserved)CodeCacheSize)=\\d+[kKmMgGtT]?
          -XX:(?:Parallel|Conc)GCThreads=\\d+
          -XX:AOTCache=.+
          -Xlog:(?:disable|all=warning:stderr)
          --enable-native-access=.+
          --sun-misc-unsafe-memory-access=\\w+
          -Dfile\\.encoding=.+\
          """
              .replace('\n', '|'));

  private JavaCommand() {}

  /// Returns the command of a child with the same Java, flags, class path and ahead-of-time cache.
  public static List<String> sameProgram() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(takenOver(ManagementFactory.getRuntimeMXBean().getInputArguments()));
    String warmUp = System.getProperty(WARM_UP_IN_TESTS);
    if (warmUp != null) {
      command.add("-D" + WARM_UP_IN_TESTS + "=" + warmUp);
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    return command;
  }

  static List<String> takenOver(List<String> flags) {
    return flags.stream().filter(flag -> TAKEN_OVER.matcher(flag).matches()).toList();
  }
}
