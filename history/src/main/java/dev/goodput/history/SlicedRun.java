package dev.goodput.history;

import dev.goodput.record.LogSource;
import dev.goodput.record.LogState;
import dev.goodput.record.Manifest;
import dev.goodput.record.ModelName;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.WorkloadKeys;
import dev.goodput.record.words.ShellText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The slices of one load that several machines sent, combined into the run that one machine would
/// have produced.
///
/// Each slice's stamps are by its own clock. The slices are aligned by the schedule: each level
/// starts at the same moment in all of them. How far apart the machines really started is computed
/// from their wall clocks, and reported.
public final class SlicedRun {
  private static final String MODEL = "target.model";

  /// The manifest's keys that all slices of one run share.
  private static final List<String> COMMON =
      Stream.of(
              List.of(
                  SharedClock.RUN,
                  "run.schedule",
                  "run.seed",
                  MODEL,
                  "target.endpoint",
                  "run.stream"),
              WorkloadKeys.TYPED,
              WorkloadKeys.RECORDED)
          .flatMap(List::stream)
          .toList();

  private static final Duration MAX_START_SPREAD = Duration.ofSeconds(1);

  private static final Pattern SLICE_NAME = Pattern.compile("slice-\\d+");

  private final List<SliceLog> slices;
  private final int count;

  private SlicedRun(List<SliceLog> slices) {
    this.slices = List.copyOf(slices);
    this.count = slices.getFirst().count();
  }

  /// Combines slices of one run, in any order.
  ///
  /// @throws HistoryException.NotSlices if they differ; names the difference
  /// @throws dev.goodput.record.RecordException if a log cannot be read
  public static SlicedRun of(List<RunDirectory> runs) {
    List<SliceLog> slices = new ArrayList<>();
    for (RunDirectory run : runs) {
      slices.add(SliceLog.of(run));
    }
    slices.sort(Comparator.comparingInt(SliceLog::number));
    SliceLog first = slices.getFirst();
    for (int i = 1; i < slices.size(); i++) {
      requireDifferentNumbers(slices.get(i - 1), slices.get(i));
      requireSameRun(first, slices.get(i));
    }
    return new SlicedRun(slices);
  }

  /// Returns the slices below a directory, as `goodput fleet bench` leaves them; none if it is a
  /// run or holds no slices.
  ///
  /// @throws dev.goodput.record.RecordException if a slice cannot be opened
  public static List<RunDirectory> below(Path directory) {
    if (Files.exists(directory.resolve(RunDirectory.MANIFEST_FILE))) {
      return List.of();
    }
    try (Stream<Path> inside = Files.list(directory)) {
      return inside
          .filter(path -> SLICE_NAME.matcher(String.valueOf(path.getFileName())).matches())
          .sorted()
          .map(RunDirectory::open)
          .toList();
    } catch (IOException e) {
      return List.of(); // no directory: opening the run reports it
    }
  }

  private static void requireDifferentNumbers(SliceLog one, SliceLog other) {
    if (one.count() == other.count() && one.number() == other.number()) {
      throw new HistoryException.NotSlices(
          "%s and %s are both slice %s; leave one out"
              .formatted(one.path(), other.path(), one.shard()));
    }
  }

  private static void requireSameRun(SliceLog one, SliceLog other) {
    if (one.count() != other.count()) {
      throw mismatch("run.shard", one.shard(), other.shard(), one, other);
    }
    for (String key : COMMON) {
      String first = one.fact(key);
      String second = other.fact(key);
      boolean same = key.equals(MODEL) ? ModelName.same(first, second) : first.equals(second);
      if (!same) {
        throw mismatch(key, first, second, one, other);
      }
    }
    boolean before = other.endedAt().isBefore(one.startedAt());
    if (before || one.endedAt().isBefore(other.startedAt())) {
      throw new HistoryException.NotSlices(
          "%s was over before %s started, at %s: they are of different runs"
              .formatted(
                  (before ? other : one).path(),
                  (before ? one : other).path(),
                  (before ? one : other).startedAt()));
    }
  }

  private static HistoryException mismatch(
      String key, String first, String second, SliceLog one, SliceLog other) {
    return new HistoryException.NotSlices(
        "slices of different runs: %s is %s in %s and %s in %s"
            .formatted(key, quoted(first), one.path(), quoted(second), other.path()));
  }

  private static String quoted(String value) {
    return value.isEmpty() ? "not set" : "\"" + value + "\"";
  }

  /// Returns the facts in a slice's manifest that all slices of one run share.
  public static SortedMap<String, String> common(Manifest manifest) {
    SortedMap<String, String> common = new TreeMap<>();
    COMMON.forEach(key -> manifest.text(key).ifPresent(value -> common.put(key, value)));
    common.computeIfPresent(MODEL, (key, model) -> ModelName.canonical(model));
    return common;
  }

  /// Returns the missing slices, such as `2/4`; empty if none is missing.
  public List<String> missing() {
    List<String> missing = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      int candidate = number;
      if (slices.stream().noneMatch(slice -> slice.number() == candidate)) {
        missing.add(number + "/" + count);
      }
    }
    return missing;
  }

  /// Returns the slices' logs by name, such as `2/4`.
  public SortedMap<String, LogSource> logs() {
    SortedMap<String, LogSource> logs = new TreeMap<>(Comparator.comparingInt(SlicedRun::number));
    slices.forEach(slice -> logs.put(slice.shard(), slice.run()));
    return logs;
  }

  private static int number(String shard) {
    return Integer.parseInt(shard.substring(0, shard.indexOf('/')));
  }

  /// Returns all entries, in the order of the slices' common time axis.
  public LogSource log() {
    return new MergedLog(slices);
  }

  /// Returns the state of the first torn log, or a complete state with the blocks of all logs.
  public LogState state() {
    long blocks = 0;
    for (SliceLog slice : slices) {
      LogState state = slice.run().state();
      if (state instanceof LogState.BeingWritten) {
        return state;
      }
      if (state instanceof LogState.Torn torn) {
        return new LogState.Torn(
            torn.bytesDropped(),
            torn.blocksRead(),
            "of slice " + slice.shard() + " " + torn.found());
      }
      blocks += state.blocksRead();
    }
    return new LogState.Complete(blocks);
  }

  /// Returns the manifest of the first slice, without its notes and its slice number, with the ids
  /// and paths of all slices.
  public Manifest manifest() {
    SortedMap<String, String> values = new TreeMap<>(slices.getFirst().run().manifest().values());
    values.keySet().removeIf(key -> key.startsWith("run.note.") || key.equals("run.shard"));
    values.put(
        "run.id", String.join(" + ", slices.stream().map(slice -> slice.fact("run.id")).toList()));
    values.put(
        "run.slices",
        ShellText.join(slices.stream().map(slice -> slice.path().toString()).toList()));
    slices.stream()
        .map(slice -> slice.fact("run.interrupted"))
        .filter(code -> !code.isEmpty())
        .findFirst()
        .ifPresent(code -> values.put("run.interrupted", code));
    return new Manifest(values);
  }

  /// Returns notes on the slices for readers of the report.
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        "made of %s of one load: %s"
            .formatted(
                counted(), String.join(", ", slices.stream().map(SliceLog::toString).toList())));
    List<String> missing = missing();
    if (!missing.isEmpty()) {
      notes.add(
          "slices that are missing: "
              + String.join(", ", missing)
              + "; their load was on the server, but is in no figure: throughput,"
              + " goodput and requests in flight are too small by their share");
    }
    notes.addAll(clockNotes());
    return notes;
  }

  private String counted() {
    String all = count == 1 ? "1 slice" : count + " slices";
    return slices.size() == count ? all : slices.size() + " of the " + all;
  }

  private List<String> clockNotes() {
    Map<String, SharedClock> clocks = new LinkedHashMap<>();
    slices.forEach(slice ->
        SharedClock.of(slice.run().manifest())
            .ifPresent(clock -> clocks.put(slice.shard(), clock)));
    if (clocks.size() < slices.size()) {
      return List.of(alignmentNote());
    }
    long first = slices.stream().mapToLong(SliceLog::sharedStartNanos).min().orElseThrow();
    long last = slices.stream().mapToLong(SliceLog::sharedStartNanos).max().orElseThrow();
    long bound = clocks.values().stream().mapToLong(SharedClock::boundNanos).max().orElse(0);
    String offsets =
        clocks.entrySet().stream()
            .map(each -> each.getKey() + " " + each.getValue())
            .collect(Collectors.joining("; "));
    List<String> notes = new ArrayList<>();
    notes.add(
        String.format(
            Locale.ROOT,
            "the slices are aligned by the schedule; by the coordinator's clock they started"
                + " %.3f ms apart, known to ± %.3f ms",
            (last - first) / 1e6,
            2 * bound / 1e6));
    notes.add("clocks of the slices' machines, compared with the coordinator's: " + offsets);
    clocks.forEach((shard, clock) -> {
      if (Math.abs(clock.wallOffsetNanos()) > MAX_START_SPREAD.toNanos()) {
        notes.add(
            "the date and time of slice %s are wrong by %s; its dates here are corrected"
                .formatted(shard, clock.wallOffset()));
      }
    });
    return notes;
  }

  private String alignmentNote() {
    Instant first =
        slices.stream().map(SliceLog::startedAt).min(Comparator.naturalOrder()).orElseThrow();
    Instant last =
        slices.stream().map(SliceLog::startedAt).max(Comparator.naturalOrder()).orElseThrow();
    Duration apart = Duration.between(first, last);
    String note =
        String.format(
            Locale.ROOT,
            "the slices are aligned by the schedule; by their wall clocks they started"
                + " %.3f s apart",
            apart.toNanos() / 1e9);
    return apart.compareTo(MAX_START_SPREAD) <= 0
        ? note
        : note
            + ": the server did not see them together, and requests in flight were not those of"
            + " one machine; start them together";
  }
}
