package dev.goodput.simulator.validation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A log of a real engine: what was asked, and when its first and last tokens came.
record EngineLog(List<Entry> entries) {
  record Entry(
      int input, int output, List<Long> blocks, long queuedNanos, long firstNanos, long lastNanos) {
    long[] hashes() {
      return blocks.stream().mapToLong(Long::longValue).toArray();
    }
  }

  static EngineLog read(String name) {
    List<String> workload = lines("workload.csv");
    List<String> times = lines(name + ".csv");
    List<Entry> entries = new ArrayList<>();
    for (int i = 1; i < workload.size(); i++) {
      String[] asked = workload.get(i).split(",", -1);
      String[] stamps = times.get(i).split(",", -1);
      entries.add(
          new Entry(
              Integer.parseInt(asked[0]),
              Integer.parseInt(asked[1]),
              blocks(asked[2]),
              nanos(stamps[0]),
              nanos(stamps[1]),
              nanos(stamps[2])));
    }
    return new EngineLog(entries);
  }

  /// The fifteen statistics of what really happened.
  Statistics truth() {
    Statistics.Builder builder = new Statistics.Builder();
    for (Entry entry : entries) {
      builder.add(entry.queuedNanos(), entry.firstNanos(), entry.lastNanos(), entry.output());
    }
    return builder.build();
  }

  private static List<Long> blocks(String ranges) {
    List<Long> blocks = new ArrayList<>();
    for (String range : ranges.isEmpty() ? new String[0] : ranges.split(" ", -1)) {
      String[] ends = range.split("-", -1);
      for (long id = Long.parseLong(ends[0]); id <= Long.parseLong(ends[1]); id++) {
        blocks.add(id + 1);
      }
    }
    return blocks;
  }

  private static long nanos(String micros) {
    return Long.parseLong(micros) * 1000;
  }

  private static List<String> lines(String file) {
    try (InputStream in = EngineLog.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new IllegalStateException(file, e);
    }
  }
}
