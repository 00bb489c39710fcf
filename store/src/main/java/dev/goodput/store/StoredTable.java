package dev.goodput.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A table of stored runs. The columns are declared in the resource `tables.tsv`: a line per column
/// with name, type and text, below a line with the table's name and text.
public enum StoredTable {
  /// One row per run directory.
  RUNS,
  /// One row per load level of a run.
  LEVELS,
  /// One row per attempt at a request of a measured run.
  REQUESTS,
  /// One row per attempt at a request that passed through a gateway.
  GATEWAY_REQUESTS,
  /// One row per chunk of a response; only exported.
  CHUNKS;

  /// The statistics of a distribution in `result.json`, by their names there.
  private static final String DISTRIBUTION =
      "STRUCT(\"count\" BIGINT, \"mean\" DOUBLE, \"std\" DOUBLE, \"min\" DOUBLE, \"p50\" DOUBLE,"
          + " \"p90\" DOUBLE, \"p95\" DOUBLE, \"p99\" DOUBLE, \"p999\" DOUBLE, \"max\" DOUBLE,"
          + " \"exact\" BOOLEAN, \"n_effective\" DOUBLE)";

  /// Returns its name in SQL.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Returns what it holds.
  public String text() {
    return Declarations.of(this).getFirst().getLast();
  }

  /// Returns its columns in order.
  public List<TableColumn> columns() {
    return Declarations.of(this).stream()
        .skip(1)
        .map(line ->
            new TableColumn(
                line.getFirst(), line.get(1).replace("DISTRIBUTION", DISTRIBUTION), line.getLast()))
        .toList();
  }

  /// Returns whether `goodput query` has it.
  public boolean isQueryable() {
    return this != CHUNKS;
  }

  /// Returns whether its rows are read from the logs of requests, which takes longer than reading
  /// the results.
  boolean isOfRequests() {
    return this == REQUESTS || this == GATEWAY_REQUESTS;
  }

  /// Returns the tables that a query can name.
  public static List<StoredTable> queryable() {
    return Arrays.stream(values()).filter(StoredTable::isQueryable).toList();
  }

  /// Returns the statement that creates it.
  String creation() {
    return columns().stream()
        .map(TableColumn::definition)
        .collect(Collectors.joining(", ", "CREATE TABLE " + word() + " (", ")"));
  }

  /// The lines of the resource.
  private static final class Declarations {
    private static final List<List<String>> LINES = read();

    private Declarations() {}

    /// Returns the heading of a table and the lines of its columns, split into fields.
    static List<List<String>> of(StoredTable table) {
      int heading =
          IntStream.range(0, LINES.size())
              .filter(i -> LINES.get(i).getFirst().equals("#" + table.word()))
              .findFirst()
              .orElseThrow();
      return Stream.concat(
              Stream.of(LINES.get(heading)),
              LINES.stream().skip(heading + 1).takeWhile(line -> !line.getFirst().startsWith("#")))
          .toList();
    }

    private static List<List<String>> read() {
      try (InputStream in = StoredTable.class.getResourceAsStream("tables.tsv")) {
        String all = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        return all.lines()
            .filter(line -> !line.isBlank())
            .map(line -> List.of(line.split("\t")))
            .toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
