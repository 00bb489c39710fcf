package dev.goodput.store;

import dev.goodput.metrics.comparison.ComparedMetric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A query for metrics over stored runs. Runs form a series if they have the same workload, model,
/// URL and load. Levels that were cut short or client-bound do not count, nor do copies of a run.
/// Of repeated levels of a run, the median counts.
///
/// @param metrics the metrics
/// @param baseline only runs of this baseline; null for all
/// @param workload only workloads that contain this text; null for all
/// @param model only models that contain this text; null for all
public record TrendQuery(
    List<ComparedMetric> metrics,
    @Nullable String baseline,
    @Nullable String workload,
    @Nullable String model) {
  private static final int KEYS = 4;

  /// Copies the metrics.
  public TrendQuery {
    metrics = List.copyOf(metrics);
  }

  /// Returns the series, the one with the most runs first.
  public List<RunSeries> run(RunDatabase database) {
    Rows rows = new Rows();
    database.query(query(), rows);
    return rows.series.entrySet().stream()
        .map(entry ->
            new RunSeries(
                entry.getKey().get(0),
                entry.getKey().get(1),
                entry.getKey().get(2),
                String.valueOf(entry.getKey().get(3)),
                entry.getValue()))
        .sorted((a, b) -> Integer.compare(b.runs().size(), a.runs().size()))
        .toList();
  }

  private String query() {
    List<String> conditions = new ArrayList<>(List.of("kind = 'levels'"));
    if (baseline != null) {
      conditions.add("list_contains(baselines, " + DuckDb.text(baseline) + ")");
    }
    if (workload != null) {
      conditions.add("contains(lower(workload), lower(" + DuckDb.text(workload) + "))");
    }
    if (model != null) {
      conditions.add("contains(lower(model), lower(" + DuckDb.text(model) + "))");
    }
    String values =
        metrics.stream()
            .map(metric -> "median(" + expression(metric) + ")")
            .collect(Collectors.joining(", "));
    return """
    WITH once AS (
      SELECT * FROM runs WHERE %s QUALIFY row_number() OVER (PARTITION BY id ORDER BY run) = 1)
    SELECT workload, model, url, l.name, run,
          any_value(strftime(started, '%%Y-%%m-%%d %%H:%%M:%%S')), %s
    FROM levels l JOIN once USING (run)
    WHERE l.ending IN ('complete', 'counted')
          AND l.client.verdict IS DISTINCT FROM 'client-bound'
    GROUP BY workload, model, url, l.name, run
    ORDER BY workload, model, url, l.name, any_value(started), run
    """
        .formatted(String.join(" AND ", conditions), values);
  }

  /// Returns a metric's value of a level in SQL.
  static String expression(ComparedMetric metric) {
    return switch (metric) {
      case TTFT_MEAN -> "l.ttft_ms.mean";
      case TTFT_P50 -> "l.ttft_ms.p50";
      case TTFT_P95 -> "l.ttft_ms.p95";
      case TTFT_P99 -> "l.ttft_ms.p99";
      case TPOT_MEAN -> "l.tpot_ms.mean";
      case TPOT_P50 -> "l.tpot_ms.p50";
      case TPOT_P95 -> "l.tpot_ms.p95";
      case TPOT_P99 -> "l.tpot_ms.p99";
      case E2EL_MEAN -> "l.e2el_ms.mean";
      case E2EL_P50 -> "l.e2el_ms.p50";
      case E2EL_P95 -> "l.e2el_ms.p95";
      case E2EL_P99 -> "l.e2el_ms.p99";
      case OUTPUT_TPS -> "l.output_tps";
      case REQUEST_GOODPUT -> "l.goodput.request_rps";
      case TOKEN_GOODPUT -> "l.goodput.token_tps";
      case ATTAINMENT -> "l.goodput.attainment";
      case ERROR_RATE -> "l.totals.error_rate";
    };
  }

  /// Collects rows by series.
  private static final class Rows implements QuerySink {
    private final Map<List<@Nullable String>, List<RunSeries.Run>> series = new LinkedHashMap<>();

    @Override
    public void columns(List<String> names, List<String> types) {
      // They are as in the query.
    }

    @Override
    public void row(List<@Nullable String> row) {
      List<@Nullable Double> values = new ArrayList<>();
      for (String value : row.subList(KEYS + 2, row.size())) {
        values.add(value == null ? null : Double.valueOf(value));
      }
      series
          .computeIfAbsent(row.subList(0, KEYS), key -> new ArrayList<>())
          .add(new RunSeries.Run(String.valueOf(row.get(KEYS)), row.get(KEYS + 1), values));
    }
  }
}
