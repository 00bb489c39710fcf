package dev.goodput.observe;

import dev.goodput.observe.Scrape.SuccessfulScrape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The scrapes that enclose each level, by page: the last one before the level's first request and
/// the first one after its last response. What a server counted between these two belongs to this
/// level alone. A scrape that spans the edge is not used, as the server may have read its counters
/// on either side.
final class LevelScrapes {
  private final List<LevelTime> levels;
  private final Map<String, Long[][]> edges = new HashMap<>();

  LevelScrapes(List<LevelTime> levels) {
    this.levels = levels;
  }

  void add(Scrape observation) {
    if (!(observation instanceof SuccessfulScrape seen)) {
      return;
    }
    Long[][] found = edges.computeIfAbsent(seen.source(), _ -> new Long[levels.size()][2]);
    for (int i = 0; i < levels.size(); i++) {
      boolean first = i == 0;
      boolean last = i + 1 == levels.size();
      if (seen.latestNanos() <= levels.get(i).beginNanos()
          && (first || seen.earliestNanos() >= levels.get(i - 1).endNanos())) {
        found[i][0] = seen.atNanos();
      }
      boolean after =
          seen.earliestNanos() >= levels.get(i).endNanos()
              && (last || seen.latestNanos() <= levels.get(i + 1).beginNanos());
      if (after && found[i][1] == null) {
        found[i][1] = seen.atNanos();
      }
    }
  }

  /// Returns the stretch from the scrape before a level to the scrape after it. A missing scrape is
  /// replaced by the level's own edge.
  TimeRange around(int level, String page) {
    Long[] found = edges.getOrDefault(page, new Long[levels.size()][2])[level];
    return TimeRange.of(
        or(found[0], levels.get(level).beginNanos()), or(found[1], levels.get(level).endNanos()));
  }

  /// Returns whether both scrapes exist.
  boolean found(int level, String page) {
    Long[] found = edges.getOrDefault(page, new Long[levels.size()][2])[level];
    return found[0] != null && found[1] != null;
  }

  private static long or(@Nullable Long found, long otherwise) {
    return found == null ? otherwise : found;
  }
}
