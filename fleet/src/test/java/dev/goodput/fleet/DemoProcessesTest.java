package dev.goodput.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DemoProcessesTest {
  @TempDir private Path folder;

  @Test
  void stopsProcessesAndThoseThatTheyStarted() {
    List<ProcessHandle> before = ProcessHandle.current().descendants().toList();
    DemoProcesses processes = new DemoProcesses(folder);
    processes.start("parent", List.of("sh", "-c", "sleep 600 & sleep 600 & wait"), Map.of());
    List<ProcessHandle> started = List.of();
    while (started.size() < 3) {
      started =
          ProcessHandle.current().descendants().filter(each -> !before.contains(each)).toList();
      Thread.onSpinWait();
    }
    assertThat(processes.ended()).isEmpty();

    processes.close();

    assertThat(started).noneMatch(ProcessHandle::isAlive);
    assertThat(processes.ended()).isEmpty();
  }

  @Test
  void reportsTheLastLinesOfAProcessThatEnds() throws Exception {
    try (DemoProcesses processes = new DemoProcesses(folder)) {
      processes.start("thing", List.of("sh", "-c", "echo no such disk; exit 3"), Map.of());
      while (processes.ended().isEmpty()) {
        Thread.onSpinWait();
      }
      assertThat(processes.ended()).contains("the thing ended with exit code 3: no such disk");
      assertThatThrownBy(
              () -> processes.start("other", List.of(folder + "/nothing-here"), Map.of()))
          .isInstanceOf(FleetException.class)
          .hasMessageStartingWith("the other did not start: ");
    }
  }

  /// Without its leash the job would wait for the silent broker, and end with exit code 2.
  @Test
  void aProcessOnALeashEndsWithItsInput() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Leashed.class.getName(),
                  "job",
                  "--kafka",
                  "127.0.0.1:" + silent.getLocalPort())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.getOutputStream().close();
      assertThat(process.waitFor(50, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    }
  }
}
