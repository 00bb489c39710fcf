package dev.goodput.app.review;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.app.main.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `goodput export ROLLUPS.jsonl`, read back by DuckDB, against the figures of the JSON lines.
class RollupParquetTest {
  private static final List<String> COUNTERS =
      List.of("requests", "ok", "failed", "cancelled", "attempts", "input_tokens", "output_tokens");

  @TempDir private Path directory;

  private static double one(String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement();
        ResultSet found = sql.executeQuery(query)) {
      found.next();
      return found.getDouble(1);
    }
  }

  @Test
  void holdsTheSumsOfAllDeltas() throws IOException, SQLException {
    Path log = directory.resolve("log");
    new PlantedWeek(log).leaving(0.2).write(PlantedWeek.UNTIL.minus(Duration.ofHours(6)));
    Path file = PlantedRollups.write(log, directory.resolve("rollups.jsonl"));
    List<String> lines = Files.readAllLines(file);
    List<String> twice = new ArrayList<>(lines);
    twice.addAll(lines); // as late events would change each window
    Files.write(file, twice);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String[] typed = {
      "export", file.toString(), "--to", "parquet", "--out", directory.resolve("out").toString()
    };
    int exit =
        Main.run(typed, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    assertThat(exit).as(err.toString(UTF_8)).isZero();

    Path parquet = directory.resolve("out/rollups.parquet");
    String rows = String.format(Locale.ROOT, "%,d rows", lines.size());
    assertThat(out.toString(UTF_8)).isEqualTo(parquet + "  " + rows + "\n");
    List<JsonNode> windows = lines.stream().map(JsonMapper.shared()::readTree).toList();
    for (String each : COUNTERS) {
      double sum = 2.0 * windows.stream().mapToLong(window -> window.get(each).longValue()).sum();
      assertThat(one("SELECT sum(%s) FROM '%s'".formatted(each, parquet))).as(each).isEqualTo(sum);
    }
    long good =
        windows.stream()
            .flatMap(window -> window.get("slos").valueStream())
            .mapToLong(slo -> slo.get("good").longValue())
            .sum();
    assertThat(one("SELECT sum(slo_good) FROM '%s'".formatted(parquet))).isEqualTo(2.0 * good);
    JsonNode first = windows.getFirst();
    String where =
        "window_start = '%s' AND tenant = '%s'"
            .formatted(
                first.get("window_start").stringValue().replace("Z", ""),
                first.get("tenant").stringValue());
    assertThat(one("SELECT ttft_p50_ms FROM '%s' WHERE %s".formatted(parquet, where)))
        .isEqualTo(first.get("ttft").get("p50_ms").doubleValue(), within(1e-9));
    assertThat(one("SELECT count(*) FROM '%s' WHERE rollup IS NULL".formatted(parquet))).isZero();
  }
}
