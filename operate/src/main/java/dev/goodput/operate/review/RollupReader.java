package dev.goodput.operate.review;

import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.operate.slo.SliSource;
import dev.goodput.telemetry.EventFormatException;
import dev.goodput.telemetry.EventVerdict;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupCount;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.WindowRollup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/// A reader of roll-ups for a review. It uses the shortest windows, of all four labels, one at a
/// time.
final class RollupReader {
  private static final long MAX_MILLIS = ServiceObjective.SLICE.toMillis();
  private static final Duration LEAST_GAP = Duration.ofMinutes(10);

  private final ReviewPeriod period;
  private final Map<String, ServiceObjective> given;
  private final SortedSet<Long> starts = new TreeSet<>();
  private final SortedSet<String> classes = new TreeSet<>();
  private LogTally tally;
  private long lengthMillis = Long.MAX_VALUE;

  private RollupReader(ReviewPeriod period, Map<String, ServiceObjective> given) {
    this.period = period;
    this.given = given;
    this.tally = new LogTally(period, given);
  }

  /// @param name the place of the roll-ups, for messages
  /// @param rollups hands out each roll-up
  static RollupReader read(
      String name,
      Consumer<Consumer<WindowRollup>> rollups,
      ReviewPeriod period,
      Map<String, ServiceObjective> given) {
    RollupReader reader = new RollupReader(period, given);
    rollups.accept(reader::add);
    reader.end(name);
    return reader;
  }

  private void add(WindowRollup part) {
    if (part.key().mask() == RollupKey.FULL && part.lengthMillis() <= lengthMillis) {
      if (part.lengthMillis() < lengthMillis) {
        lengthMillis = part.lengthMillis();
        starts.clear();
        classes.clear();
        tally = new LogTally(period, given);
      }
      starts.add(part.startMillis());
      classes.add(part.key().sloClass());
      tally.add(part);
    }
  }

  private void end(String file) {
    if (starts.isEmpty()) {
      throw new EventFormatException(file + " holds no roll-ups of all four labels");
    }
    if (lengthMillis > MAX_MILLIS) {
      throw new EventFormatException(
          "the shortest windows of %s are of %d s; a review needs windows of at most %d s"
              .formatted(file, lengthMillis / 1000, MAX_MILLIS / 1000));
    }
    given.forEach((name, slo) -> {
      if (classes.contains(name)) {
        tally.know(name, slo);
      }
    });
    tally.covers(covered().from(), covered().until());
  }

  LogTally tally() {
    return tally;
  }

  /// Returns the time from the first window to the last.
  ReviewPeriod covered() {
    return new ReviewPeriod(
        Instant.ofEpochMilli(starts.first()), Instant.ofEpochMilli(starts.last() + lengthMillis));
  }

  /// Returns what a reader must know of the roll-ups.
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        "from roll-ups of %d s of many gateways, which hold no single requests and no events: the"
                .formatted(lengthMillis / 1000)
            + " upstream, the outcomes and the engine behind a miss are unknown");
    for (String name : classes) {
      ServiceObjective slo = given.get(name);
      long judged = judged(name);
      if (slo == null && judged > 0) {
        notes.add(
            "SLO class %s has no target in the SLO file; %d of its requests were judged"
                .formatted(name.isEmpty() ? "default" : name, judged));
      } else if (slo != null && slo.source() instanceof SliSource.Gateway source) {
        addOther(name, source, notes);
      }
    }
    given.keySet().stream()
        .filter(name -> !classes.contains(name))
        .forEach(name ->
            notes.add(
                "SLO class %s is in the SLO file but not in the roll-ups, which have %s"
                    .formatted(name, String.join(", ", classes))));
    addGaps(notes);
    long late = tally.now().all().get(RollupCount.TOO_LATE);
    if (late > 0) {
      notes.add(late + " attempts came too late for every figure");
    }
    return notes;
  }

  private long judged(String sloClass) {
    return tally.now().ofClass(sloClass).slos().values().stream()
        .mapToLong(each -> each.total())
        .sum();
  }

  /// A roll-up holds verdicts, not latencies of single requests, so nothing can be judged again.
  private void addOther(String name, SliSource.Gateway source, List<String> notes) {
    if (source.slo() == null) {
      return;
    }
    Rollup sums = tally.now().ofClass(name);
    int id = EventVerdict.id(source.slo());
    long other =
        sums.slos().entrySet().stream()
            .filter(each -> each.getKey() != id)
            .mapToLong(each -> each.getValue().total())
            .sum();
    if (other > 0) {
      notes.add(
          "%d requests of SLO class %s were judged by another SLO than %s when they ended; they"
                  .formatted(other, name, source.slo().expression())
              + " count as the gateways judged them");
    }
  }

  private void addGaps(List<String> notes) {
    long seen = period.from().toEpochMilli();
    long until = period.until().toEpochMilli();
    Duration all = Duration.ZERO;
    for (long start : starts.subSet(seen, until)) {
      all = all.plus(gap(seen, start));
      seen = start + lengthMillis;
    }
    all = all.plus(gap(seen, until));
    if (!all.isZero()) {
      notes.add(
          "no roll-up for %d min in gaps of 10 min or more: no requests ended, or the gateways or"
                  .formatted(all.toMinutes())
              + " the job did not run");
    }
  }

  /// Returns the time without windows; zero if it is short.
  private static Duration gap(long fromMillis, long untilMillis) {
    Duration gap = Duration.ofMillis(untilMillis - fromMillis);
    return gap.compareTo(LEAST_GAP) < 0 ? Duration.ZERO : gap;
  }
}
