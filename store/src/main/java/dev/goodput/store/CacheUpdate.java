package dev.goodput.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.duckdb.DuckDBConnection;

/// Brings the cache of one root up to date.
///
/// Each batch of runs is one transaction, so a kill loses at most a batch. Any error of the
/// database means that the cache is damaged or of another version; it is then rebuilt, once.
final class CacheUpdate {
  private static final int RUNS_PER_BATCH = 1_000;
  private static final int LOGS_PER_BATCH = 100;

  /// The definition of all tables. A cache with another one is of another version.
  private static final String LAYOUT =
      StoredTable.queryable().stream().map(StoredTable::creation).collect(Collectors.joining("; "));

  private final Path root;
  private final DuckDBConnection connection;
  private final Statement sql;
  private final Consumer<String> progress;

  private CacheUpdate(
      Path root, DuckDBConnection connection, Statement sql, Consumer<String> progress) {
    this.root = root;
    this.connection = connection;
    this.sql = sql;
    this.progress = progress;
  }

  /// @param tables the tables that will be read
  /// @throws StoreException.CacheFailed if it fails also after the cache was deleted
  static void run(Path root, Set<StoredTable> tables, Consumer<String> progress) {
    try (CacheFile cache = CacheFile.lock(root, false, progress)) {
      try {
        update(root, cache, tables, progress);
      } catch (SQLException e) {
        rebuild(root, cache, tables, e, progress);
      }
    } catch (SQLException | IOException | UncheckedIOException e) {
      throw new StoreException.CacheFailed(root, e);
    }
  }

  /// Rebuilds the cache after a query could not read it.
  ///
  /// @throws StoreException.CacheFailed if it fails
  static void rebuild(
      Path root, Set<StoredTable> tables, SQLException reason, Consumer<String> progress) {
    try (CacheFile cache = CacheFile.lock(root, false, progress)) {
      rebuild(root, cache, tables, reason, progress);
    } catch (SQLException | IOException | UncheckedIOException e) {
      throw new StoreException.CacheFailed(root, e);
    }
  }

  private static void rebuild(
      Path root,
      CacheFile cache,
      Set<StoredTable> tables,
      SQLException reason,
      Consumer<String> progress)
      throws SQLException, IOException {
    progress.accept(
        "the cache %s cannot be used and is rebuilt: %s"
            .formatted(cache.file(), StoreException.reason(reason)));
    cache.delete();
    update(root, cache, tables, progress);
  }

  private static void update(
      Path root, CacheFile cache, Set<StoredTable> tables, Consumer<String> progress)
      throws SQLException, IOException {
    try (DuckDBConnection connection = DuckDb.connect(cache.file().toString(), cache.spill());
        Statement sql = connection.createStatement()) {
      CacheUpdate update = new CacheUpdate(root, connection, sql, progress);
      update.prepare();
      update.runs();
      if (tables.stream().anyMatch(StoredTable::isOfRequests)) {
        update.requests();
      }
    }
  }

  private void prepare() throws SQLException {
    sql.execute("CREATE TABLE IF NOT EXISTS layout (tables VARCHAR)");
    List<String> found = column("SELECT tables FROM layout");
    if (found.isEmpty()) {
      for (StoredTable table : StoredTable.queryable()) {
        sql.execute(table.creation());
      }
      sql.execute("CREATE TABLE sources (run VARCHAR, state VARCHAR, requests BOOLEAN)");
      sql.execute("INSERT INTO layout VALUES (%s)".formatted(DuckDb.text(LAYOUT)));
    } else if (!found.equals(List.of(LAYOUT))) {
      throw new SQLException("another version of Goodput wrote it");
    }
    sql.execute("CREATE TEMP TABLE stale (run VARCHAR)");
  }

  /// Deletes the rows of removed and changed runs, and reads new and changed ones.
  private void runs() throws SQLException, IOException {
    SortedMap<String, String> now = RootScan.states(root);
    Map<String, String> before = new HashMap<>();
    try (ResultSet rows = sql.executeQuery("SELECT run, state FROM sources")) {
      while (rows.next()) {
        before.put(rows.getString(1), rows.getString(2));
      }
    }
    List<String> removed = before.keySet().stream().filter(run -> !now.containsKey(run)).toList();
    List<String> changed =
        now.keySet().stream()
            .filter(run -> !Objects.equals(now.get(run), before.get(run)))
            .toList();
    delete(removed);
    if (changed.size() > RUNS_PER_BATCH) {
      progress.accept("reading %,d runs in %s".formatted(changed.size(), root));
    }
    RunLoader loader = new RunLoader(root, connection, sql);
    for (List<String> batch : batches(changed, RUNS_PER_BATCH)) {
      loader.stage(batch, now);
      sql.execute("BEGIN TRANSACTION");
      forget(batch.stream().filter(before::containsKey).toList());
      loader.insert();
      loader.insertStates();
      sql.execute("COMMIT");
    }
  }

  private void delete(List<String> runs) throws SQLException {
    sql.execute("BEGIN TRANSACTION");
    forget(runs);
    sql.execute("COMMIT");
  }

  private void forget(List<String> runs) throws SQLException {
    if (runs.isEmpty()) {
      return;
    }
    sql.execute("DELETE FROM stale");
    sql.execute("INSERT INTO stale SELECT unnest(%s)".formatted(DuckDb.texts(runs)));
    List<String> tables =
        new ArrayList<>(StoredTable.queryable().stream().map(StoredTable::word).toList());
    tables.add("sources");
    for (String table : tables) {
      sql.execute("DELETE FROM %s WHERE run IN (SELECT run FROM stale)".formatted(table));
    }
  }

  /// Reads the logs of the runs whose requests are not in the tables yet.
  private void requests() throws SQLException {
    List<String> unread = column("SELECT run FROM sources WHERE NOT requests ORDER BY run");
    if (unread.size() > LOGS_PER_BATCH) {
      progress.accept("reading the requests of %,d runs in %s".formatted(unread.size(), root));
    }
    RequestLoader loader = new RequestLoader(root, connection, sql, false);
    for (List<String> batch : batches(unread, LOGS_PER_BATCH)) {
      sql.execute("BEGIN TRANSACTION");
      loader.load(batch);
      sql.execute(
          "UPDATE sources SET requests = true WHERE run IN (SELECT unnest(%s))"
              .formatted(DuckDb.texts(batch)));
      sql.execute("COMMIT");
    }
  }

  private List<String> column(String query) throws SQLException {
    List<String> values = new ArrayList<>();
    try (ResultSet rows = sql.executeQuery(query)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  private static List<List<String>> batches(List<String> all, int size) {
    List<List<String>> batches = new ArrayList<>();
    for (int from = 0; from < all.size(); from += size) {
      batches.add(all.subList(from, Math.min(all.size(), from + size)));
    }
    return batches;
  }
}
