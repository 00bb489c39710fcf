package dev.goodput.observe.export;

import dev.goodput.metrics.traffic.TrafficCounts;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.metrics.traffic.TrafficSeries;
import dev.goodput.observe.export.Row.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// Counters of every series: requests, tokens, reading, waste.
final class SeriesRows {
  /// The labels of a series.
  static final List<String> LABELS =
      Stream.of(TrafficLabel.values()).map(TrafficLabel::word).toList();

  private SeriesRows() {}

  static List<Row> all() {
    return Stream.of(requests(), endings(), tokens(), sources(), reading(), waste())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Row> requests() {
    return List.of(
        by(
            "requests",
            Measure.REQUESTS,
            "Requests that ended, by the outcome of their last attempt",
            "outcome",
            TrafficCounts::byOutcome),
        by(
            "attempts",
            Measure.NONE,
            "Attempts at upstreams that ended, every one at every request, by outcome; those too"
                + " that were refused or broke before the request was written",
            "outcome",
            TrafficCounts::attemptsByOutcome),
        by(
            "upstream_responses",
            Measure.NONE,
            "Attempts by the class of the status that the upstream gave: 2xx, 4xx, 5xx, or none",
            "status_class",
            TrafficCounts::byStatusClass),
        by(
            "client_legs",
            Measure.NONE,
            "Requests by how the client's leg ended",
            "parting",
            TrafficCounts::byParting));
  }

  private static List<Row> endings() {
    return List.of(
        one("retries", Measure.NONE, "Attempts that another one followed", TrafficCounts::retries),
        one(
            "answered_here",
            Measure.NONE,
            "Requests that the gateway answered itself: no upstream in reach, or refused",
            TrafficCounts::answeredHere),
        one(
            "came_whole",
            Measure.NONE,
            "Finished answers that came whole though a stream was asked for",
            TrafficCounts::cameWhole),
        one(
            "cancelled_late",
            Measure.NONE,
            "Requests whose client left when a threshold of the SLO had already passed",
            TrafficCounts::cancelledLate));
  }

  private static List<Row> tokens() {
    return List.of(
        token("input", "Prompt tokens of exchanges that were sent", c -> c.tokens().input()),
        token(
            "cached_input",
            "Prompt tokens that the server named as taken from a cache",
            c -> c.tokens().cachedInput()),
        token("ok_input", "Prompt tokens of finished answers", c -> c.tokens().okInput()),
        by(
            "output_tokens",
            Measure.TOKENS,
            "Output tokens received, all attempts, by outcome",
            "outcome",
            TrafficCounts::outputByOutcome),
        token(
            "reasoning",
            "Output tokens that the server named as reasoning",
            c -> c.tokens().reasoning()),
        token(
            "rejected_draft",
            "Draft tokens that the server named as rejected",
            c -> c.tokens().rejectedDraft()),
        one("chunks", Measure.NONE, "Content events", c -> c.tokens().chunks()),
        token("ok_streamed", "Tokens of finished streams", c -> c.tokens().okStreamed()),
        token(
            "burst",
            "Tokens of finished streams that came in bursts: several events in one read, or gaps"
                + " below 1 ms against a far larger mean",
            c -> c.tokens().burst()),
        token(
            "close",
            "Tokens of finished streams that came within 1 ms of the one before",
            c -> c.tokens().close()));
  }

  private static List<Row> sources() {
    return List.of(
        one(
            "input_unknown_attempts",
            Measure.NONE,
            "Exchanges that were sent whose prompt tokens nobody named: no sum and no cost has"
                + " them",
            c -> c.tokens().sources().inputUnknown()),
        one(
            "chunk_counted_answers",
            Measure.NONE,
            "Finished answers whose content chunks stand for tokens, as no usage named them",
            c -> c.tokens().sources().chunks()),
        one(
            "contradicted_answers",
            Measure.NONE,
            "Finished answers whose usage names no output token beside text, which is not believed",
            c -> c.tokens().sources().contradicted()),
        one(
            "itl_untold_answers",
            Measure.NONE,
            "Finished streams of which nobody tells how many tokens each chunk holds: no value of"
                + " inter-token latency is theirs",
            c -> c.tokens().sources().itlUntold()));
  }

  private static Row token(String name, String help, ToDoubleFunction<TrafficCounts> count) {
    return one(name + "_tokens", Measure.TOKENS, help, count);
  }

  private static List<Row> reading() {
    return List.of(
        one(
            "streamed_answers",
            Measure.NONE,
            "Finished answers that streamed",
            c -> c.reading().answers()),
        one(
            "stalls",
            Measure.NONE,
            "How often readers at the plan's pace waited after the first token",
            c -> c.reading().stalls()),
        one(
            "stutters",
            Measure.NONE,
            "Visible gaps above 150 ms between content events",
            c -> c.reading().stutters()),
        one(
            "stall",
            Measure.SECONDS,
            "Time that readers at the plan's pace waited after the first token",
            c -> c.reading().stallNanos() / 1e9),
        one(
            "reading",
            Measure.SECONDS,
            "Time from the first visible token to the reader's end",
            c -> c.reading().readingNanos() / 1e9),
        one(
            "noticeable_answers",
            Measure.NONE,
            "Streamed answers whose longest stall is above 250 ms",
            c -> c.reading().noticeable()),
        one(
            "broken_answers",
            Measure.NONE,
            "Streamed answers whose longest stall is above 1 s",
            c -> c.reading().broken()));
  }

  private static List<Row> waste() {
    return List.of(
        wasted("wasted_attempts", Measure.NONE, "Exchanges that were for nothing", 0),
        wasted("wasted_input_tokens", Measure.TOKENS, "Their prompt tokens", 1),
        wasted("wasted_output_tokens", Measure.TOKENS, "Their output tokens", 2),
        wasted("wasted_cost", Measure.NONE, "What they cost by the price list, in its currency", 3),
        one(
            "cost",
            Measure.NONE,
            "What exchanges cost by the price list",
            counts -> priced(counts, counts.money())),
        one(
            "priced_attempts",
            Measure.NONE,
            "Attempts whose model has a price",
            TrafficCounts::priced));
  }

  private static Row wasted(String name, Measure measure, String help, int part) {
    return series(
        name,
        measure,
        help + ", by why: the first of the causes that applies",
        List.of("cause"),
        (counts, tell) ->
            counts
                .waste()
                .forEach((cause, waste) -> {
                  double[] parts = {
                    waste.attempts(),
                    waste.inputTokens(),
                    waste.outputTokens(),
                    priced(counts, waste.money())
                  };
                  tell.point(parts[part], cause.word());
                }));
  }

  /// Returns NaN if no model has a price, as the cost is then unknown.
  private static double priced(TrafficCounts counts, double money) {
    return counts.priced() == 0 ? Double.NaN : money;
  }

  private static Row one(
      String name, Measure measure, String help, ToDoubleFunction<TrafficCounts> count) {
    return series(
        name, measure, help, List.of(), (counts, tell) -> tell.point(count.applyAsDouble(counts)));
  }

  private static Row by(
      String name,
      Measure measure,
      String help,
      String label,
      Function<TrafficCounts, ? extends Map<String, Long>> counts) {
    return series(
        name,
        measure,
        help,
        List.of(label),
        (all, tell) -> counts.apply(all).forEach((word, count) -> tell.point(count, word)));
  }

  /// A receiver of a series' values, with additional labels.
  @FunctionalInterface
  interface Tell {
    void point(double value, String... more);
  }

  /// A reader of a series' counts.
  @FunctionalInterface
  interface Counted {
    void read(TrafficCounts counts, Tell tell);
  }

  /// Returns a counter for every series, with additional labels after the series' own.
  static Row series(String name, Measure measure, String help, List<String> more, Counted counted) {
    return new Row(
        name,
        Kind.COUNTER,
        measure,
        help,
        join(LABELS, more),
        (source, points) -> {
          for (TrafficSeries each : source.snapshot().series()) {
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
