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

/// A named set of runs that other runs are compared with.
///
/// @param name the baseline's name
/// @param runs its existing runs, each measurement once, oldest first
/// @param copies copies of these runs and links to them, which do not count as runs
/// @param missing former paths of its missing runs, by id: deleted, or moved outside the root
public record Baseline(
    String name, List<StoredRun> runs, List<Copy> copies, Map<String, Path> missing) {
  private static final String MODEL = "target.model";

  /// The manifest's keys that describe what a run requested from its server.
  private static final List<String> REQUEST_KEYS =
      List.of(
          MODEL,
          "target.server",
          "target.profile",
          "target.endpoint",
          "run.stream",
          "run.arrivals",
          "run.shard");

  /// Copies all collections.
  public Baseline {
    runs = List.copyOf(runs);
    copies = List.copyOf(copies);
    missing = new TreeMap<>(missing);
  }

  /// A run that is a copy of another one, or a link to it.
  ///
  /// @param run the copy
  /// @param of path of the run that counts
  public record Copy(StoredRun run, Path of) {}

  /// Returns the keys in which its runs differ and should not, such as `run.workload` or
  /// `workload.input_tokens`, or `load` if rates, users or durations differ. Runs that differ
  /// cannot be compared with another run as one group.
  public List<String> differences() {
    Map<String, Function<StoredRun, Object>> facts = new LinkedHashMap<>();
    REQUEST_KEYS.forEach(key -> facts.put(key, run -> run.fact(key)));
    facts.put(MODEL, run -> run.fact(MODEL).map(ModelName::canonical));
    boolean scheduled = runs.stream().allMatch(run -> run.fact("run.schedule").isPresent());
    facts.put("load", scheduled ? run -> run.fact("run.schedule") : Baseline::levels);
    return Stream.concat(
            requestDifferences(),
            facts.entrySet().stream()
                .filter(each -> runs.stream().map(each.getValue()).distinct().count() > 1)
                .map(Map.Entry::getKey))
        .toList();
  }

  /// Returns the keys by which two of its runs sent different requests.
  private Stream<String> requestDifferences() {
    return runs.stream()
        .flatMap(one -> runs.stream().map(other -> differing(one, other)))
        .flatMap(List::stream)
        .distinct();
  }

  private static List<String> differing(StoredRun one, StoredRun other) {
    return WorkloadKeys.differing(one.manifest(), other.manifest());
  }

  private static Object levels(StoredRun run) {
    return run.result().levels().stream().map(StoredResult.Level::load).toList();
  }

  /// Returns the seeds that several of its runs share: such runs sent the same prompts at the same
  /// times and are not independent of each other.
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
