package dev.goodput.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunKind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunDatabaseTest {
  @TempDir private Path directory;
  private PlantedRuns planted = new PlantedRuns(Path.of(""));
  private final List<String> progress = new ArrayList<>();

  @BeforeEach
  void begin() {
    planted = new PlantedRuns(directory);
  }

  private List<List<@Nullable String>> rows(String query) {
    return rows(List.of(directory), query);
  }

  private List<List<@Nullable String>> rows(List<Path> roots, String query) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    try (RunDatabase runs = RunDatabase.open(roots, RunDatabase.tables(query), progress::add)) {
      runs.query(
          query,
          new QuerySink() {
            @Override
            public void columns(List<String> names, List<String> types) {
              assertThat(names).hasSameSizeAs(types);
            }

            @Override
            public void row(List<@Nullable String> values) {
              rows.add(values);
            }
          });
    }
    return rows;
  }

  @Test
  void readsManifestsAndResults() throws IOException {
    planted.run("a", 14, 118.5);
    assertThat(
            rows(
                "SELECT run, id, kind, started, seed, workload, model, schema, interrupted,"
                    + " slo.name, manifest['target.url'], baselines, problem FROM runs"))
        .containsExactly(
            row(
                "a",
                "a",
                "levels",
                "2026-11-21 06:14:42.5",
                "42",
                "azure-conv",
                "llama-3.1-8b",
                "goodput.result/1",
                "false",
                "chat",
                "http://gpu:8000",
                "[]",
                null));
    assertThat(
            rows(
                "SELECT run, level, name, slo_met, ttft_ms.p95, ttft_ms.p99, ttft_ms.count, rps,"
                    + " totals.by_outcome['ok'], goodput.attainment, server->>'preemptions'"
                    + " FROM levels"))
        .containsExactly(
            row("a", "0", "poisson 4/s", "true", "118.5", null, "100", "7.5", "7", "0.97", "3"));
  }

  @Test
  void readsRequestsByTheirKindOfRun() throws IOException {
    Path run = planted.directory("a", 14, Manifest.empty());
    PlantedRuns.requests(run, 4, null);
    Path log = planted.directory("b", 15, Manifest.empty().with(RunKind.TRAFFIC_LOG.key(), "1"));
    PlantedRuns.requests(log, 3, "acme");
    assertThat(
            rows(
                "SELECT run, count(*), sum(output_tokens), sum(first_token_ns - intended_ns),"
                    + " max(started), count(status), min(error) FROM requests GROUP BY ALL"))
        .containsExactly(
            row("a", "4", "10", "400", "2026-11-21 06:14:45.5", "2", "busy, \"later\""));
    assertThat(
            rows(
                "SELECT run, tenant, session_name, sum(answer_bytes) FROM gateway_requests GROUP BY"
                    + " ALL"))
        .containsExactly(row("b", "acme", null, "12"));
  }

  @Test
  void followsTheDirectories() throws IOException {
    Path a = planted.run("a", 14, 100);
    planted.run("b", 15, 200);
    String query = "SELECT run, ttft_ms.p95 FROM levels ORDER BY run";
    assertThat(rows(query)).containsExactly(row("a", "100.0"), row("b", "200.0"));
    PlantedRuns.result(a, "poisson 4/s", 101);
    Files.setLastModifiedTime(a.resolve("result.json"), FileTime.from(Instant.EPOCH));
    planted.run("c", 16, 300);
    delete(directory.resolve("b"));
    assertThat(rows(query)).containsExactly(row("a", "101.0"), row("c", "300.0"));
    Files.createDirectories(a.resolve("tags"));
    Files.createFile(a.resolve("tags").resolve("baseline.main"));
    assertThat(rows("SELECT run FROM runs WHERE list_contains(baselines, 'main')"))
        .containsExactly(row("a"));
    assertThat(rows("SELECT run, count(*) FROM requests GROUP BY ALL ORDER BY ALL"))
        .containsExactly(row("a", "1"), row("c", "1"));
    assertThat(progress).isEmpty();
  }

  @Test
  void namesDamagedRunsAndReadsTheOthers() throws IOException {
    planted.run("a", 14, 100);
    Files.writeString(planted.run("b", 15, 200).resolve("result.json"), "{\"levels\": [");
    Files.writeString(planted.run("c", 16, 300).resolve("manifest.properties"), "no manifest");
    planted.directory("d", 17, Manifest.empty());
    Files.write(planted.run("e", 18, 500).resolve("records.log"), new byte[] {1, 2, 3, 4, 5, 6, 7});
    rows("SELECT * FROM requests");
    List<List<@Nullable String>> found = rows("SELECT run, problem FROM runs ORDER BY run");
    assertThat(found).hasSize(5);
    assertThat(found.get(0)).isEqualTo(row("a", null));
    assertThat(found.get(1).get(1)).startsWith("result.json is damaged: ");
    assertThat(found.get(2).get(1)).contains("manifest.properties");
    assertThat(found.get(3).get(1)).isEqualTo("no result.json");
    assertThat(rows("SELECT run FROM levels ORDER BY run"))
        .containsExactly(row("a"), row("c"), row("e"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "cut", "flipped"})
  void rebuildsADamagedCache(String damage) throws IOException {
    for (int i = 0; i < 20; i++) {
      planted.run("run" + i, i, 100 + i);
    }
    String query = "SELECT sum(ttft_ms.p95) FROM levels";
    assertThat(rows(query)).containsExactly(row("2190.0"));
    Path file = directory.resolve(".cache").resolve("runs.duckdb");
    switch (damage) {
      case "garbage" -> Files.writeString(file, "not a database, but longer than a header");
      case "cut" -> cut(file);
      default -> flip(file);
    }
    assertThat(rows(query)).containsExactly(row("2190.0"));
    assertThat(progress).hasSize(1);
    assertThat(progress.getFirst()).startsWith("the cache " + file + " cannot be used");
    assertThat(rows(query)).containsExactly(row("2190.0"));
    assertThat(progress).hasSize(1);
  }

  private static void cut(Path file) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.setLength(bytes.length() / 2);
    }
  }

  /// Inverts a byte in each block behind the header.
  private static void flip(Path file) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      for (long at = 12_288 + 5_000; at < bytes.length(); at += 65_536) {
        bytes.seek(at);
        int value = bytes.read();
        bytes.seek(at);
        bytes.write(~value);
      }
    }
  }

  /// Damage to the rows of one table does not show before a query reads them.
  @Test
  void rebuildsACacheThatIsDamagedWhereAQueryReads() throws IOException {
    for (int i = 0; i < 20; i++) {
      planted.run("run" + i, i, 100 + i);
    }
    String query = "SELECT sum(ttft_ms.p95) FROM levels";
    rows(query);
    Path file = directory.resolve(".cache").resolve("runs.duckdb");
    byte[] intact = Files.readAllBytes(file);
    int rebuilt = 0;
    for (int at = 12_288 + 5_000; at < intact.length; at += 65_536) {
      byte[] damaged = intact.clone();
      damaged[at] = (byte) ~damaged[at];
      Files.write(file, damaged);
      progress.clear();
      assertThat(rows(query)).as("byte %d", at).containsExactly(row("2190.0"));
      assertThat(progress).hasSizeLessThanOrEqualTo(1);
      rebuilt += progress.size();
    }
    assertThat(rebuilt).isPositive();
  }

  @Test
  void rebuildsTheCacheOfAnotherVersion() throws Exception {
    planted.run("a", 14, 100);
    rows("SELECT * FROM runs");
    String file = directory.resolve(".cache").resolve("runs.duckdb").toString();
    try (var connection = DuckDb.connect(file, null);
        var sql = connection.createStatement()) {
      sql.execute("UPDATE layout SET tables = 'those of 1997'");
    }
    assertThat(rows("SELECT run FROM runs")).containsExactly(row("a"));
    assertThat(progress.getFirst()).contains("another version of Goodput");
  }

  @Test
  void joinsSeveralRoots() throws IOException {
    Path logs = directory.resolve("logs");
    planted.run("a", 14, 100);
    new PlantedRuns(logs).run("b", 15, 200);
    assertThat(rows(List.of(directory, logs), "SELECT run FROM levels ORDER BY run"))
        .containsExactly(row("a"), row("b"));
  }

  @Test
  void passesOnJson() throws IOException {
    planted.run("a", 14, 100);
    List<String> rows = new ArrayList<>();
    try (RunDatabase runs =
        RunDatabase.open(List.of(directory), Set.of(StoredTable.LEVELS), progress::add)) {
      runs.queryJson("SELECT run, ttft_ms.p95, ttft_ms.p99 AS p99 FROM levels -- all;", rows::add);
    }
    assertThat(rows).containsExactly("{\"run\":\"a\",\"p95\":100.0,\"p99\":null}");
  }

  @Test
  void findsTheTablesOfAQuery() {
    assertThat(
            RunDatabase.tables(
                "SELECT requests.ok FROM levels WHERE run IN (SELECT run FROM Gateway_Requests)"))
        .containsExactly(StoredTable.LEVELS, StoredTable.GATEWAY_REQUESTS);
    assertThat(RunDatabase.tables("SUMMARIZE requests")).containsExactly(StoredTable.REQUESTS);
    assertThatThrownBy(() -> RunDatabase.tables("SELEC 1"))
        .isInstanceOf(StoreException.BadQuery.class)
        .hasMessage("query: syntax error at or near \"SELEC\"");
    assertThatThrownBy(() -> RunDatabase.tables("DROP TABLE runs"))
        .hasMessageContaining("must be one SELECT");
  }

  @Test
  void makesSeriesOfComparableRuns() throws IOException {
    planted.run("b", 15, 200);
    planted.run("a", 14, 100);
    planted.run("c", 13, 50);
    PlantedRuns.result(directory.resolve("c"), "poisson 8/s", 50);
    // A copy of a run, and a level that was cut short, do not count.
    Path copy = planted.directory("copy", 14, Manifest.empty());
    Files.writeString(
        copy.resolve("manifest.properties"),
        Files.readString(directory.resolve("a").resolve("manifest.properties")));
    PlantedRuns.result(copy, "poisson 4/s", 100);
    Path stopped = planted.run("d", 16, 400);
    Files.writeString(
        stopped.resolve("result.json"),
        Files.readString(stopped.resolve("result.json")).replace("complete", "stopped"));
    try (RunDatabase runs =
        RunDatabase.open(List.of(directory), Set.of(StoredTable.LEVELS), progress::add)) {
      List<RunSeries> series =
          new TrendQuery(
                  List.of(ComparedMetric.TTFT_P95, ComparedMetric.TPOT_P95), null, "AZURE", null)
              .run(runs);
      assertThat(series).hasSize(2);
      assertThat(series.getFirst().load()).isEqualTo("poisson 4/s");
      assertThat(series.getFirst().runs())
          .extracting(RunSeries.Run::name, run -> run.values().getFirst())
          .containsExactly(tuple("a", 100.0), tuple("b", 200.0));
      assertThat(series.getFirst().runs().getFirst().values().get(1)).isNull();
      assertThat(new TrendQuery(List.of(ComparedMetric.TTFT_P95), "main", null, null).run(runs))
          .isEmpty();
    }
  }

  private static List<@Nullable String> row(@Nullable String... values) {
    List<@Nullable String> row = new ArrayList<>();
    for (String value : values) {
      row.add(value);
    }
    return row;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }
}
