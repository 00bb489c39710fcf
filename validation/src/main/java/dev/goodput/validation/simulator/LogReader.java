package dev.goodput.validation.simulator;

import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.profile.EngineProfile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Puts the files of a log together.
final class LogReader {
  private static final String BLOCKS = "prefix_block_ids_16";
  private static final String OF_THAT_PLACE = ", as the log's request of that place";

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
    List<JsonFields> requested = workload == null ? answered : workload.lines();
    if (answered.size() != requested.size()) {
      throw new SimulatorException.BadLog(
          "%s has %,d requests, the workload %,d: both must have the same"
              .formatted(requests.name(), answered.size(), requested.size()));
    }
    List<EngineLog.Entry> entries = entries(answered, requested);
    if (entries.isEmpty()) {
      throw new SimulatorException.BadLog(requests.name() + " has no request that was answered");
    }
    long start = entries.getFirst().queuedNanos();
    entries.replaceAll(entry -> entry.since(start));
    boolean prefixes = requested.stream().anyMatch(line -> line.holds(BLOCKS));
    return new EngineLog(name, setup, entries, answered.size() - entries.size(), prefixes);
  }

  private static List<EngineLog.Entry> entries(
      List<JsonFields> answered, List<JsonFields> requested) {
    List<EngineLog.Entry> entries = new ArrayList<>();
    for (int i = 0; i < answered.size(); i++) {
      if (isAnswered(answered.get(i))) {
        entries.add(entry(answered.get(i), requested.get(i)));
      }
    }
    entries.sort(Comparator.comparingLong(EngineLog.Entry::queuedNanos));
    return entries;
  }

  /// Whether it has tokens. vLLM's stamps are 0 until something happens.
  private static boolean isAnswered(JsonFields line) {
    return !line.text("output_toks").equals(Optional.of("0"))
        && line.nanos("first_token_ts").orElse(0L) != 0
        && line.nanos("last_token_ts").orElse(0L) != 0;
  }

  private static EngineLog.Entry entry(JsonFields line, JsonFields requested) {
    long queued = line.requiredNanos("queued_ts");
    long first = line.requiredNanos("first_token_ts");
    long last = line.requiredNanos("last_token_ts");
    if (first < queued || last < first || last == queued) {
      throw line.bad(
          "first_token_ts",
          "a time between queued_ts and last_token_ts",
          line.text("first_token_ts").orElseThrow());
    }
    return new EngineLog.Entry(request(line, requested), queued, first, last);
  }

  /// Both files are of the same requests in the same order, or every figure would be wrong. An
  /// answer may have ended before its longest length; what is replayed is what was answered.
  private static EngineRequest request(JsonFields answered, JsonFields requested) {
    int input = answered.requiredPositive("input_toks");
    int output = answered.requiredPositive("output_toks");
    int wanted = requested.requiredPositive("input_toks");
    if (wanted != input) {
      throw requested.bad("input_toks", input + OF_THAT_PLACE, "" + wanted);
    }
    int most = requested.requiredPositive("output_toks");
    if (most < output) {
      throw requested.bad("output_toks", "at least " + output + OF_THAT_PLACE, "" + most);
    }
    long[] blocks = requested.numbers(BLOCKS);
    return EngineRequest.of(input, output, hashes(blocks, input / EngineProfile.BLOCK_TOKENS));
  }

  /// Numbers of full blocks from 0 on as hashes; the hash 0 means none.
  private static long[] hashes(long[] blocks, int full) {
    return Arrays.stream(blocks).limit(full).map(block -> block + 1).toArray();
  }
}
