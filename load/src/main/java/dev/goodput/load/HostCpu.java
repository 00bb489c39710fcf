package dev.goodput.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringTokenizer;

/// The busy share of the host between two reads of Linux's `/proc/stat`.
final class HostCpu {
  private static final int IDLE = 3;
  private static final int IO_WAIT = 4;
  private static final int STEAL = 7;

  private final Path stat;
  private long busy;
  private long total;

  HostCpu(Path stat) {
    this.stat = stat;
    share();
  }

  /// Returns the share since the last call, 0 to 1; NaN if not available.
  double share() {
    long[] times = times();
    if (times.length <= IO_WAIT) {
      return Double.NaN;
    }
    long sum = 0;
    for (int i = 0; i < Math.min(times.length, STEAL + 1); i++) {
      sum += times[i];
    }
    long working = sum - times[IDLE] - times[IO_WAIT];
    double share = sum == total ? Double.NaN : (double) (working - busy) / (sum - total);
    busy = working;
    total = sum;
    return share;
  }

  /// Returns user, nice, system, idle, I/O wait, interrupts, soft interrupts and steal times; empty
  /// if unknown.
  private long[] times() {
    try (var lines = Files.lines(stat)) {
      List<String> first = lines.limit(1).toList();
      if (first.isEmpty() || !first.getFirst().startsWith("cpu ")) {
        return new long[0];
      }
      StringTokenizer words = new StringTokenizer(first.getFirst());
      words.nextToken();
      long[] times = new long[words.countTokens()];
      for (int i = 0; i < times.length; i++) {
        times[i] = Long.parseLong(words.nextToken());
      }
      return times;
    } catch (IOException | NumberFormatException e) {
      return new long[0]; // not Linux, or a container that hides it: the share is not known
    }
  }
}
