package dev.goodput.fleet;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The processes of a demo, each with its output in a file. They are stopped in the reverse order
/// of their start.
final class DemoProcesses implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 15;
  private static final int LAST_LINES = 3;

  private final Path folder;
  private final SequencedMap<String, Process> processes = new LinkedHashMap<>();
  private boolean closed;

  /// @param folder an existing directory for the files of output
  DemoProcesses(Path folder) {
    this.folder = folder;
  }

  /// Starts a process of this program, without the optimizing compiler: of the CPU of the first
  /// minutes it would take more than it gives back.
  ///
  /// @param heap the limit of its heap, such as `512m`
  void startJava(String name, String heap, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx" + heap,
            "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Leashed.class.getName()));
    command.addAll(arguments);
    start(name, command, Map.of());
  }

  /// Starts a process.
  synchronized void start(String name, List<String> command, Map<String, String> environment) {
    if (closed) {
      return; // interrupted meanwhile
    }
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output(name));
    builder.environment().putAll(environment);
    try {
      processes.put(name, builder.start());
    } catch (IOException e) {
      throw new FleetException("the %s did not start: %s".formatted(name, e.getMessage()), e);
    }
  }

  private File output(String name) {
    return folder.resolve(name.replace(' ', '-') + ".log").toFile();
  }

  /// Returns why a process has ended; empty if all run.
  synchronized Optional<String> ended() {
    for (Map.Entry<String, Process> each : processes.entrySet()) {
      if (!each.getValue().isAlive()) {
        return Optional.of(
            "the %s ended with exit code %d: %s"
                .formatted(
                    each.getKey(), each.getValue().exitValue(), lastLines(output(each.getKey()))));
      }
    }
    return Optional.empty();
  }

  private static String lastLines(File file) {
    try {
      List<String> lines = Files.readAllLines(file.toPath(), StandardCharsets.UTF_8);
      List<String> last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
      return last.isEmpty() ? "it printed nothing" : String.join("; ", last);
    } catch (IOException e) {
      return "its output is in " + file;
    }
  }

  /// Stops all processes, the last first, and those that they started.
  @Override
  public synchronized void close() {
    closed = true;
    for (Process each : processes.reversed().values()) {
      stop(each);
    }
    processes.clear();
  }

  private static void stop(Process process) {
    List<ProcessHandle> all =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    process.destroy();
    try {
      process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(each -> each.onExit().join());
  }
}
