package dev.goodput.telemetry;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The sums of windows by key, in memory until they are taken. Any part of a window may be taken at
/// any time, because parts are added later. For one thread.
public final class WindowSums {
  private final long lengthMillis;
  private final int bits;
  private final NavigableMap<Long, Map<RollupKey, Rollup>> windows = new TreeMap<>();

  /// The window of the latest call, which is most often that of the next one, too.
  private long currentMillis;

  private @Nullable Map<RollupKey, Rollup> current;
  private int size;

  /// Creates sums without windows.
  ///
  /// @param lengthMillis length of the windows
  /// @param bits precision of the histograms
  public WindowSums(long lengthMillis, int bits) {
    this.lengthMillis = lengthMillis;
    this.bits = bits;
  }

  /// Returns the start of the window of a time, both in milliseconds since 1970 (UTC).
  public long start(long millis) {
    return millis - Math.floorMod(millis, lengthMillis);
  }

  /// Returns the sums of a key in the window of a time, to be changed.
  public Rollup of(long millis, RollupKey key) {
    long start = start(millis);
    Map<RollupKey, Rollup> window = current;
    if (window == null || start != currentMillis) {
      window = windows.computeIfAbsent(start, any -> new HashMap<>());
      currentMillis = start;
      current = window;
    }
    Rollup sums = window.get(key);
    if (sums == null) {
      sums = new Rollup(bits);
      window.put(key, sums);
      size++;
    }
    return sums;
  }

  /// Returns the number of sums.
  public int size() {
    return size;
  }

  /// Takes the sums of one key in the window of a time, which are there.
  public WindowRollup take(long millis, RollupKey key) {
    WindowRollup taken = new WindowRollup(start(millis), lengthMillis, key, of(millis, key));
    var unused = windows.getOrDefault(taken.startMillis(), Map.of()).remove(key);
    size--;
    return taken;
  }

  /// Takes the sums of the windows that ended at a time or before.
  public void takeEnded(long millis, Consumer<WindowRollup> to) {
    while (!windows.isEmpty() && windows.firstKey() <= millis - lengthMillis) {
      takeFirst(to);
    }
  }

  /// Takes all sums.
  public void takeAll(Consumer<WindowRollup> to) {
    while (!windows.isEmpty()) {
      takeFirst(to);
    }
  }

  private void takeFirst(Consumer<WindowRollup> to) {
    Map.Entry<Long, Map<RollupKey, Rollup>> first = windows.pollFirstEntry();
    current = null;
    size -= first.getValue().size();
    first
        .getValue()
        .forEach(
            (key, sums) -> to.accept(new WindowRollup(first.getKey(), lengthMillis, key, sums)));
  }
}
