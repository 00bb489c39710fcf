package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.metrics.tally.RequestCount;
import dev.goodput.metrics.tally.RequestTally;
import java.util.SortedMap;
import java.util.TreeMap;

/// A converter of a [Tally] to [TrafficCounts].
final class TallyCounts {
  private TallyCounts() {}

  static TrafficCounts of(Tally tally) {
    RequestTally<FineHistogram> requests = tally.requests;
    SortedMap<WasteCause, Waste> waste = new TreeMap<>();
    tally.waste.forEach((cause, found) -> waste.put(cause, found.build()));
    return new TrafficCounts(
        requests.get(RequestCount.REQUESTS),
        requests.get(RequestCount.OK),
        requests.get(RequestCount.FAILED),
        requests.get(RequestCount.CANCELLED),
        requests.get(RequestCount.CANCELLED_LATE),
        requests.get(RequestCount.UNSTREAMED),
        tally.attempts,
        requests.get(RequestCount.RETRIES),
        tally.answeredByGateway,
        requests.byOutcome(),
        tally.attemptsByOutcome.build(),
        tally.byStatusClass.build(),
        tally.byParting.build(),
        requests.outputByOutcome(),
        tokens(tally),
        requests.slos(),
        requests.reading().count(),
        waste,
        tally.money,
        tally.priced,
        tally.joules);
  }

  private static TrafficTokens tokens(Tally tally) {
    RequestTally<FineHistogram> requests = tally.requests;
    return new TrafficTokens(
        requests.get(RequestCount.INPUT),
        requests.get(RequestCount.CACHED_INPUT),
        requests.get(RequestCount.OUTPUT),
        requests.get(RequestCount.REASONING),
        requests.get(RequestCount.REJECTED_DRAFT),
        requests.get(RequestCount.OK_INPUT),
        requests.get(RequestCount.OK_OUTPUT),
        requests.get(RequestCount.FAILED_OUTPUT),
        requests.get(RequestCount.STREAMED),
        requests.get(RequestCount.CHUNKS),
        requests.get(RequestCount.OK_STREAMED),
        requests.get(RequestCount.BURST),
        tally.closeTokens,
        new TokenSources(
            tally.inputUnknown,
            requests.get(RequestCount.BY_USAGE),
            requests.get(RequestCount.BY_TOKENIZER),
            requests.get(RequestCount.BY_CHUNKS),
            requests.get(RequestCount.CONTRADICTED),
            requests.itl().source(),
            requests.itl().requests(ItlSource.NONE)));
  }
}
