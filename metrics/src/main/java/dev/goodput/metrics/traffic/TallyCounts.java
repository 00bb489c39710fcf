package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.metrics.tally.SloCount;
import java.util.SortedMap;
import java.util.TreeMap;

/// A converter of a [Tally] to [TrafficCounts].
final class TallyCounts {
  private TallyCounts() {}

  static TrafficCounts of(Tally tally) {
    SortedMap<String, SloCount> slos = new TreeMap<>();
    tally.slos.forEach((name, slo) -> slos.put(name, slo.build()));
    return new TrafficCounts(
        tally.get(CountIndex.REQUESTS),
        tally.get(CountIndex.OK),
        tally.get(CountIndex.FAILED),
        tally.get(CountIndex.CANCELLED),
        tally.get(CountIndex.CANCELLED_LATE),
        tally.get(CountIndex.CAME_WHOLE),
        tally.get(CountIndex.ATTEMPTS),
        tally.get(CountIndex.RETRIES),
        tally.get(CountIndex.ANSWERED_HERE),
        tally.byOutcome.build(),
        tally.attemptsByOutcome.build(),
        tally.byStatusClass.build(),
        tally.byParting.build(),
        tally.outputByOutcome.build(),
        tokens(tally),
        slos,
        tally.reading.count(),
        waste(tally),
        tally.money,
        tally.get(CountIndex.PRICED));
  }

  private static TrafficTokens tokens(Tally tally) {
    return new TrafficTokens(
        tally.get(CountIndex.INPUT),
        tally.get(CountIndex.CACHED_INPUT),
        tally.get(CountIndex.OUTPUT),
        tally.get(CountIndex.REASONING),
        tally.get(CountIndex.REJECTED_DRAFT),
        tally.get(CountIndex.OK_INPUT),
        tally.get(CountIndex.OK_OUTPUT),
        tally.get(CountIndex.FAILED_OUTPUT),
        tally.get(CountIndex.STREAMED),
        tally.get(CountIndex.CHUNKS),
        tally.get(CountIndex.OK_STREAMED),
        tally.get(CountIndex.BURST),
        tally.get(CountIndex.CLOSE),
        new TokenSources(
            tally.get(CountIndex.INPUT_UNKNOWN),
            tally.get(CountIndex.BY_USAGE),
            tally.get(CountIndex.BY_TOKENIZER),
            tally.get(CountIndex.BY_CHUNKS),
            tally.get(CountIndex.CONTRADICTED),
            tally.itl.source(),
            tally.itl.requests(ItlSource.NONE)));
  }

  private static SortedMap<WasteCause, Waste> waste(Tally tally) {
    SortedMap<WasteCause, Waste> waste = new TreeMap<>();
    tally.waste.forEach((cause, found) -> waste.put(cause, found.build()));
    return waste;
  }
}
