package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.SloSums;
import dev.goodput.telemetry.EventReading;
import dev.goodput.telemetry.EventResult;
import dev.goodput.telemetry.EventWait;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupCount;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.SparseHistogram;
import dev.goodput.telemetry.WindowRollup;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// The roll-ups of events, from lists and sorted values.
final class SortedTruth {
  private static final Pattern BINARY = Pattern.compile("\"rollup\":\"([^\"]*)\"");
  private static final double[] PERCENTS = {50, 90, 99, 100};

  private final Map<Cell, List<RequestEvent>> cells = new HashMap<>();

  private boolean waits = true;

  /// A window and a key.
  record Cell(long startMillis, long lengthMillis, RollupKey key) {}

  SortedTruth(Collection<RequestEvent> events, List<Long> lengths) {
    for (RequestEvent event : events) {
      RollupKey full = RollupKey.of(event.labels());
      for (RollupKey key : Stream.concat(Stream.of(full), full.coarser().stream()).toList()) {
        for (long length : lengths) {
          long start = Math.floorDiv(event.endedMillis(), length) * length;
          cells.computeIfAbsent(new Cell(start, length, key), any -> new ArrayList<>()).add(event);
        }
      }
    }
  }

  /// Returns the sums of the deltas of each window and key.
  static Map<Cell, Rollup> merged(Collection<ConsumerRecord<byte[], byte[]>> results) {
    Map<Cell, Rollup> merged = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> each : results) {
      Matcher binary = BINARY.matcher(new String(each.value(), UTF_8));
      assertThat(binary.find()).isTrue();
      WindowRollup delta = WindowRollup.decode(Base64.getDecoder().decode(binary.group(1)));
      merged.merge(
          new Cell(delta.startMillis(), delta.lengthMillis(), delta.key()),
          delta.sums(),
          (one, other) -> {
            one.addAll(other);
            return one;
          });
    }
    return merged;
  }

  /// Leaves waits without a token out, which the first version did not count.
  SortedTruth withoutWaits() {
    waits = false;
    return this;
  }

  /// Checks that these are exactly the roll-ups of the events.
  void check(Map<Cell, Rollup> found) {
    assertThat(found.keySet()).isEqualTo(cells.keySet());
    cells.forEach((cell, events) -> check(cell, events, Objects.requireNonNull(found.get(cell))));
  }

  private void check(Cell cell, List<RequestEvent> events, Rollup found) {
    List<RequestEvent> last = events.stream().filter(event -> event.result().last()).toList();
    List<RequestEvent> ok = of(last, event -> event.result().kind() == EventResult.Kind.OK);
    String where = cell.toString();
    equal(where, found, RollupCount.TOO_LATE, 0);
    equal(where, found, RollupCount.REQUESTS, last.size());
    equal(where, found, RollupCount.OK, ok.size());
    equal(where, found, RollupCount.ATTEMPTS, of(events, e -> e.result().dispatched()).size());
    equal(where, found, RollupCount.RETRIES, events.size() - last.size());
    equal(where, found, RollupCount.OUTPUT_TOKENS, sum(events, e -> e.tokens().output()));
    equal(where, found, RollupCount.INPUT_TOKENS, sum(events, e -> e.tokens().input()));
    equal(where, found, RollupCount.COST_NANOS, sum(events, e -> Math.max(0, e.costNanos())));
    List<RequestEvent> read = of(ok, e -> e.reading() != null);
    equal(where, found, RollupCount.READ_RESPONSES, read.size());
    equal(where, found, RollupCount.STALLS, sum(read, e -> reading(e).stalls()));
    equal(where, found, RollupCount.READING_MICROS, sum(read, e -> reading(e).readingMicros()));
    equal(
        where,
        found,
        RollupCount.BROKEN_STALLS,
        of(read, e -> reading(e).longestStallNanos() > 1_000_000_000).size());
    if (waits) {
      checkWaits(where, last, found);
    }
    assertThat(found.outcomes().values().stream().mapToLong(each -> each).sum())
        .isEqualTo(last.size());
    List<RequestEvent> good = of(events, e -> e.verdict() != null && e.verdict().good());
    assertThat(found.slos().values().stream().mapToLong(SloSums::good).sum())
        .as(where)
        .isEqualTo(good.size());
    assertThat(found.slos().values().stream().mapToLong(SloSums::goodTokens).sum())
        .as(where)
        .isEqualTo(sum(good, e -> e.tokens().output()));
    for (LatencyMetric metric : Rollup.LATENCIES) {
      checkLatency(where, metric, ok, found.histogram(metric));
    }
  }

  private static void checkWaits(String where, List<RequestEvent> last, Rollup found) {
    assertThat(found.abandonment().left())
        .as(where)
        .isEqualTo(of(last, e -> e.waitEnded() == EventWait.LEFT).size());
    assertThat(found.abandonment().answered())
        .as(where)
        .isEqualTo(of(last, e -> !Double.isNaN(e.latency(LatencyMetric.TTFT))).size());
  }

  private static EventReading reading(RequestEvent event) {
    return Objects.requireNonNull(event.reading());
  }

  private static void checkLatency(
      String where, LatencyMetric metric, List<RequestEvent> ok, SparseHistogram found) {
    long[] sorted =
        ok.stream()
            .mapToDouble(event -> event.latency(metric))
            .filter(value -> !Double.isNaN(value))
            .mapToLong(Math::round)
            .sorted()
            .toArray();
    assertThat(found.count()).as(where).isEqualTo(sorted.length);
    for (double percent : sorted.length == 0 ? new double[0] : PERCENTS) {
      long exact = sorted[(int) Math.ceil(percent * sorted.length / 100) - 1];
      double error = Math.abs(found.percentile(percent) - exact);
      assertThat(error).as(where).isLessThanOrEqualTo(found.relativeError() * exact + 1);
    }
  }

  private static List<RequestEvent> of(List<RequestEvent> events, Predicate<RequestEvent> which) {
    return events.stream().filter(which).toList();
  }

  private static long sum(List<RequestEvent> events, ToLongFunction<RequestEvent> value) {
    return events.stream().mapToLong(value).sum();
  }

  private static void equal(String where, Rollup found, RollupCount counter, long truth) {
    assertThat(found.get(counter)).as("%s of %s", counter, where).isEqualTo(truth);
  }
}
