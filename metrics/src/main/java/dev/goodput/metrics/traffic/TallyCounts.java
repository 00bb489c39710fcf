package dev.goodput.metrics.traffic;

import java.util.SortedMap;
import java.util.TreeMap;

/// A converter of a [Tally] to [TrafficCounts].
final class TallyCounts {
  private TallyCounts() {}

  static TrafficCounts of(Tally tally) {
    SortedMap<String, SloCount> slos = new TreeMap<>();
    tally.slos.forEach((name, slo) -> slos.put(name, slo.build()));
    return new TrafficCounts(
        tally.get(Count.REQUESTS),
        tally.get(Count.OK),
        tally.get(Count.FAILED),
        tally.get(Count.CANCELLED),
        tally.get(Count.CANCELLED_LATE),
        tally.get(Count.CAME_WHOLE),
        tally.get(Count.ATTEMPTS),
        tally.get(Count.RETRIES),
        tally.get(Count.ANSWERED_HERE),
        tally.byOutcome.build(),
        tally.attemptsByOutcome.build(),
        tally.byStatusClass.build(),
        tally.byParting.build(),
        tally.outputByOutcome.build(),
        tokens(tally),
        slos,
        reading(tally),
        waste(tally),
        tally.money,
        tally.get(Count.PRICED));
  }

  private static TrafficTokens tokens(Tally tally) {
    return new TrafficTokens(
        tally.get(Count.INPUT),
        tally.get(Count.CACHED_INPUT),
        tally.get(Count.OUTPUT),
        tally.get(Count.REASONING),
        tally.get(Count.REJECTED_DRAFT),
        tally.get(Count.OK_INPUT),
        tally.get(Count.OK_OUTPUT),
        tally.get(Count.FAILED_OUTPUT),
        tally.get(Count.STREAMED),
        tally.get(Count.CHUNKS),
        tally.get(Count.OK_STREAMED),
        tally.get(Count.BURST),
        tally.get(Count.CLOSE),
        new TokenSources(
            tally.get(Count.INPUT_UNKNOWN),
            tally.get(Count.BY_USAGE),
            tally.get(Count.BY_TOKENIZER),
            tally.get(Count.BY_CHUNKS),
            tally.get(Count.CONTRADICTED),
            tally.get(Count.ITL_COUNTED),
            tally.get(Count.ITL_OF_CHUNKS),
            tally.get(Count.ITL_UNTOLD)));
  }

  private static ReadingCount reading(Tally tally) {
    return new ReadingCount(
        tally.get(Count.READ_ANSWERS),
        tally.get(Count.READ_FAILED),
        tally.get(Count.READ_WHOLE),
        tally.get(Count.NOTICEABLE),
        tally.get(Count.BROKEN),
        tally.get(Count.STALLS),
        tally.get(Count.STUTTERS),
        tally.stallNanos,
        tally.readingNanos);
  }

  private static SortedMap<WasteCause, Waste> waste(Tally tally) {
    SortedMap<WasteCause, Waste> waste = new TreeMap<>();
    tally.waste.forEach((cause, found) -> waste.put(cause, found.build()));
    return waste;
  }
}
