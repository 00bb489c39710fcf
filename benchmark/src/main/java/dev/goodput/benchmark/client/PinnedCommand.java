package dev.goodput.benchmark.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Runs a command on one core and measures its cost.
public final class PinnedCommand {
  private static final int POLL_MILLIS = 100;
  private static final String TIMED = "TIMEFORMAT='cost %3U %3S'; time \"$@\"";
  private static final Pattern COST = Pattern.compile("(?m)^cost (\\d+\\.\\d+) (\\d+\\.\\d+)$");
  private static final Pattern PEAK = Pattern.compile("(?m)^VmHWM:\\s+(\\d+) kB$");

  private PinnedCommand() {}

  /// What a command cost.
  ///
  /// @param cpuSeconds of it and of its children, the kernel's share included
  /// @param peakResidentBytes the most memory it was seen to hold
  /// @param exitCode as it ended
  public record Cost(double cpuSeconds, long peakResidentBytes, int exitCode) {}

  /// Keeps this process, which is the server, off the client's core.
  public static void pinThisProcess(int core) throws IOException, InterruptedException {
    String pid = Long.toString(ProcessHandle.current().pid());
    List<String> command = List.of("taskset", "-a", "-c", "-p", Integer.toString(core), pid);
    Process taskset =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (taskset.waitFor() != 0) {
      throw new IllegalStateException("taskset could not pin this process to core " + core);
    }
  }

  /// Runs to the end.
  ///
  /// @throws IllegalStateException if it cannot be started or was killed, with its output
  public static Cost run(int core, List<String> command) throws IOException, InterruptedException {
    List<String> timed = new ArrayList<>(List.of("bash", "-c", TIMED, "bash"));
    timed.addAll(List.of("taskset", "-c", Integer.toString(core)));
    timed.addAll(command);
    Path message = Files.createTempFile("goodput-benchmark", ".out");
    try {
      ProcessBuilder builder = new ProcessBuilder(timed).redirectErrorStream(true);
      Process process = builder.redirectOutput(message.toFile()).start();
      long peak = 0;
      while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        peak = Math.max(peak, process.descendants().mapToLong(PinnedCommand::peak).max().orElse(0));
      }
      return new Cost(cpuSeconds(Files.readString(message)), peak, process.exitValue());
    } finally {
      Files.delete(message);
    }
  }

  static double cpuSeconds(String message) {
    Matcher cost = COST.matcher(message);
    if (!cost.find()) {
      throw new IllegalStateException(
          "no cost was reported for a command that printed: " + message.strip());
    }
    return Double.parseDouble(cost.group(1)) + Double.parseDouble(cost.group(2));
  }

  private static long peak(ProcessHandle process) {
    try {
      Path status = Path.of("/proc", Long.toString(process.pid()), "status");
      Matcher peak = PEAK.matcher(Files.readString(status));
      return peak.find() ? Long.parseLong(peak.group(1)) * 1024 : 0;
    } catch (IOException e) {
      return 0; // It has just ended; what was seen before stands.
    }
  }
}
