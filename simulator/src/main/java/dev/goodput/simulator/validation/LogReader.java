package dev.goodput.simulator.validation;

import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.engine.EngineRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Puts the files of a log together.
final class LogReader {
  /// A file.
  ///
  /// @param name for messages
  /// @param content all of it
  record Text(String name, String content) {
    List<JsonFields> lines() {
      List<String> lines = content.lines().toList();
      List<JsonFields> fields = new ArrayList<>();
      for (int i = 0; i < lines.size(); i++) {
        if (!lines.get(i).isBlank()) {
          fields.add(JsonFields.read(lines.get(i), name + " line " + (i + 1)));
        }
      }
      return fields;
    }
  }

  private LogReader() {}

  static EngineLog read(String name, Text meta, Text requests, @Nullable Text workload) {
    EngineSetup setup = SetupReader.read(JsonFields.read(meta.content(), meta.name()), name);
    List<JsonFields> answered = requests.lines();
    List<JsonFields> asked = workload == null ? answered : workload.lines();
    if (answered.isEmpty() || answered.size() != asked.size()) {
      throw new SimulatorException.BadLog(
          "%s has %,d requests, the workload %,d: both must have the same, at least one"
              .formatted(requests.name(), answered.size(), asked.size()));
    }
    return new EngineLog(name, setup, entries(answered, asked));
  }

  private static List<EngineLog.Entry> entries(List<JsonFields> answered, List<JsonFields> asked) {
    long base =
        answered.stream().mapToLong(line -> line.requiredNanos("queued_ts")).min().orElseThrow();
    List<EngineLog.Entry> entries = new ArrayList<>();
    for (int i = 0; i < answered.size(); i++) {
      JsonFields line = answered.get(i);
      entries.add(
          new EngineLog.Entry(
              request(line, asked.get(i)),
              line.requiredNanos("queued_ts") - base,
              line.requiredNanos("first_token_ts") - base,
              line.requiredNanos("last_token_ts") - base));
    }
    entries.sort(Comparator.comparingLong(EngineLog.Entry::queuedNanos));
    return entries;
  }

  private static EngineRequest request(JsonFields answered, JsonFields asked) {
    int input = answered.requiredPositive("input_toks");
    int output = answered.requiredPositive("output_toks");
    same(asked, "input_toks", input);
    same(asked, "output_toks", output);
    return EngineRequest.of(input, output, hashes(asked.numbers("prefix_block_ids_16")));
  }

  /// Block numbers from 0 on as hashes, of which 0 is none.
  private static long[] hashes(long[] blocks) {
    return Arrays.stream(blocks).map(block -> block + 1).toArray();
  }

  /// Both files are of the same requests in the same order, or every figure would be wrong.
  private static void same(JsonFields asked, String field, int answered) {
    int found = asked.requiredPositive(field);
    if (found != answered) {
      throw asked.bad(field, answered + ", as the log's request of that place", "" + found);
    }
  }
}
