package dev.goodput.history;

import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.words.WordSuggestion;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A store of the runs under one root.
public final class RunStore {
  private static final Comparator<StoredRun> BY_AGE =
      Comparator.<StoredRun, Instant>comparing(run -> run.started().orElse(Instant.MIN))
          .thenComparing(StoredRun::directory);

  /// The default root.
  public static final Path DEFAULT_ROOT = Path.of("runs");

  private final Path root;
  private final BaselineIndex baselineIndex;

  private RunStore(Path root) {
    this.root = root;
    this.baselineIndex = new BaselineIndex(root);
  }

  /// Returns the store of a directory, which need not exist.
  public static RunStore at(Path root) {
    return new RunStore(root);
  }

  /// Opens a run by its directory, or by its name or id among the runs of the default root.
  ///
  /// @throws dev.goodput.record.RecordException a directory without a run
  /// @throws HistoryException.NoRun an unknown name
  public static RunDirectory open(String run) {
    return RunDirectory.open(exists(run) ? Path.of(run) : inDefaultRoot(run));
  }

  private static boolean exists(String run) {
    try {
      return Files.exists(Path.of(run));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static Path inDefaultRoot(String run) {
    try {
      return at(DEFAULT_ROOT).find(run).path();
    } catch (HistoryException.NoRun e) {
      // A path that does not exist is reported as a path.
      if (run.contains("/") && !run.contains("\0")) {
        return Path.of(run);
      }
      throw e;
    }
  }

  /// Returns the root directory.
  public Path root() {
    return root;
  }

  /// Returns the option that makes a command use this root, ` --root DIR`; empty for the default
  /// root.
  public String rootOption() {
    String typed = root.toString();
    boolean plain = typed.matches("[\\w@%+=:,./-]+");
    return root.equals(DEFAULT_ROOT)
        ? ""
        : " --root " + (plain ? typed : "'" + typed.replace("'", "'\\''") + "'");
  }

  /// Lists the directories of the root except hidden ones. Only the manifest and the tags of a run
  /// are read.
  ///
  /// @throws HistoryException.FileAccess if the root exists and cannot be read
  public RunListing list() {
    List<StoredRun> runs = new ArrayList<>();
    Map<Path, String> notRuns = new TreeMap<>();
    for (Path directory : directories()) {
      try {
        runs.add(read(directory));
      } catch (RecordException.NotARun e) {
        notRuns.put(directory, "it has no " + RunDirectory.MANIFEST_FILE);
      } catch (RecordException | HistoryException e) {
        notRuns.put(
            directory, String.valueOf(e.getMessage()).replace(directory + File.separator, ""));
      }
    }
    runs.sort(BY_AGE.reversed());
    return new RunListing(runs, notRuns);
  }

  private List<Path> directories() {
    try (Stream<Path> inside = Files.list(root)) {
      return inside
          .filter(path -> !String.valueOf(path.getFileName()).startsWith("."))
          .filter(Files::isDirectory)
          .toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException | UncheckedIOException e) {
      throw new HistoryException.FileAccess("read", root, e);
    }
  }

  private static StoredRun read(Path directory) {
    Tags tags = Tags.of(directory);
    return new StoredRun(
        directory,
        RunDirectory.open(directory).manifest(),
        tags.name().orElse(null),
        tags.baselines());
  }

  /// Returns the run with the given directory, directory name below the root, given name, or id.
  ///
  /// @throws HistoryException.NoRun if there is none
  /// @throws HistoryException.Ambiguous if there are several
  /// @throws RecordException if it is damaged
  public StoredRun find(String run) {
    Optional<Path> directory =
        Stream.of("", root.toString())
            .map(parent -> runDirectory(parent, run))
            .flatMap(Optional::stream)
            .findFirst();
    if (directory.isPresent()) {
      return read(directory.get());
    }
    List<StoredRun> runs = list().runs();
    List<StoredRun> named = runs.stream().filter(each -> run.equals(each.name())).toList();
    List<StoredRun> matches =
        named.isEmpty() ? runs.stream().filter(each -> run.equals(each.id())).toList() : named;
    if (matches.isEmpty()) {
      throw new HistoryException.NoRun(run, root, hint(run, runs));
    }
    if (matches.stream().map(each -> CopyDetector.realPath(each.path())).distinct().count() > 1) {
      throw new HistoryException.Ambiguous(run, matches.stream().map(StoredRun::path).toList());
    }
    return matches.stream()
        .filter(each -> !Files.isSymbolicLink(each.path()))
        .findFirst()
        .orElse(matches.getFirst());
  }

  /// Returns the run that [#find] returns, or if there is none, all runs of the baseline of that
  /// name, oldest first.
  ///
  /// @throws HistoryException.NoRun if there is neither
  /// @throws HistoryException.Ambiguous if there are both
  public List<StoredRun> resolve(String name) {
    try {
      StoredRun run = find(name);
      if (baselineIndex.names().contains(name)) {
        throw new HistoryException.Ambiguous(name, run.path());
      }
      return List.of(run);
    } catch (HistoryException.NoRun e) {
      return baselines().stream()
          .filter(each -> each.name().equals(name))
          .findFirst()
          .map(Baseline::runs)
          .filter(runs -> !runs.isEmpty())
          .orElseThrow(() -> e);
    }
  }

  /// Returns the first run of each measurement, without copies of it and links to it.
  public List<StoredRun> withoutCopies(List<StoredRun> runs) {
    Map<String, StoredRun> distinct = new LinkedHashMap<>();
    runs.forEach(run -> distinct.putIfAbsent(CopyDetector.measurementKey(run), run));
    return List.copyOf(distinct.values());
  }

  private static Optional<Path> runDirectory(String parent, String run) {
    try {
      Path path = Path.of(parent, run);
      return Optional.of(path)
          .filter(directory ->
              !run.isBlank() && Files.isRegularFile(directory.resolve(RunDirectory.MANIFEST_FILE)));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static String hint(String run, List<StoredRun> runs) {
    List<String> known = new ArrayList<>();
    runs.forEach(each -> known.add(each.directory()));
    runs.stream().map(StoredRun::name).filter(name -> name != null).forEach(known::add);
    return WordSuggestion.hint(run, known);
  }

  /// Names a run; a name that it had before is replaced.
  ///
  /// @throws HistoryException.BadName if the name is invalid or belongs to another run
  public void name(StoredRun run, String name) {
    NameRules.require("a run's name", name);
    for (StoredRun other : list().runs()) {
      boolean same = CopyDetector.realPath(other.path()).equals(CopyDetector.realPath(run.path()));
      boolean taken =
          name.equals(other.name()) || name.equals(other.directory()) || name.equals(other.id());
      if (!same && taken) {
        throw new HistoryException.BadName(
            "%s is called \"%s\" already; choose another name".formatted(other.path(), name));
      }
    }
    Tags.of(run.path()).setName(name);
  }

  /// Removes a run's name.
  public void removeName(StoredRun run) {
    Tags.of(run.path()).removeName();
  }

  /// Adds a run to a baseline, which is created with its first run.
  ///
  /// @throws HistoryException.BadName if the baseline's name is invalid
  public void addToBaseline(String name, StoredRun run) {
    NameRules.require("a baseline's name", name);
    Tags.of(run.path()).addBaseline(name);
    baselineIndex.add(name, run);
  }

  /// Makes these the only runs of a baseline.
  ///
  /// @throws HistoryException.BadName if the baseline's name is invalid
  public void setBaseline(String name, List<StoredRun> runs) {
    NameRules.require("a baseline's name", name);
    Set<Path> kept =
        runs.stream().map(run -> CopyDetector.realPath(run.path())).collect(Collectors.toSet());
    Baseline before = baseline(name, list().runs());
    // Other runs are removed first: if the process is killed, the baseline has too few runs, never
    // too many.
    Stream.concat(before.runs().stream(), before.copies().stream().map(Baseline.Copy::run))
        .filter(run -> !kept.contains(CopyDetector.realPath(run.path())))
        .forEach(run -> removeFromBaseline(name, run));
    before.missing().keySet().forEach(id -> forget(name, id));
    runs.forEach(run -> addToBaseline(name, run));
  }

  /// Removes a run from a baseline.
  public void removeFromBaseline(String name, StoredRun run) {
    Tags.of(run.path()).removeBaseline(name);
    baselineIndex.remove(name, BaselineIndex.key(run));
  }

  /// Forgets a missing run of a baseline.
  public void forget(String name, String id) {
    baselineIndex.remove(name, id);
  }

  /// Returns all baselines, by name.
  public List<Baseline> baselines() {
    List<StoredRun> runs = list().runs();
    TreeSet<String> names = new TreeSet<>(baselineIndex.names());
    runs.forEach(run -> names.addAll(run.baselines()));
    return names.stream().map(name -> baseline(name, runs)).toList();
  }

  /// Returns one baseline.
  ///
  /// @throws HistoryException.NoBaseline if it does not exist
  public Baseline baseline(String name) {
    List<Baseline> all = baselines();
    List<String> names = all.stream().map(Baseline::name).toList();
    return all.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new HistoryException.NoBaseline(
                name, root, WordSuggestion.hint(name, names), rootOption()));
  }

  /// Combines the tagged runs below the root with tagged runs elsewhere that are still at their
  /// recorded path.
  private Baseline baseline(String name, List<StoredRun> all) {
    List<StoredRun> runs = new ArrayList<>();
    all.stream().filter(run -> run.baselines().contains(name)).forEach(runs::add);
    Map<String, Path> missing = baselineIndex.runs(name);
    runs.forEach(run -> missing.remove(BaselineIndex.key(run)));
    for (String id : List.copyOf(missing.keySet())) {
      Optional<StoredRun> elsewhere = tagged(missing.getOrDefault(id, root), id, name);
      elsewhere.ifPresent(run -> {
        runs.add(run);
        missing.remove(id);
      });
    }
    CopyDetector detector = new CopyDetector(runs);
    List<StoredRun> distinct = new ArrayList<>(detector.runs());
    distinct.sort(BY_AGE);
    return new Baseline(name, distinct, detector.copies(), missing);
  }

  private static Optional<StoredRun> tagged(Path path, String id, String baseline) {
    try {
      return Optional.of(read(path))
          .filter(run -> BaselineIndex.key(run).equals(id) && run.baselines().contains(baseline));
    } catch (RecordException | HistoryException e) {
      return Optional.empty();
    }
  }
}
