package dev.goodput.store;

import dev.goodput.record.LogEntry;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.record.Stamps;
import dev.goodput.report.document.RequestRows.Column;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/// A reader of request logs into the tables of requests.
final class RequestLoader {
  private final Path root;
  private final DuckDBConnection connection;
  private final Statement sql;

  RequestLoader(Path root, DuckDBConnection connection, Statement sql) {
    this.root = root;
    this.connection = connection;
    this.sql = sql;
  }

  /// Reads the logs of runs that are in the table of runs. What can be read of a damaged log is in
  /// the table, and its run has a problem.
  void load(List<String> runs) throws SQLException {
    Map<String, String> problems = new HashMap<>();
    try (DuckDBAppender measured = connection.createAppender(StoredTable.REQUESTS.word());
        DuckDBAppender gateway = connection.createAppender(StoredTable.GATEWAY_REQUESTS.word())) {
      for (String run : runs) {
        try {
          RunDirectory directory = RunDirectory.open(root.resolve(run));
          boolean log = RunKind.TRAFFIC_LOG.describes(directory.manifest());
          Rows rows =
              new Rows(run, origin(directory.manifest()), columns(log), log ? gateway : measured);
          directory.read(rows::add);
        } catch (RecordException e) {
          problems.put(run, String.valueOf(e.getMessage()));
        }
      }
    } catch (DatabaseFailed e) {
      throw e.reason;
    }
    for (Map.Entry<String, String> problem : problems.entrySet()) {
      sql.execute(
          "UPDATE runs SET problem = %s WHERE run = %s"
              .formatted(DuckDb.text(problem.getValue()), DuckDb.text(problem.getKey())));
    }
    sql.execute(
        "UPDATE sources SET requests = true WHERE run IN (SELECT unnest(%s))"
            .formatted(DuckDb.texts(runs)));
  }

  private static List<Column> columns(boolean gateway) {
    return gateway
        ? Stream.of(Column.ALL, Column.OF_GATEWAY).flatMap(List::stream).toList()
        : Column.ALL;
  }

  /// Returns the wall-clock time at which the stamps of a run are 0, if the manifest has it.
  static @Nullable Instant origin(Manifest manifest) {
    String at = manifest.text("run.origin").or(() -> manifest.text("run.started")).orElse(null);
    try {
      return at == null ? null : Instant.parse(at);
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /// The rows of one run.
  private record Rows(
      String run, @Nullable Instant origin, List<Column> columns, DuckDBAppender table) {
    void add(LogEntry entry) {
      if (entry instanceof RequestRecord request) {
        try {
          table.beginRow().append(run).append(clock(request.stamps().intendedNanos()));
          for (Column column : columns) {
            append(column.value().apply(request));
          }
          table.endRow();
        } catch (SQLException e) {
          throw new DatabaseFailed(e);
        }
      }
    }

    private void append(@Nullable Object value) throws SQLException {
      if (value instanceof Number whole) {
        table.append(whole.longValue());
      } else if (value != null) {
        table.append(value.toString());
      } else {
        table.appendNull();
      }
    }

    private @Nullable LocalDateTime clock(long nanos) {
      return origin == null || !Stamps.present(nanos)
          ? null
          : LocalDateTime.ofInstant(origin.plusNanos(nanos), ZoneOffset.UTC);
    }
  }

  /// An error of the database inside a pass over a log.
  private static final class DatabaseFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final SQLException reason;

    DatabaseFailed(SQLException reason) {
      super(reason);
      this.reason = reason;
    }
  }
}
