package dev.goodput.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The tables of all runs under one or several root directories, for reading. Each root has its own
/// cache, which is brought up to date first: new and changed runs are read, removed ones are
/// deleted. A cache that cannot be read is rebuilt, also if that only shows in a query. For one
/// thread.
public final class RunDatabase implements AutoCloseable {
  private static final Pattern TABLE = Pattern.compile("\"table_name\":\"(\\w+)\"");

  /// In errors of the database about a file whose checksums are wrong.
  private static final String DAMAGED = "Corrupt";

  private final List<Path> roots;
  private final Set<StoredTable> tables;
  private final Consumer<String> progress;
  private List<CacheFile> caches = List.of();
  private @Nullable Connection connection;

  private RunDatabase(List<Path> roots, Set<StoredTable> tables, Consumer<String> progress) {
    this.roots = List.copyOf(roots);
    this.tables = Set.copyOf(tables);
    this.progress = progress;
  }

  /// Brings the caches of the roots up to date and opens them.
  ///
  /// @param roots directories that hold run directories or the logs of a gateway
  /// @param tables the tables that will be read; requests are read from the logs only if needed
  /// @param progress receives a line if that takes time, and if a cache is rebuilt
  /// @throws StoreException.CacheFailed if a cache cannot be read or written
  public static RunDatabase open(
      List<Path> roots, Set<StoredTable> tables, Consumer<String> progress) {
    for (Path root : roots) {
      CacheUpdate.run(root, tables, progress);
    }
    RunDatabase database = new RunDatabase(roots, tables, progress);
    database.attach();
    return database;
  }

  private void attach() {
    List<CacheFile> locked = new ArrayList<>();
    try {
      for (Path root : roots) {
        locked.add(CacheFile.lock(root, true, progress));
      }
      connection = attached(locked);
      caches = List.copyOf(locked);
    } catch (StoreException e) {
      locked.forEach(CacheFile::close);
      throw e;
    }
  }

  /// Attaches all caches to a database in memory, with one view per table over all of them.
  private static Connection attached(List<CacheFile> caches) {
    CacheFile first = caches.getFirst();
    try {
      Connection connection = DuckDb.connect("", first.spill());
      try (Statement sql = connection.createStatement()) {
        for (int i = 0; i < caches.size(); i++) {
          String file = DuckDb.text(caches.get(i).file().toString());
          sql.execute("ATTACH %s AS root%d (READ_ONLY)".formatted(file, i));
        }
        for (StoredTable table : StoredTable.queryable()) {
          sql.execute(view(table, caches.size()));
        }
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
      return connection;
    } catch (SQLException e) {
      throw new StoreException.CacheFailed(first.file(), e);
    }
  }

  private static String view(StoredTable table, int roots) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < roots; i++) {
      parts.add("SELECT * FROM root%d.%s".formatted(i, table.word()));
    }
    return "CREATE VIEW %s AS %s".formatted(table.word(), String.join(" UNION ALL ", parts));
  }

  /// Returns the tables that a query names.
  ///
  /// @throws StoreException.BadQuery if its syntax is wrong, or if it is not a `SELECT`
  public static Set<StoredTable> tables(String query) {
    Set<StoredTable> named = EnumSet.noneOf(StoredTable.class);
    try (Connection connection = DuckDb.connect("", null);
        Statement sql = connection.createStatement()) {
      ResultSet parsed =
          sql.executeQuery(
              """
              SELECT tree::VARCHAR, tree->>'error_message' FROM (SELECT json_serialize_sql(%s) tree)
              """
                  .formatted(DuckDb.text(query)));
      parsed.next();
      if (parsed.getString(2) != null) {
        String reason = parsed.getString(2);
        throw new StoreException.BadQuery(
            reason.startsWith("Only SELECT")
                ? "must be one SELECT, DESCRIBE or SUMMARIZE statement; the tables are read-only"
                : reason);
      }
      Matcher tables = TABLE.matcher(parsed.getString(1));
      while (tables.find()) {
        StoredTable.queryable().stream()
            .filter(table -> table.word().equalsIgnoreCase(tables.group(1)))
            .forEach(named::add);
      }
      return named;
    } catch (SQLException e) {
      throw new StoreException.BadQuery(StoreException.reason(e));
    }
  }

  /// Runs a query: one `SELECT`, `DESCRIBE` or `SUMMARIZE`.
  ///
  /// @throws StoreException.BadQuery if it fails
  public void query(String query, QuerySink sink) {
    read("SELECT * FROM (%s\n)".formatted(statement(query)), sink);
  }

  /// Runs a query and forwards each row as a JSON object.
  ///
  /// @throws StoreException.BadQuery if it fails
  public void queryJson(String query, Consumer<String> rows) {
    read(
        "SELECT to_json(found)::VARCHAR FROM (%s\n) AS found".formatted(statement(query)),
        new QuerySink() {
          @Override
          public void columns(List<String> names, List<String> types) {
            // Each object has the names.
          }

          @Override
          public void row(List<@Nullable String> values) {
            rows.accept(String.valueOf(values.getFirst()));
          }
        });
  }

  private static String statement(String query) {
    return query.strip().replaceFirst("[;\\s]+$", "");
  }

  /// The database computes a result before it returns the first row, so a failed query has passed
  /// on nothing.
  private void read(String query, QuerySink sink) {
    try {
      rows(query, sink);
    } catch (SQLException e) {
      if (!StoreException.reason(e).contains(DAMAGED)) {
        throw new StoreException.BadQuery(StoreException.reason(e));
      }
      close();
      roots.forEach(root -> CacheUpdate.rebuild(root, tables, e, progress));
      attach();
      try {
        rows(query, sink);
      } catch (SQLException again) {
        throw new StoreException.BadQuery(StoreException.reason(again));
      }
    }
  }

  private void rows(String query, QuerySink sink) throws SQLException {
    try (Statement sql = Objects.requireNonNull(connection).createStatement();
        ResultSet found = sql.executeQuery(query)) {
      ResultSetMetaData about = found.getMetaData();
      int width = about.getColumnCount();
      List<String> names = new ArrayList<>();
      List<String> types = new ArrayList<>();
      for (int i = 1; i <= width; i++) {
        names.add(about.getColumnLabel(i));
        types.add(about.getColumnTypeName(i));
      }
      sink.columns(names, types);
      while (found.next()) {
        List<@Nullable String> row = new ArrayList<>();
        for (int i = 1; i <= width; i++) {
          row.add(found.getString(i));
        }
        sink.row(row);
      }
    }
  }

  @Override
  public void close() {
    Connection open = connection;
    try {
      if (open != null) {
        open.close();
      }
    } catch (SQLException e) {
      throw new StoreException.CacheFailed(caches.getFirst().file(), e);
    } finally {
      connection = null;
      caches.forEach(CacheFile::close);
      caches = List.of();
    }
  }
}
