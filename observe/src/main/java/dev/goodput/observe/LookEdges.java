package dev.goodput.observe;

import dev.goodput.observe.Observation.Seen;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds for each level and page the looks in the quiet time around the level: the last one before
/// its first request and the first one after its last answer. What a server counted between these
/// two is all of the level and nothing else of the run: a look that took so long that nobody knows
/// on which side of the edge the server looked at itself is neither.
final class LookEdges {
  private final List<LevelTime> levels;
  private final Map<String, Long[][]> edges = new HashMap<>();

  LookEdges(List<LevelTime> levels) {
    this.levels = levels;
  }

  void add(Observation observation) {
    if (!(observation instanceof Seen seen)) {
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

  /// From look to look around a level; where one of them is missing, from or to the level's own
  /// edge.
  Stretch around(int level, String page) {
    Long[] found = edges.getOrDefault(page, new Long[levels.size()][2])[level];
    return Stretch.of(
        or(found[0], levels.get(level).beginNanos()), or(found[1], levels.get(level).endNanos()));
  }

  /// Whether both looks were found.
  boolean found(int level, String page) {
    Long[] found = edges.getOrDefault(page, new Long[levels.size()][2])[level];
    return found[0] != null && found[1] != null;
  }

  private static long or(@Nullable Long found, long otherwise) {
    return found == null ? otherwise : found;
  }
}
