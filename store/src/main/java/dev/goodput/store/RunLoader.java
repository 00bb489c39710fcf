package dev.goodput.store;

import dev.goodput.history.HistoryException;
import dev.goodput.history.RunStore;
import dev.goodput.history.StoredRun;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/// A reader of manifests and result documents into the tables of runs and levels. DuckDB parses the
/// documents, on all cores.
///
/// The rows are staged in temporary tables first, outside of a transaction, because an error in a
/// document would end it.
final class RunLoader {
  private static final String RESULT = "result.json";

  /// The columns of runs that come from the document; the others come from the directory and its
  /// manifest.
  private static final Set<String> OF_DOCUMENT =
      Set.of("schema", "interrupted", "slo", "repeats", "search", "saturate", "faults");

  private static final List<TableColumn> STAGED =
      StoredTable.RUNS.columns().stream()
          .filter(column -> !OF_DOCUMENT.contains(column.name()))
          .toList();

  private final Path root;
  private final RunStore store;
  private final DuckDBConnection connection;
  private final Statement sql;

  RunLoader(Path root, DuckDBConnection connection, Statement sql) throws SQLException {
    this.root = root;
    this.store = RunStore.at(root);
    this.connection = connection;
    this.sql = sql;
    sql.execute(
        "CREATE OR REPLACE TEMP TABLE staged (%s, state VARCHAR)".formatted(definitions(STAGED)));
    sql.execute("CREATE OR REPLACE TEMP TABLE documents (directory VARCHAR, document JSON)");
    sql.execute("CREATE OR REPLACE TEMP TABLE problems (directory VARCHAR, text VARCHAR)");
  }

  private static String definitions(List<TableColumn> columns) {
    return columns.stream().map(TableColumn::definition).collect(Collectors.joining(", "));
  }

  /// Reads runs into temporary tables.
  ///
  /// @param states the state of each run, to be stored with it
  void stage(List<String> runs, Map<String, String> states) throws SQLException {
    sql.execute("DELETE FROM staged");
    sql.execute("DELETE FROM documents");
    sql.execute("DELETE FROM problems");
    try (DuckDBAppender staged = connection.createAppender("staged")) {
      for (String run : runs) {
        staged.beginRow();
        stage(run, staged);
        staged.append(states.get(run)).endRow();
      }
    }
    documents(runs.stream().filter(run -> Files.exists(result(run))).toList());
  }

  private Path result(String run) {
    return root.resolve(run).resolve(RESULT);
  }

  private void stage(String name, DuckDBAppender row) throws SQLException {
    Path path = root.resolve(name);
    row.append(name).append(path.toString());
    try {
      StoredRun run = store.find(path.toString());
      row.append(run.id()).append(run.name()).append(run.baselines());
      row.append(RunKind.of(run.manifest()).name().toLowerCase(Locale.ROOT));
      row.append(run.started().map(at -> LocalDateTime.ofInstant(at, ZoneOffset.UTC)).orElse(null));
      row.append(fact(run, "run.command")).append(fact(run, "goodput.version"));
      row.append(seed(run));
      row.append(fact(run, "run.workload")).append(fact(run, "run.arrivals"));
      row.append(fact(run, "target.model")).append(fact(run, "target.url"));
      row.append(fact(run, "target.server")).append(fact(run, "host.name"));
      row.append(run.manifest().values());
      row.append(Files.exists(path.resolve(RESULT)) ? null : "no " + RESULT);
    } catch (RecordException | HistoryException e) {
      for (int i = 2; i < STAGED.size() - 1; i++) {
        row.appendNull();
      }
      row.append(String.valueOf(e.getMessage()));
    }
  }

  private static @Nullable String fact(StoredRun run, String key) {
    return run.fact(key).orElse(null);
  }

  private static @Nullable Long seed(StoredRun run) {
    String seed = fact(run, "run.seed");
    return seed != null && seed.matches("-?\\d{1,18}") ? Long.valueOf(seed) : null;
  }

  /// Reads documents. If one of them is damaged, none is read; then each half is tried, down to the
  /// damaged one.
  private void documents(List<String> runs) throws SQLException {
    if (runs.isEmpty()) {
      return;
    }
    List<String> files = runs.stream().map(run -> result(run).toString()).toList();
    // An error closes its statement.
    try (Statement reading = connection.createStatement()) {
      reading.execute(
          "INSERT INTO documents SELECT parse_path(filename)[-2], content::JSON FROM read_text(%s)"
              .formatted(DuckDb.texts(files)));
    } catch (SQLException e) {
      int half = runs.size() / 2;
      if (half == 0) {
        sql.execute(
            "INSERT INTO problems VALUES (%s, %s)"
                .formatted(
                    DuckDb.text(runs.getFirst()),
                    DuckDb.text(RESULT + " is damaged: " + StoreException.reason(e))));
      } else {
        documents(runs.subList(0, half));
        documents(runs.subList(half, runs.size()));
      }
    }
  }

  /// Moves the staged rows to the tables.
  void insert() throws SQLException {
    String values =
        StoredTable.RUNS.columns().stream().map(RunLoader::value).collect(Collectors.joining(", "));
    sql.execute(
        """
        INSERT INTO runs SELECT %s FROM staged s
        LEFT JOIN (SELECT directory, %s AS part FROM documents) d ON d.directory = s.run
        LEFT JOIN problems p ON p.directory = s.run
        """
            .formatted(values, transformed("document", documentColumns())));
    // One level at a time: DuckDB is slow at a list of large structs.
    List<TableColumn> columns =
        StoredTable.LEVELS.columns().stream().filter(RunLoader::isOfLevel).toList();
    String fields =
        columns.stream().map(column -> "part." + column.quoted()).collect(Collectors.joining(", "));
    sql.execute(
        """
        INSERT INTO levels SELECT directory, number - 1, %s FROM
        (SELECT directory, number, %s AS part FROM
        (SELECT directory, unnest(levels) AS level, generate_subscripts(levels, 1) AS number FROM
        (SELECT directory, json_extract(document, '$.levels[*]') AS levels FROM documents)))
        """
            .formatted(fields, transformed("level", columns)));
  }

  /// Stores the states of the staged runs.
  void insertStates() throws SQLException {
    sql.execute("INSERT INTO sources SELECT run, state, false FROM staged");
  }

  private static boolean isOfLevel(TableColumn column) {
    return !column.name().equals("run") && !column.name().equals("level");
  }

  private static List<TableColumn> documentColumns() {
    List<TableColumn> parts = new ArrayList<>();
    parts.add(new TableColumn("run", "STRUCT(\"interrupted\" BOOLEAN)", ""));
    StoredTable.RUNS.columns().stream()
        .filter(column -> OF_DOCUMENT.contains(column.name()))
        .filter(column -> !column.name().equals("interrupted"))
        .forEach(parts::add);
    return parts;
  }

  /// Returns the conversion of a JSON value to a struct with the given fields.
  private static String transformed(String value, List<TableColumn> fields) {
    String type = "\"STRUCT(" + definitions(fields).replace("\"", "\\\"") + ")\"";
    return "json_transform(%s, %s)".formatted(value, DuckDb.text(type));
  }

  private static String value(TableColumn column) {
    return switch (column.name()) {
      case "interrupted" -> "d.part.run.interrupted";
      case "problem" -> "coalesce(s.problem, p.text)";
      default -> (OF_DOCUMENT.contains(column.name()) ? "d.part." : "s.") + column.quoted();
    };
  }
}
