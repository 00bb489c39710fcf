package dev.goodput.store;

import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.report.document.RequestCosts;
import dev.goodput.report.document.RequestCosts.Share;
import dev.goodput.report.document.RequestRows.Column;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
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
  private final boolean withChunks;

  /// @param withChunks whether chunks are read into their table
  RequestLoader(Path root, DuckDBConnection connection, Statement sql, boolean withChunks) {
    this.root = root;
    this.connection = connection;
    this.sql = sql;
    this.withChunks = withChunks;
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
              new Rows(
                  run,
                  origin(directory.manifest()),
                  columns(log),
                  costs(run, directory.manifest()),
                  log ? gateway : measured);
          directory.read(rows::add);
          if (withChunks) {
            chunks(run, directory);
          }
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
  }

  private void chunks(String run, RunDirectory directory) throws SQLException {
    try (DuckDBAppender table = connection.createAppender(StoredTable.CHUNKS.word())) {
      directory.read(entry -> {
        if (entry instanceof RequestRecord record) {
          chunks(run, record, table);
        }
      });
    }
  }

  private static void chunks(String run, RequestRecord record, DuckDBAppender table) {
    ChunkLog.Cursor cursor = record.chunks().cursor();
    try {
      for (int i = 0; cursor.next(); i++) {
        table.beginRow().append(run).append(record.id()).append((long) record.attempt());
        table.append((long) record.level()).append((long) i).append(cursor.nanos());
        table.append(cursor.channel().name().toLowerCase(Locale.ROOT));
        int tokens = cursor.tokens();
        table.append(tokens == TokenCounts.UNKNOWN ? null : Long.valueOf(tokens));
        table.append(cursor.sharedRead()).endRow();
      }
    } catch (SQLException e) {
      throw new DatabaseFailed(e);
    }
  }

  private static List<Column> columns(boolean gateway) {
    return gateway
        ? Stream.of(Column.ALL, Column.OF_GATEWAY).flatMap(List::stream).toList()
        : Column.ALL;
  }

  /// Returns what requests of a run cost by its manifest and its levels.
  private RequestCosts costs(String run, Manifest manifest) throws SQLException {
    Map<Integer, Share> shares = new HashMap<>();
    try (Statement reading = connection.createStatement();
        ResultSet levels =
            reading.executeQuery(
                """
                SELECT level, l."window".begin_ns, l."window".end_ns,
                  cost.per_million_output_tokens, energy.per_output_token_j
                FROM levels l WHERE run = %s AND l."window".end_ns IS NOT NULL
                """
                    .formatted(DuckDb.text(run)))) {
      while (levels.next()) {
        shares.put(
            levels.getInt(1),
            new Share(
                levels.getLong(2),
                levels.getLong(3),
                levels.getObject(4, Double.class),
                levels.getObject(5, Double.class)));
      }
    }
    ModelPrice price = Judgement.pricing(manifest) instanceof ModelPrice prices ? prices : null;
    return new RequestCosts(price, shares);
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
      String run,
      @Nullable Instant origin,
      List<Column> columns,
      RequestCosts costs,
      DuckDBAppender table) {
    void add(LogEntry entry) {
      if (entry instanceof RequestRecord request) {
        try {
          table.beginRow().append(run).append(clock(request.stamps().intendedNanos()));
          for (Column column : columns) {
            append(column.value(request, costs));
          }
          table.endRow();
        } catch (SQLException e) {
          throw new DatabaseFailed(e);
        }
      }
    }

    private void append(@Nullable Object value) throws SQLException {
      if (value instanceof Double number) {
        table.append(number.doubleValue());
      } else if (value instanceof Number whole) {
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
