package dev.goodput.report.server;

import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.observe.EnergyUse;
import dev.goodput.observe.LevelMetrics;
import dev.goodput.observe.LevelTime;
import dev.goodput.observe.MetricsFile;
import dev.goodput.observe.MetricsFileException;
import dev.goodput.observe.PowerSource;
import dev.goodput.observe.RunMetrics;
import dev.goodput.record.Manifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What the servers of a run reported about themselves.
///
/// @param levels by the level's number; none where nothing was to be read, or nothing could be
/// @param notes what could not be kept or read, one sentence each
public record RunServers(Map<Integer, ServerLevel> levels, List<String> notes) {
  /// Of a run whose servers were not looked at.
  public static final RunServers NONE = new RunServers(Map.of(), List.of());

  private static final String REQUESTED = "server_metrics.asked";
  private static final String PROBLEM = "server_metrics.problem";

  /// Copies both.
  public RunServers {
    levels = Map.copyOf(levels);
    notes = List.copyOf(notes);
  }

  /// Reads what a run directory has. What cannot be read is noted and omitted: the client's figures
  /// do not need it.
  public static RunServers of(Path directory, Manifest manifest, RunResult result) {
    String requested = manifest.text(REQUESTED).orElse("off");
    Path file = directory.resolve(MetricsFile.NAME);
    if (requested.equals("off") && Files.notExists(file)) {
      return NONE;
    }
    List<String> notes = new ArrayList<>();
    manifest
        .text(PROBLEM)
        .ifPresent(problem -> notes.add("servers' metrics could not all be kept: " + problem));
    if (Files.notExists(file) && notes.isEmpty()) {
      notes.add("reported without servers' metrics: " + MetricsFile.NAME + " is not there");
    }
    try {
      if (ofAnother(file, manifest, notes)) {
        return new RunServers(Map.of(), notes);
      }
      boolean named = !List.of("off", "target").contains(requested);
      Set<String> power =
          manifest.text(PowerSource.KEY).stream()
              .flatMap(String::lines)
              .collect(Collectors.toSet());
      return new RunServers(levels(file, result, named, power, notes), notes);
    } catch (MetricsFileException e) {
      notes.add("reported without servers' metrics: " + e.getMessage());
      return new RunServers(Map.of(), notes);
    }
  }

  private static boolean ofAnother(Path file, Manifest manifest, List<String> notes) {
    String mine = manifest.text("run.id").orElse("");
    String theirs = MetricsFile.run(file).filter(run -> !run.isEmpty()).orElse(mine);
    if (!theirs.equals(mine)) {
      notes.add(
          "reported without servers' metrics: %s is of another run, %s"
              .formatted(MetricsFile.NAME, theirs));
    }
    return !theirs.equals(mine);
  }

  private static Map<Integer, ServerLevel> levels(
      Path file, RunResult result, boolean named, Set<String> power, List<String> notes) {
    List<LevelResult> levels = result.levels();
    List<LevelTime> times = levels.stream().map(RunServers::time).toList();
    RunMetrics metrics = RunMetrics.read(file, times);
    List<Optional<EnergyUse>> energy = EnergyUse.read(file, times, power);
    if (metrics.damaged() > 0) {
      notes.add(
          "%s torn or damaged, and excluded: %d of its lines"
              .formatted(MetricsFile.NAME, metrics.damaged()));
    }
    Map<Integer, ServerLevel> byLevel = new TreeMap<>();
    for (int i = 0; i < levels.size(); i++) {
      LevelMetrics level = metrics.levels().get(i);
      if (!level.whole().sources().isEmpty()) {
        byLevel.put(
            levels.get(i).level(),
            new ServerLevel(level, levels.get(i), named, energy.get(i).orElse(null)));
      }
    }
    if (byLevel.isEmpty() && !levels.isEmpty() && notes.isEmpty() && Files.exists(file)) {
      notes.add("no server's metrics came: " + MetricsFile.NAME + " holds no scrape");
    }
    return byLevel;
  }

  /// The result with what only the servers know: which tokens they computed again.
  public RunResult addTo(RunResult result) {
    List<LevelResult> levels = result.levels().stream().map(this::addTo).toList();
    return new RunResult(levels, result.slo(), result.client(), result.faults(), result.repeats());
  }

  private LevelResult addTo(LevelResult level) {
    Goodput goodput = level.goodput();
    Long tokens = of(level).map(ServerLevel::recomputedTokens).orElse(null);
    return tokens == null || goodput == null || goodput.recomputedTokens() != null
        ? level
        : level.recomputing(tokens);
  }

  private static LevelTime time(LevelResult level) {
    LevelResult.Window window = level.window();
    return new LevelTime(
        window.runBeginNanos(), window.runEndNanos(), window.beginNanos(), window.endNanos());
  }

  /// Returns what they reported during a level, empty if nothing is known.
  public Optional<ServerLevel> of(LevelResult level) {
    return Optional.ofNullable(levels.get(level.level()));
  }
}
