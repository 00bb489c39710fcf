package dev.goodput.telemetry.metric;

import dev.goodput.metrics.server.MetricUnit;
import dev.goodput.metrics.traffic.TrafficCounts;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.metrics.traffic.TrafficSeries;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.telemetry.metric.MetricRow.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// Counters of every series: requests, tokens, reading, waste.
final class SeriesRows {
  /// The labels of a series.
  static final List<String> LABELS =
      Stream.of(TrafficLabel.values()).map(TrafficLabel::key).toList();

  private SeriesRows() {}

  static List<MetricRow> all() {
    return Stream.of(requests(), endings(), tokens(), sources(), reading(), waste())
        .flatMap(List::stream)
        .toList();
  }

  private static List<MetricRow> requests() {
    return List.of(
        by(
                "requests",
                MetricUnit.REQUESTS,
                "Finished requests, by the outcome of their last attempt",
                "outcome",
                TrafficCounts::byOutcome)
            .inRollups(),
        by(
            "attempts",
            MetricUnit.NONE,
            "Finished attempts at upstreams, by outcome, retries included",
            "outcome",
            TrafficCounts::attemptsByOutcome),
        by(
            "upstream_responses",
            MetricUnit.NONE,
            "Attempts, by the class of the upstream's status: 2xx, 4xx, 5xx, or none",
            "status_class",
            TrafficCounts::byStatusClass),
        by(
            "client_outcomes",
            MetricUnit.NONE,
            "Requests, by how the exchange with the client ended: delivered, client_left, cut,"
                + " answered_here or retried",
            "client_outcome",
            TrafficCounts::byParting));
  }

  private static List<MetricRow> endings() {
    return List.of(
        one(
                "retries",
                MetricUnit.NONE,
                "Attempts that were followed by another attempt",
                TrafficCounts::retries)
            .inRollups(),
        one(
            "local_responses",
            MetricUnit.NONE,
            "Requests that the gateway answered itself: no upstream was reachable, or the request"
                + " was rejected",
            TrafficCounts::answeredByGateway),
        one(
                "unstreamed_responses",
                MetricUnit.NONE,
                "Successful responses that were not streamed although the request was for a stream",
                TrafficCounts::unstreamed)
            .inRollups(),
        one(
                "cancelled_late",
                MetricUnit.NONE,
                "Requests whose client left after a threshold of the SLO had passed",
                TrafficCounts::cancelledLate)
            .inRollups());
  }

  private static List<MetricRow> tokens() {
    return List.of(
        token(
                "input",
                "Prompt tokens of requests that were sent to an upstream",
                c -> c.tokens().input())
            .inRollups(),
        token(
                "cached_input",
                "Prompt tokens that the server reported as read from a cache",
                c -> c.tokens().cachedInput())
            .inRollups(),
        token("ok_input", "Prompt tokens of successful requests", c -> c.tokens().okInput())
            .inRollups(),
        by(
                "output_tokens",
                MetricUnit.TOKENS,
                "Output tokens received, in all attempts, by outcome",
                "outcome",
                TrafficCounts::outputByOutcome)
            .inRollups(),
        token(
                "reasoning",
                "Output tokens that the server reported as reasoning",
                c -> c.tokens().reasoning())
            .inRollups(),
        token(
            "rejected_draft",
            "Draft tokens that the server reported as rejected",
            c -> c.tokens().rejectedDraft()),
        one("chunks", MetricUnit.NONE, "Content events", c -> c.tokens().chunks()),
        token("ok_streamed", "Tokens of successful streams", c -> c.tokens().okStreamed()),
        token(
            "burst",
            "Tokens of successful streams that arrived in bursts: several events in one read, or"
                + " gaps below 1 ms where the mean gap is far larger",
            c -> c.tokens().burst()),
        token(
            "short_gap",
            "Tokens of successful streams that arrived within 1 ms of the previous token",
            c -> c.tokens().close()));
  }

  private static List<MetricRow> sources() {
    return List.of(
        one(
            "attempts_without_input_tokens",
            MetricUnit.NONE,
            "Attempts whose prompt tokens are unknown; no token sum and no cost includes them",
            c -> c.tokens().sources().inputUnknown()),
        one(
                "chunk_counted_responses",
                MetricUnit.NONE,
                "Successful responses without usage, whose tokens are counted by content chunks",
                c -> c.tokens().sources().chunks())
            .inRollups(),
        one(
            "usage_contradicted_responses",
            MetricUnit.NONE,
            "Successful responses with text whose usage reports no output token; the usage is"
                + " ignored",
            c -> c.tokens().sources().contradicted()),
        one(
            "responses_without_itl",
            MetricUnit.NONE,
            "Successful streams without a known number of tokens per chunk; they have no"
                + " inter-token latency",
            c -> c.tokens().sources().withoutItl()));
  }

  private static MetricRow token(String name, String help, ToDoubleFunction<TrafficCounts> count) {
    return one(name + "_tokens", MetricUnit.TOKENS, help, count);
  }

  private static List<MetricRow> reading() {
    return List.of(
        one(
                "streamed_responses",
                MetricUnit.NONE,
                "Successful streamed responses",
                c -> c.reading().answers())
            .inRollups(),
        one(
                "stalls",
                MetricUnit.NONE,
                "Times that a reader at the configured reading speed had to wait after the first"
                    + " token",
                c -> c.reading().stalls())
            .inRollups(),
        one(
                "stutters",
                MetricUnit.NONE,
                "Visible gaps above 150 ms between content events",
                c -> c.reading().stutters())
            .inRollups(),
        one(
                "stall",
                MetricUnit.SECONDS,
                "Time that readers at the configured reading speed had to wait after the first"
                    + " token",
                c -> c.reading().stallNanos() / 1e9)
            .inRollups(),
        one(
                "reading",
                MetricUnit.SECONDS,
                "Time from the first visible token until the reader reaches the end",
                c -> c.reading().readingNanos() / 1e9)
            .inRollups(),
        one(
                "noticeable_stall_responses",
                MetricUnit.NONE,
                "Streamed responses whose longest stall is above 250 ms",
                c -> c.reading().noticeable())
            .inRollups(),
        one(
                "broken_flow_responses",
                MetricUnit.NONE,
                "Streamed responses whose longest stall is above 1 s",
                c -> c.reading().broken())
            .inRollups());
  }

  private static List<MetricRow> waste() {
    return List.of(
        wasted("wasted_attempts", MetricUnit.NONE, "Wasted attempts", 0).inRollups(),
        wasted("wasted_input_tokens", MetricUnit.TOKENS, "Prompt tokens of wasted attempts", 1)
            .inRollups(),
        wasted("wasted_output_tokens", MetricUnit.TOKENS, "Output tokens of wasted attempts", 2)
            .inRollups(),
        wasted(
                "wasted_cost",
                MetricUnit.NONE,
                "Cost of wasted attempts, by the price list and in its currency",
                3)
            .inRollups(),
        one(
                "cost",
                MetricUnit.NONE,
                "Cost of attempts, by the price list and in its currency",
                counts -> priced(counts, counts.money()))
            .inRollups(),
        one(
                "priced_attempts",
                MetricUnit.NONE,
                "Attempts of models that have a price",
                TrafficCounts::priced)
            .inRollups());
  }

  private static MetricRow wasted(String name, MetricUnit measure, String help, int part) {
    return series(
        name,
        measure,
        help + ", by cause (the first that applies)",
        List.of("cause"),
        (counts, receiver) ->
            counts
                .waste()
                .forEach((cause, waste) -> {
                  double[] parts = {
                    waste.attempts(),
                    waste.inputTokens(),
                    waste.outputTokens(),
                    priced(counts, waste.money())
                  };
                  receiver.point(parts[part], cause.key());
                }));
  }

  /// Returns NaN if no model has a price, as the cost is then unknown.
  private static double priced(TrafficCounts counts, double money) {
    return counts.priced() == 0 ? Double.NaN : money;
  }

  private static MetricRow one(
      String name, MetricUnit measure, String help, ToDoubleFunction<TrafficCounts> count) {
    return series(
        name,
        measure,
        help,
        List.of(),
        (counts, receiver) -> receiver.point(count.applyAsDouble(counts)));
  }

  private static MetricRow by(
      String name,
      MetricUnit measure,
      String help,
      String label,
      Function<TrafficCounts, ? extends Map<String, Long>> counts) {
    return series(
        name,
        measure,
        help,
        List.of(label),
        (all, receiver) -> counts.apply(all).forEach((word, count) -> receiver.point(count, word)));
  }

  /// A receiver of a series' values, with additional labels.
  @FunctionalInterface
  interface ValueReceiver {
    void point(double value, String... more);
  }

  /// A reader of a series' counts.
  @FunctionalInterface
  interface CountsReader {
    void read(TrafficCounts counts, ValueReceiver receiver);
  }

  /// Returns a counter for every series, with additional labels after the series' own.
  static MetricRow series(
      String name, MetricUnit measure, String help, List<String> more, CountsReader counted) {
    return series(name, measure, help, more, (snapshot, labels) -> true, counted);
  }

  /// Returns a counter for those series that have it.
  ///
  /// @param has whether a series of a snapshot has the counter
  static MetricRow series(
      String name,
      MetricUnit measure,
      String help,
      List<String> more,
      BiPredicate<TrafficSnapshot, TrafficLabels> has,
      CountsReader counted) {
    return new MetricRow(
        name,
        Kind.COUNTER,
        measure,
        help,
        join(LABELS, more),
        (source, points) -> {
          TrafficSnapshot snapshot = source.snapshot();
          for (TrafficSeries each : snapshot.series()) {
            if (!has.test(snapshot, each.labels())) {
              continue;
            }
            List<String> values = values(each.labels());
            counted.read(
                each.totals(),
                (value, own) -> {
                  List<String> all = join(values, List.of(own));
                  points.add(value, all);
                  points.began(each.beganNanos(), all);
                });
          }
        });
  }

  static List<String> values(TrafficLabels labels) {
    return Stream.of(TrafficLabel.values()).map(labels::get).toList();
  }

  private static List<String> join(List<String> first, List<String> second) {
    List<String> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }
}
