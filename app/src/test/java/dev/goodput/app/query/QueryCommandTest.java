package dev.goodput.app.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.app.main.Main;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.store.StoredTable;
import dev.goodput.store.TableColumn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class QueryCommandTest {
  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    out.reset();
    err.reset();
    return Main.run(args, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }

  private String text(String... args) {
    assertThat(run(args)).as(err.toString(UTF_8)).isZero();
    return out.toString(UTF_8);
  }

  private void stored(int day, double ttftP95) throws IOException {
    String name = "run%02d".formatted(day);
    Manifest manifest =
        Manifest.empty()
            .with("run.id", name)
            .with("run.started", "2026-11-%02dT06:14:42Z".formatted(day))
            .with("run.workload", "azure-conv")
            .with("target.model", "llama-3.1-8b");
    Path path = RunDirectory.create(directory.resolve(name), manifest).path();
    Files.writeString(
        path.resolve("result.json"),
        """
        {"schema": "goodput.result/1", "run": {"interrupted": false},
         "levels": [{"name": "poisson, 8/s", "ending": "complete", "client": {"verdict": "trusted"},
         "ttft_ms": {"p95": %s}}]}
        """
            .formatted(ttftP95));
  }

  @Test
  void printsATable() throws IOException {
    stored(1, 118.5);
    stored(2, 9.5);
    assertThat(
            text(
                "query",
                "--root",
                directory.toString(),
                "select run, ttft_ms.p95, slo_met from levels order by run;"))
        .isEqualTo(
            """
             run     p95 slo_met
             run01 118.5
             run02   9.5

             2 rows
            """
                .replace("\n", System.lineSeparator()));
  }

  @Test
  void printsCsvAndJson() throws IOException {
    stored(1, 118.5);
    String root = directory.toString();
    String query = "select run, name, slo_met from levels";
    assertThat(text("query", "--root", root, "--csv", query))
        .isEqualTo("run,name,slo_met\r\nrun01,\"poisson, 8/s\",\r\n");
    JsonNode rows = JsonMapper.shared().readTree(text("query", "--root", root, "--json", query));
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).get("name").asString()).isEqualTo("poisson, 8/s");
    assertThat(rows.get(0).get("slo_met").isNull()).isTrue();
    assertThat(
            JsonMapper.shared()
                .readTree(text("query", "--root", root, "--json", query + " limit 0")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select nix from runs | query: Binder Error: Referenced column \"nix\" not found",
        "selec 1 | query: syntax error at or near \"selec\"",
        "drop table runs | must be one SELECT, DESCRIBE or SUMMARIZE",
        "select * from gone | Table with name gone does not exist"
      })
  void explainsABadQuery(String query, String error) throws IOException {
    stored(1, 118.5);
    assertThat(run("query", "--root", directory.toString(), query)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(error).doesNotContain("internal fault");
  }

  @Test
  void explainsAMissingQueryOrRoot() {
    assertThat(run("query")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("which query?");
    assertThat(run("query", "--root", directory.resolve("no").toString(), "select 1")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("is not a directory");
    assertThat(run("query", "--csv", "--json", "select 1")).isEqualTo(2);
    assertThat(run("query", "--tables", "select 1")).isEqualTo(2);
  }

  @Test
  void listsTheTablesOfTheReference() throws IOException {
    String list = text("query", "--tables");
    String page = Files.readString(Path.of("..", "docs", "reference", "query.md"));
    for (StoredTable table : StoredTable.values()) {
      assertThat(page).contains("### " + table.word() + "\n\n" + table.text());
      for (TableColumn column : table.columns()) {
        assertThat(page)
            .contains("| `" + column.name() + "` |")
            .contains("| " + column.text() + " |");
        assertThat(table.isQueryable() ? list : column.name()).contains(column.name());
      }
    }
    assertThat(list.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void marksAChangePointAndExitsWithZero() throws IOException {
    for (int day = 1; day <= 30; day++) {
      stored(day, day <= 18 ? 100 + day % 3 : 120 + day % 3);
    }
    String root = directory.toString();
    assertThat(text("runs", "trend", "--root", root, "--metric", "ttft_p95"))
        .contains("30 runs, 2026-11-01 06:14 to 2026-11-30 06:14 UTC")
        .contains("2026-11-19 06:14  101 ms → 121 ms, +19.8 % worse, p < 0.001")
        .contains("first run: run19");
    String document = text("runs", "trend", "--root", root, "--json");
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Path.of("..", "docs", "trend.schema.json")))
                .validate(document, InputFormat.JSON))
        .isEmpty();
    JsonNode metrics = JsonMapper.shared().readTree(document).at("/series/0/metrics");
    assertThat(metrics).hasSize(5);
    assertThat(metrics.at("/1/change_points/0/run").asString()).isEqualTo("run19");
    assertThat(metrics.at("/0/tested").asBoolean()).isFalse();
  }

  @Test
  void explainsATrendWithoutRuns() throws IOException {
    stored(1, 118.5);
    String root = directory.toString();
    assertThat(run("runs", "trend", "--root", root, "--tag", "main")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("no runs with results in the baseline \"main\"");
    assertThat(run("runs", "trend", "--root", root, "--metric", "ttft_p59")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--metric: no metric \"ttft_p59\"");
    assertThat(text("runs", "trend", "--root", root)).contains("need 20 runs");
  }

  @Test
  void exportsParquetThatReadsBack() throws IOException {
    stored(1, 118.5);
    stored(2, 9.5);
    String root = directory.toString();
    Path export = directory.resolve("export");
    List<String> lines =
        text(
                "export",
                "run01",
                "run02",
                "--root",
                root,
                "--to",
                "parquet",
                "--out",
                export.toString())
            .lines()
            .toList();
    assertThat(lines)
        .containsExactly(
            export.resolve("runs.parquet") + "  2 rows",
            export.resolve("levels.parquet") + "  2 rows");
    assertThat(
            text(
                "query",
                "--root",
                root,
                "--csv",
                "select sum(ttft_ms.p95) from '" + export.resolve("levels.parquet") + "'"))
        .endsWith("\r\n128.0\r\n");
    try (var files = Files.list(export)) {
      assertThat(files).hasSize(2);
    }
    assertThat(run("export", "run01", "--root", root, "--to", "csv", "--out", "x")).isEqualTo(2);
    assertThat(run("export", "run01", "--root", root, "--to", "parquet")).isEqualTo(2);
    assertThat(run("export", "no", "--root", root, "--to", "parquet", "--out", "x")).isEqualTo(2);
  }
}
