package dev.goodput.telemetry;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Roll-ups of many windows and keys in memory. Parts of one window and key are added, so that
/// deltas become whole windows. For one thread.
public final class RollupArchive {
  /// The most windows of a cover: 115 days of 10 s.
  public static final int MAX_WINDOWS = 1_000_000;

  private static final JsonFactory JSON = new JsonFactory();

  private final Map<RollupKey, SortedMap<Long, SortedMap<Long, Rollup>>> byKey = new HashMap<>();
  private final TreeMap<Long, SortedSet<Long>> startsByLength = new TreeMap<>();

  /// Some windows of one archive that together cover a time without a gap.
  ///
  /// @param fromMillis its start, in milliseconds since 1970 (UTC)
  /// @param untilMillis its end, exclusive
  /// @param windows the windows, in order of time
  public record Cover(long fromMillis, long untilMillis, List<Window> windows) {
    /// Copies the list.
    public Cover {
      windows = List.copyOf(windows);
    }

    /// Returns the length of the longest window.
    public long longestMillis() {
      return windows.stream().mapToLong(Window::lengthMillis).max().orElse(0);
    }
  }

  /// A window.
  ///
  /// @param startMillis its start, in milliseconds since 1970 (UTC)
  /// @param lengthMillis its length
  public record Window(long startMillis, long lengthMillis) {}

  /// A time in which no key has a roll-up. Roll-ups do not tell why: there were no requests, or the
  /// gateways or the job did not run.
  ///
  /// @param fromMillis its start, in milliseconds since 1970 (UTC)
  /// @param untilMillis its end, exclusive
  public record Gap(long fromMillis, long untilMillis) {
    /// Returns its length.
    public long lengthMillis() {
      return untilMillis - fromMillis;
    }
  }

  /// Reads a file of roll-ups as the job writes them: one JSON object a line ([RollupJson]).
  ///
  /// @throws EventFormatException a line that is no roll-up, with the file and the line
  /// @throws IOException a file that cannot be read
  public static RollupArchive read(Path file) throws IOException {
    RollupArchive archive = new RollupArchive();
    read(file, archive::add);
    return archive;
  }

  /// Reads a file of roll-ups one line at a time.
  ///
  /// @throws EventFormatException a line that is no roll-up, with the file and the line
  /// @throws IOException a file that cannot be read
  public static void read(Path file, Consumer<WindowRollup> each) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      read(file.toString(), lines, each);
    }
  }

  /// Reads lines of roll-ups.
  ///
  /// @param name where they come from, for messages
  /// @throws EventFormatException a line that is no roll-up, with the name and the line
  /// @throws IOException lines that cannot be read
  public static void read(String name, BufferedReader lines, Consumer<WindowRollup> each)
      throws IOException {
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (line.isBlank()) {
        continue;
      }
      WindowRollup rollup;
      try {
        rollup = parse(line);
      } catch (EventFormatException e) {
        throw new EventFormatException(name + " line " + number + ": " + e.getMessage());
      }
      each.accept(rollup);
    }
  }

  /// Returns the roll-up of a JSON object.
  ///
  /// @throws EventFormatException if it holds none
  public static WindowRollup parse(String json) {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
          boolean binary = parser.currentName().equals("rollup");
          JsonToken value = parser.nextToken();
          if (binary && value == JsonToken.VALUE_STRING) {
            return WindowRollup.decode(Base64.getDecoder().decode(parser.getString()));
          }
          parser.skipChildren();
        }
      }
    } catch (JacksonException e) {
      throw new EventFormatException("not a roll-up: " + e.getOriginalMessage());
    } catch (IllegalArgumentException e) {
      throw new EventFormatException("not a roll-up: the field rollup is not Base64");
    }
    throw new EventFormatException("not a roll-up: no object with the field rollup");
  }

  /// Adds a roll-up, or a part of one.
  public void add(WindowRollup part) {
    long start = part.startMillis();
    long length = part.lengthMillis();
    byKey
        .computeIfAbsent(part.key(), any -> new TreeMap<>())
        .computeIfAbsent(length, any -> new TreeMap<>())
        .merge(
            start,
            part.sums().copy(),
            (one, other) -> {
              one.addAll(other);
              return one;
            });
    startsByLength.computeIfAbsent(length, any -> new TreeSet<>()).add(start);
  }

  /// Returns the whole windows of all keys.
  public List<WindowRollup> windows() {
    List<WindowRollup> windows = new ArrayList<>();
    byKey.forEach((key, lengths) ->
        lengths.forEach((length, starts) ->
            starts.forEach(
                (start, sums) -> windows.add(new WindowRollup(start, length, key, sums)))));
    return windows;
  }

  /// Returns whether there are no roll-ups.
  public boolean isEmpty() {
    return byKey.isEmpty();
  }

  /// Returns the start of the earliest of the shortest windows, which are those of the live
  /// figures.
  public long firstMillis() {
    return startsByLength.firstEntry().getValue().first();
  }

  /// Returns the end of the latest of the shortest windows.
  public long endMillis() {
    return startsByLength.firstEntry().getValue().last() + shortestMillis();
  }

  /// Returns the length of the shortest windows.
  public long shortestMillis() {
    return startsByLength.firstKey();
  }

  /// Returns the windows to add for a time: the longest ones that fit. Windows without requests
  /// have no roll-up, so a window counts as complete if it is between the first and the last one of
  /// its length that any key has.
  ///
  /// @return empty if the time does not begin and end with windows of the archive
  /// @throws IllegalArgumentException if there would be more than [#MAX_WINDOWS]
  public Optional<Cover> cover(long fromMillis, long untilMillis) {
    List<Window> windows = new ArrayList<>();
    long at = fromMillis;
    while (at < untilMillis) {
      long length = longest(at, untilMillis);
      if (length == 0) {
        return Optional.empty();
      }
      if (windows.size() == MAX_WINDOWS) {
        throw new IllegalArgumentException("more than " + MAX_WINDOWS + " windows");
      }
      windows.add(new Window(at, length));
      at += length;
    }
    return at == untilMillis && !windows.isEmpty()
        ? Optional.of(new Cover(fromMillis, untilMillis, windows))
        : Optional.empty();
  }

  private long longest(long at, long until) {
    long found = 0;
    for (Map.Entry<Long, SortedSet<Long>> each : startsByLength.entrySet()) {
      long length = each.getKey();
      if (Math.floorMod(at, length) == 0
          && at + length <= until
          && spans(each.getValue(), at, at)) {
        found = length;
      }
    }
    return found;
  }

  private static boolean spans(SortedSet<Long> starts, long first, long last) {
    return starts.first() <= first && last <= starts.last();
  }

  /// Returns the times within a cover in which no key has a roll-up, in order of time: by the
  /// shortest windows that span it, else by its own.
  ///
  /// @param leastMillis shorter ones are left out
  public List<Gap> gaps(Cover cover, long leastMillis) {
    List<Gap> gaps = new ArrayList<>();
    long seen = cover.fromMillis();
    for (Window window : finest(cover)) {
      SortedSet<Long> starts = startsByLength.get(window.lengthMillis());
      if (starts != null && starts.contains(window.startMillis())) {
        addGap(seen, window.startMillis(), leastMillis, gaps);
        seen = window.startMillis() + window.lengthMillis();
      }
    }
    addGap(seen, cover.untilMillis(), leastMillis, gaps);
    return gaps;
  }

  private static void addGap(long from, long until, long least, List<Gap> gaps) {
    if (until - from >= Math.max(1, least)) {
      gaps.add(new Gap(from, until));
    }
  }

  private List<Window> finest(Cover cover) {
    for (Map.Entry<Long, SortedSet<Long>> each : startsByLength.entrySet()) {
      long length = each.getKey();
      SortedSet<Long> starts = each.getValue();
      if (Math.floorMod(cover.fromMillis(), length) == 0
          && Math.floorMod(cover.untilMillis(), length) == 0
          && spans(starts, cover.fromMillis(), cover.untilMillis() - length)) {
        return starts.subSet(cover.fromMillis(), cover.untilMillis()).stream()
            .map(start -> new Window(start, length))
            .toList();
      }
    }
    return cover.windows();
  }

  /// Returns the values of one label that have roll-ups.
  ///
  /// @param label the label's bit in [RollupKey]
  public List<String> values(int label) {
    return byKey.keySet().stream()
        .filter(key -> key.mask() == label)
        .map(key -> value(key, label))
        .sorted()
        .toList();
  }

  private static String value(RollupKey key, int label) {
    return switch (label) {
      case RollupKey.TENANT -> key.tenant();
      case RollupKey.MODEL -> key.model();
      case RollupKey.ROUTE -> key.route();
      default -> key.sloClass();
    };
  }

  /// Returns the sums of one key over the windows of a cover, by window; windows without requests
  /// are missing. A key of two or three labels is the sum of the full keys that it covers.
  public SortedMap<Long, Rollup> sums(RollupKey key, Cover cover) {
    SortedMap<Long, Rollup> sums = new TreeMap<>();
    for (Map.Entry<RollupKey, SortedMap<Long, SortedMap<Long, Rollup>>> each : byKey.entrySet()) {
      if (!covers(key, each.getKey())) {
        continue;
      }
      for (Window window : cover.windows()) {
        Rollup part = part(each.getValue(), window);
        if (part != null) {
          sums.computeIfAbsent(window.startMillis(), any -> new Rollup(part.bits())).addAll(part);
        }
      }
    }
    return sums;
  }

  private static @Nullable Rollup part(
      SortedMap<Long, SortedMap<Long, Rollup>> windows, Window window) {
    SortedMap<Long, Rollup> ofLength = windows.get(window.lengthMillis());
    return ofLength == null ? null : ofLength.get(window.startMillis());
  }

  private static boolean covers(RollupKey key, RollupKey stored) {
    boolean alone = key.mask() == 0 || Integer.bitCount(key.mask()) == 1;
    if (alone) {
      return stored.equals(key);
    }
    return stored.mask() == RollupKey.FULL
        && matches(key, RollupKey.TENANT, key.tenant(), stored.tenant())
        && matches(key, RollupKey.MODEL, key.model(), stored.model())
        && matches(key, RollupKey.ROUTE, key.route(), stored.route())
        && matches(key, RollupKey.SLO_CLASS, key.sloClass(), stored.sloClass());
  }

  private static boolean matches(RollupKey key, int label, String wanted, String stored) {
    return (key.mask() & label) == 0 || wanted.equals(stored);
  }
}
