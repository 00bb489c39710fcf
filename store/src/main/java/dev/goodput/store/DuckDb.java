package dev.goodput.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Properties;
import java.util.stream.Collectors;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/// Connections to DuckDB with bounded memory, which never download an extension.
final class DuckDb {
  private static final String MEMORY = "2GB";

  private DuckDb() {}

  /// @param file the database's file; empty for one in memory
  /// @param spill directory for what does not fit into memory; null for none
  static DuckDBConnection connect(String file, @Nullable Path spill) throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("memory_limit", MEMORY);
    settings.setProperty("threads", String.valueOf(Runtime.getRuntime().availableProcessors()));
    settings.setProperty("autoinstall_known_extensions", "false");
    settings.setProperty("autoload_known_extensions", "false");
    settings.setProperty("temp_directory", spill == null ? "" : spill.toString());
    Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file, settings);
    return connection.unwrap(DuckDBConnection.class);
  }

  /// Returns a text literal.
  static String text(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  /// Returns a list of text literals, as `['a', 'b']`.
  static String texts(Collection<String> values) {
    return values.stream().map(DuckDb::text).collect(Collectors.joining(", ", "[", "]"));
  }
}
