package dev.goodput.record;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Facts about the machine that a run was measured on.
public final class HostFacts {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private HostFacts() {}

  /// Adds the `host.*` entries.
  public static Manifest addTo(Manifest manifest) {
    return manifest
        .with("host.name", hostName())
        .with("host.os", System.getProperty("os.name") + " " + System.getProperty("os.version"))
        .with("host.arch", System.getProperty("os.arch"))
        .with("host.cpus", Runtime.getRuntime().availableProcessors())
        .with("host.cpu_model", cpuModel())
        .with("host.memory_bytes", memoryBytes())
        .with("host.java", System.getProperty("java.runtime.version"));
  }

  /// Returns the host name of this machine, or `unknown`.
  public static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown"; // a host without a name in its own tables still runs
    }
  }

  private static String cpuModel() {
    if (!Files.isReadable(CPU_INFO)) {
      return System.getProperty("os.arch");
    }
    try {
      List<String> lines = Files.readAllLines(CPU_INFO);
      return lines.stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch"); // the model is a courtesy
    }
  }

  private static long memoryBytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : 0;
  }
}
