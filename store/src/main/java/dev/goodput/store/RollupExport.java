package dev.goodput.store;

import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.SloSums;
import dev.goodput.metrics.traffic.Waste;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupArchive;
import dev.goodput.telemetry.RollupCount;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.SparseHistogram;
import dev.goodput.telemetry.WindowRollup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/// An export of roll-ups as a Parquet file: one row for each window and key.
public final class RollupExport {
  private static final double MILLION = 1e6;
  private static final int[] PERCENTS = {50, 90, 95, 99};
  private static final String WHOLE = "BIGINT";

  private static final List<Column> COLUMNS = columns();

  /// A column.
  ///
  /// @param value text, a whole number, a decimal, a time, bytes, or null
  private record Column(String name, String type, Function<WindowRollup, @Nullable Object> value) {}

  private RollupExport() {}

  private static List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("window_start", "TIMESTAMP", RollupExport::start));
    columns.add(new Column("window_seconds", WHOLE, each -> each.lengthMillis() / 1000));
    columns.add(label("tenant", RollupKey.TENANT, RollupKey::tenant));
    columns.add(label("model", RollupKey.MODEL, RollupKey::model));
    columns.add(label("route", RollupKey.ROUTE, RollupKey::route));
    columns.add(label("slo_class", RollupKey.SLO_CLASS, RollupKey::sloClass));
    for (RollupCount count : RollupCount.values()) {
      String name = count.name().toLowerCase(Locale.ROOT);
      columns.add(new Column(name, WHOLE, each -> each.sums().get(count)));
    }
    columns.add(slo("slo_total", SloSums::total));
    columns.add(slo("slo_good", SloSums::good));
    columns.add(slo("slo_good_tokens", SloSums::goodTokens));
    columns.add(waste("wasted_attempts", Waste::attempts));
    columns.add(waste("wasted_input_tokens", Waste::inputTokens));
    columns.add(waste("wasted_output_tokens", Waste::outputTokens));
    columns.add(waste("wasted_cost_nanos", each -> (long) each.money()));
    for (LatencyMetric metric : Rollup.LATENCIES) {
      String name = metric.key();
      columns.add(
          new Column(name + "_count", WHOLE, each -> each.sums().histogram(metric).count()));
      for (int percent : PERCENTS) {
        columns.add(
            new Column(
                name + "_p" + percent + "_ms",
                "DOUBLE",
                each -> percentile(each.sums().histogram(metric), percent)));
      }
    }
    columns.add(new Column("rollup", "BLOB", WindowRollup::encode));
    return columns;
  }

  private static LocalDateTime start(WindowRollup window) {
    return LocalDateTime.ofEpochSecond(
        window.startMillis() / 1000,
        (int) (window.startMillis() % 1000) * 1_000_000,
        ZoneOffset.UTC);
  }

  private static Column label(String name, int bit, Function<RollupKey, String> value) {
    return new Column(
        name, "VARCHAR", each -> (each.key().mask() & bit) == 0 ? null : value.apply(each.key()));
  }

  private static Column slo(String name, ToLongFunction<SloSums> value) {
    return new Column(
        name, WHOLE, each -> each.sums().slos().values().stream().mapToLong(value).sum());
  }

  private static Column waste(String name, ToLongFunction<Waste> value) {
    return new Column(
        name, WHOLE, each -> each.sums().waste().values().stream().mapToLong(value).sum());
  }

  private static @Nullable Double percentile(SparseHistogram values, int percent) {
    return values.count() == 0 ? null : (Double) (values.percentile(percent) / MILLION);
  }

  /// Writes the file `rollups.parquet`.
  ///
  /// @param rollups whole windows
  /// @param directory directory of the file, created if it does not exist; a file is replaced
  /// @throws StoreException.ExportFailed if the file cannot be written
  public static ParquetExport.Written write(RollupArchive rollups, Path directory) {
    Path file = directory.resolve("rollups.parquet");
    try {
      Files.createDirectories(directory);
      try (DuckDBConnection connection = DuckDb.connect("", null);
          Statement sql = connection.createStatement()) {
        sql.execute(
            "CREATE TABLE rollups (%s)"
                .formatted(
                    COLUMNS.stream()
                        .map(each -> each.name() + " " + each.type())
                        .collect(Collectors.joining(", "))));
        long rows = 0;
        try (DuckDBAppender appender = connection.createAppender("rollups")) {
          for (WindowRollup each : rollups.windows()) {
            append(each, appender);
            rows++;
          }
        }
        sql.execute(
            "COPY (SELECT * FROM rollups ORDER BY window_seconds, window_start) TO %s"
                    .formatted(DuckDb.text(file.toString()))
                + " (FORMAT parquet, COMPRESSION zstd)");
        return new ParquetExport.Written(file, rows);
      }
    } catch (SQLException | IOException e) {
      throw new StoreException.ExportFailed(file, e);
    }
  }

  private static void append(WindowRollup window, DuckDBAppender appender) throws SQLException {
    appender.beginRow();
    for (Column each : COLUMNS) {
      Object value = each.value().apply(window);
      switch (value) {
        case null -> appender.appendNull();
        case String text -> appender.append(text);
        case Long number -> appender.append(number.longValue());
        case Double number -> appender.append(number.doubleValue());
        case LocalDateTime time -> appender.append(time);
        case byte[] bytes -> appender.append(bytes);
        default -> throw new IllegalStateException(each.name() + ": " + value.getClass());
      }
    }
    appender.endRow();
  }
}
