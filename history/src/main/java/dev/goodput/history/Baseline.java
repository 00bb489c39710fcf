package dev.goodput.history;

import dev.goodput.record.ModelName;
import dev.goodput.record.WorkloadKeys;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Runs that others are held against, under one name.
///
/// @param name of the baseline
/// @param runs its runs that are there, each measurement once, the oldest first
/// @param copies copies of these and links to them, which are no runs of their own
/// @param gone where those lay that are not, by their ids: deleted, or moved to where nobody looks
public record Baseline(
    String name, List<StoredRun> runs, List<Copy> copies, Map<String, Path> gone) {
  private static final String MODEL = "target.model";

  /// What of a run is asked of its server, by the manifest's keys.
  private static final List<String> SAME =
      List.of(
          MODEL,
          "target.server",
          "target.profile",
          "target.endpoint",
          "run.stream",
          "run.arrivals",
          "run.shard");

  /// Copies all of them.
  public Baseline {
    runs = List.copyOf(runs);
    copies = List.copyOf(copies);
    gone = new TreeMap<>(gone);
  }

  /// A run that is another one's copy, or a link to it.
  ///
  /// @param run the copy
  /// @param of where the one lies that counts
  public record Copy(StoredRun run, Path of) {}

  /// In what its runs differ and should not, as `run.workload`, or `workload.input_tokens`, or
  /// `load` where rates, users or how long they lasted differ: they cannot be held against one
  /// other run.
  public List<String> differences() {
    Map<String, Function<StoredRun, Object>> facts = new LinkedHashMap<>();
    SAME.forEach(key -> facts.put(key, run -> run.fact(key)));
    facts.put(MODEL, run -> run.fact(MODEL).map(ModelName::canonical));
    boolean kept = runs.stream().allMatch(run -> run.fact("run.schedule").isPresent());
    facts.put("load", kept ? run -> run.fact("run.schedule") : Baseline::levels);
    return Stream.concat(
            requests(),
            facts.entrySet().stream()
                .filter(each -> runs.stream().map(each.getValue()).distinct().count() > 1)
                .map(Map.Entry::getKey))
        .toList();
  }

  /// By which keys some run asked other requests than another.
  private Stream<String> requests() {
    return runs.stream()
        .flatMap(one -> runs.stream().map(other -> differing(one, other)))
        .flatMap(List::stream)
        .distinct();
  }

  private static List<String> differing(StoredRun one, StoredRun other) {
    return WorkloadKeys.differing(one.manifest(), other.manifest());
  }

  private static Object levels(StoredRun run) {
    return run.result().levels().stream().map(KeptResult.Level::load).toList();
  }

  /// Seeds that several of its runs have: these asked the same prompts at the same times, and are
  /// not independent of each other.
  public List<String> repeatedSeeds() {
    return runs.stream()
        .flatMap(run -> run.fact("run.seed").stream())
        .collect(Collectors.groupingBy(seed -> seed, TreeMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .filter(each -> each.getValue() > 1)
        .map(Map.Entry::getKey)
        .toList();
  }
}
