package dev.goodput.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.duckdb.DuckDBConnection;

/// An export of runs as Parquet files, one per table, with the columns of [StoredTable].
public final class ParquetExport {
  private ParquetExport() {}

  /// A written file.
  ///
  /// @param path the file
  /// @param rows number of its rows
  public record Written(Path path, long rows) {}

  /// Writes the tables of runs. Tables without rows are omitted.
  ///
  /// @param runs run directories with different names
  /// @param directory directory of the files, created if it does not exist; files are replaced
  /// @throws StoreException.ExportFailed if a file cannot be written
  public static List<Written> write(List<Path> runs, Path directory) {
    Path spill = directory.resolve(".spill");
    try {
      Files.createDirectories(directory);
      // The tables may be larger than memory, so they are in a file until the end.
      Path database = Files.createTempFile(directory, ".export", ".duckdb");
      Files.delete(database);
      try (DuckDBConnection connection = DuckDb.connect(database.toString(), spill);
          Statement sql = connection.createStatement()) {
        for (StoredTable table : StoredTable.values()) {
          sql.execute(table.creation());
        }
        load(runs, connection, sql);
        return copies(directory, sql);
      } finally {
        Files.deleteIfExists(database);
        Files.deleteIfExists(Path.of(database + ".wal"));
        Files.deleteIfExists(spill);
      }
    } catch (SQLException | IOException e) {
      throw new StoreException.ExportFailed(directory, e);
    }
  }

  private static void load(List<Path> runs, DuckDBConnection connection, Statement sql)
      throws SQLException {
    Map<Path, List<String>> byRoot = new LinkedHashMap<>();
    TreeSet<String> names = new TreeSet<>();
    for (Path run : runs) {
      Path path = run.toAbsolutePath().normalize();
      String name = String.valueOf(path.getFileName());
      if (!names.add(name)) {
        throw new SQLException("two runs have the directory name " + name + "; rename one of them");
      }
      byRoot.computeIfAbsent(path.resolveSibling(""), root -> new ArrayList<>()).add(name);
    }
    for (Map.Entry<Path, List<String>> root : byRoot.entrySet()) {
      RunLoader loader = new RunLoader(root.getKey(), connection, sql);
      loader.stage(root.getValue(), Map.of());
      loader.insert();
      new RequestLoader(root.getKey(), connection, sql, true).load(root.getValue());
    }
  }

  private static List<Written> copies(Path directory, Statement sql) throws SQLException {
    List<Written> written = new ArrayList<>();
    for (StoredTable table : StoredTable.values()) {
      long rows;
      try (ResultSet count = sql.executeQuery("SELECT count(*) FROM " + table.word())) {
        count.next();
        rows = count.getLong(1);
      }
      if (rows > 0) {
        Path file = directory.resolve(table.word() + ".parquet");
        sql.execute(
            "COPY %s TO %s (FORMAT parquet, COMPRESSION zstd)"
                .formatted(table.word(), DuckDb.text(file.toString())));
        written.add(new Written(file, rows));
      }
    }
    return written;
  }
}
