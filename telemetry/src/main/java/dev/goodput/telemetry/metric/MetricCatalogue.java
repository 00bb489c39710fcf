package dev.goodput.telemetry.metric;

import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.server.MetricUnit;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficSeries;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.record.Outcome;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.metric.ExportStatus.Signal;
import dev.goodput.telemetry.metric.MetricRow.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The table of all exported metrics; the Prometheus page, OTLP and the documentation are made from
/// it.
public final class MetricCatalogue {
  /// The metrics, in output order.
  public static final List<MetricRow> ROWS =
      Stream.of(
              LatencyRows.all(),
              SeriesRows.all(),
              EnergyRows.all(),
              SloRows.all(),
              UpstreamRows.all(),
              WindowRows.all(),
              StateRows.all(),
              EngineRows.all(),
              ExportRows.all())
          .flatMap(List::stream)
          .toList();

  private MetricCatalogue() {}

  /// A metric as Prometheus stores it.
  ///
  /// @param name the name that queries use; of a histogram without `_bucket`, `_sum` and `_count`
  /// @param otlpName its name in OpenTelemetry
  /// @param histogram whether it is a histogram
  /// @param labels its labels, without `le`
  /// @param help its definition in one sentence, without the full stop
  public record Exported(
      String name, String otlpName, boolean histogram, List<String> labels, String help) {
    /// Copies the list.
    public Exported {
      labels = List.copyOf(labels);
    }

    /// Returns the name of a label in OpenTelemetry.
    public static String otlpLabel(String label) {
      return label.equals("model") ? "gen_ai.request.model" : "goodput." + label;
    }
  }

  /// Returns all metrics, in output order.
  public static List<Exported> exported() {
    return ROWS.stream()
        .map(row ->
            new Exported(
                row.queryName(),
                row.otlpName(),
                row.kind() == Kind.HISTOGRAM,
                row.labels(),
                row.help()))
        .toList();
  }

  /// Returns the table for the documentation, in Markdown.
  static String markdown() {
    StringBuilder text = new StringBuilder("| name | type | unit | labels | what |\n");
    text.append("|---|---|---|---|---|\n");
    for (MetricRow row : ROWS) {
      text.append(
          "| `%s` | %s | %s | %s | %s |\n"
              .formatted(
                  row.queryName(),
                  row.kind().name().toLowerCase(Locale.ROOT),
                  row.measure().ucum(),
                  labels(row),
                  row.help()));
    }
    return text.toString();
  }

  /// Returns the names of the metrics that roll-ups hold, for the documentation.
  static String rolledUp() {
    return ROWS.stream()
        .filter(MetricRow::rolledUp)
        .map(row -> "- `" + row.queryName() + "`")
        .collect(Collectors.joining("\n"));
  }

  private static String labels(MetricRow row) {
    List<String> own = row.labels();
    if (own.size() >= SeriesRows.LABELS.size()
        && own.subList(0, SeriesRows.LABELS.size()).equals(SeriesRows.LABELS)) {
      String more = String.join("`, `", own.subList(SeriesRows.LABELS.size(), own.size()));
      return more.isEmpty() ? "*series*" : "*series*, `" + more + "`";
    }
    return own.isEmpty() ? "" : "`" + String.join("`, `", own) + "`";
  }

  /// Metrics that the engines and GPUs behind the gateway last reported, under common names.
  private static final class EngineRows {
    private static final List<String> UPSTREAM = List.of("upstream");
    private static final String SINCE =
        ", since the engine was first seen, or seen again after five minutes";

    private EngineRows() {}

    static List<MetricRow> all() {
      List<MetricRow> rows = new ArrayList<>();
      for (EngineMetric metric : EngineMetric.values()) {
        if (!metric.names().export().isEmpty()) {
          rows.add(
              switch (metric.kind()) {
                case GAUGE -> row(metric, Kind.GAUGE, "");
                case COUNTER -> row(metric, Kind.COUNTER, SINCE);
              });
        }
      }
      rows.add(
          row(
              "restarts",
              Kind.COUNTER,
              MetricUnit.NONE,
              "Restarts of the upstream's servers since the first scrape",
              figures -> (double) figures.restarts()));
      return rows;
    }

    private static MetricRow row(EngineMetric metric, Kind kind, String since) {
      return row(
          metric.names().export(),
          kind,
          metric.unit(),
          metric.help() + since,
          figures -> figures.value(metric));
    }

    private static MetricRow row(
        String name,
        Kind kind,
        MetricUnit unit,
        String help,
        Function<EngineFigures, @Nullable Double> figure) {
      return new MetricRow(
          "engine_" + name,
          kind,
          unit,
          help + ", as reported by the engine",
          UPSTREAM,
          (source, points) ->
              source
                  .snapshot()
                  .engines()
                  .forEach(each -> points.add(figure.apply(each), each.upstream())));
    }
  }

  /// Histograms. Latencies that users experience have all labels of their series. To keep the page
  /// small, latencies of a hop have only the upstream, and token counts only the model.
  private static final class LatencyRows {
    private LatencyRows() {}

    static List<MetricRow> all() {
      return Stream.of(LatencyMetric.values())
          .map(metric -> Rollup.LATENCIES.contains(metric) ? row(metric).inRollups() : row(metric))
          .toList();
    }

    private static MetricRow row(LatencyMetric metric) {
      return switch (metric) {
        case TTFT, TPOT, ITL, E2EL -> felt(metric);
        case PROMPT_TOKENS -> rolled("request_input", metric, TrafficLabel.MODEL);
        case OUTPUT_TOKENS -> rolled("request_output", metric, TrafficLabel.MODEL);
        case STALL -> rolled("longest_stall", metric, TrafficLabel.UPSTREAM);
        default -> rolled(metric.key(), metric, TrafficLabel.UPSTREAM);
      };
    }

    private static MetricRow felt(LatencyMetric metric) {
      return new MetricRow(
          metric.key(),
          Kind.HISTOGRAM,
          MetricUnit.SECONDS,
          help(metric),
          SeriesRows.LABELS,
          (source, points) -> {
            for (TrafficSeries each : source.snapshot().series()) {
              points.add(each.histogram(metric), SeriesRows.values(each.labels()));
              points.began(each.beganNanos(), SeriesRows.values(each.labels()));
            }
          });
    }

    private static String help(LatencyMetric metric) {
      return metric.title() + ", of successful requests";
    }

    private static MetricRow rolled(String name, LatencyMetric metric, TrafficLabel label) {
      MetricUnit measure =
          metric.unit() == LatencyMetric.Unit.SECONDS ? MetricUnit.SECONDS : MetricUnit.TOKENS;
      return new MetricRow(
          name,
          Kind.HISTOGRAM,
          measure,
          help(metric),
          List.of(label.key()),
          (source, points) -> {
            SortedMap<String, TrafficSeries> rolled = source.snapshot().by(label);
            rolled.forEach((value, series) -> {
              points.add(series.histogram(metric), List.of(value));
              points.began(series.beganNanos(), List.of(value));
            });
          });
    }
  }

  /// Metrics of the OTLP export itself, so that its losses show on the Prometheus page.
  private static final class ExportRows {
    private ExportRows() {}

    static List<MetricRow> all() {
      return List.of(
          row(
              "otlp_delivered_items",
              Kind.COUNTER,
              "Metric points or spans that the collector accepted",
              List.of("signal"),
              (signal, receiver) -> receiver.add(signal.delivered(), signal.word())),
          row(
              "otlp_dropped_items",
              Kind.COUNTER,
              "Metric points or spans that were dropped: the queue was full, the collector rejected"
                  + " them, or it was unreachable for too long",
              List.of("signal", "reason"),
              (signal, receiver) -> {
                receiver.add(signal.lostFull(), signal.word(), "queue_full");
                receiver.add(signal.lostRefused(), signal.word(), "refused");
                receiver.add(signal.lostUnreached(), signal.word(), "unreached");
              }),
          row(
              "otlp_failed_requests",
              Kind.COUNTER,
              "Requests to the collector that failed, retries included",
              List.of("signal"),
              (signal, receiver) -> receiver.add(signal.failedPosts(), signal.word())),
          row(
              "otlp_queued_items",
              Kind.GAUGE,
              "Spans waiting to be sent",
              List.of("signal"),
              (signal, receiver) -> receiver.add(signal.queued(), signal.word())));
    }

    private static MetricRow row(
        String name,
        Kind kind,
        String help,
        List<String> labels,
        BiConsumer<Signal, MetricPoints> reader) {
      return new MetricRow(
          name,
          kind,
          MetricUnit.NONE,
          help,
          labels,
          (source, points) -> {
            ExportStatus export = source.export();
            if (export != null) {
              export.signals().forEach(each -> reader.accept(each, points));
            }
          });
    }
  }

  /// Counters whose label values are all configured, so that each exists with the value 0 from the
  /// start. Prometheus computes `rate()` and `increase()` from differences, so it never counts the
  /// first event of a counter that first appears with the value 1.
  private static final class UpstreamRows {
    private static final String ALWAYS = "; starts at 0";

    private UpstreamRows() {}

    static List<MetricRow> all() {
      return List.of(
          counter(
              "upstream_requests",
              "Finished requests, by upstream and the outcome of their last attempt" + ALWAYS,
              "outcome",
              traffic -> Outcome.KEYS,
              series -> series.totals().byOutcome()),
          slo(
              "upstream_slo_requests",
              "Requests that count for the SLO, by upstream" + ALWAYS,
              SloCount::total),
          slo(
              "upstream_slo_good_requests",
              "Good requests: successful, and within every threshold of the SLO, by upstream"
                  + ALWAYS,
              SloCount::good));
    }

    private static MetricRow slo(String name, String help, ToLongFunction<SloCount> count) {
      return counter(
          name,
          help,
          "slo",
          traffic -> traffic.plan().slos().keySet(),
          series -> {
            Map<String, Long> bySlo = new TreeMap<>();
            series.totals().slos().forEach((slo, of) -> bySlo.put(slo, count.applyAsLong(of)));
            return bySlo;
          });
    }

    /// Returns a counter by upstream and one more label. Requests that were sent to no upstream
    /// have the upstream `""`.
    private static MetricRow counter(
        String name,
        String help,
        String label,
        Function<TrafficSnapshot, Set<String>> values,
        Function<TrafficSeries, Map<String, Long>> counts) {
      return new MetricRow(
              name,
              Kind.COUNTER,
              MetricUnit.REQUESTS,
              help,
              List.of("upstream", label),
              (source, points) -> {
                TrafficSnapshot traffic = source.snapshot();
                Map<String, Map<String, Long>> sums = new TreeMap<>();
                SortedSet<String> upstreams = new TreeSet<>(traffic.plan().upstreams());
                upstreams.add("");
                for (String upstream : upstreams) {
                  values.apply(traffic).forEach(value -> add(sums, upstream, value, 0));
                }
                for (TrafficSeries each : traffic.series()) {
                  counts
                      .apply(each)
                      .forEach((value, count) -> add(sums, each.labels().upstream(), value, count));
                }
                sums.forEach((upstream, of) ->
                    of.forEach((value, sum) ->
                        points.add(
                            sum, upstream, label.equals("slo") ? SloRows.word(value) : value)));
              })
          .inRollups();
    }

    private static void add(
        Map<String, Map<String, Long>> sums, String upstream, String value, long count) {
      sums.computeIfAbsent(upstream, any -> new TreeMap<>()).merge(value, count, Long::sum);
    }
  }
}
