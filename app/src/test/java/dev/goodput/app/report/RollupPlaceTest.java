package dev.goodput.app.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.goodput.app.main.Spoken;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupJson;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.RollupRange;
import dev.goodput.telemetry.SparseHistogram;
import dev.goodput.telemetry.WindowRollup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reports of roll-ups that are not in a file: a live page, and places that cannot be read.
class RollupPlaceTest {
  private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

  @TempDir private Path folder;
  private final Spoken typed = new Spoken();
  private final List<String> asked = new ArrayList<>();
  private HttpServer server;
  private String lines = "";
  private int status = 200;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/rollups", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      asked.add(exchange.getRequestURI().getQuery());
      byte[] body = lines.getBytes(UTF_8);
      exchange.sendResponseHeaders(status, Math.max(1, body.length));
      exchange.getResponseBody().write(body.length == 0 ? new byte[] {'\n'} : body);
    }
  }

  private String place() {
    return "fleet://127.0.0.1:" + server.getAddress().getPort();
  }

  private void refused(String message, String... args) {
    assertThat(typed.run(args)).isEqualTo(2);
    assertThat(typed.err()).contains(message);
  }

  @Test
  void aLivePageGivesTheReportOfTheFile() throws IOException {
    Rollup sums = new Rollup(SparseHistogram.COARSE_BITS);
    sums.add(RollupReportTest.event(true));
    StringBuilder all = new StringBuilder();
    for (int hour = 0; hour < 3; hour++) {
      long start = START.toEpochMilli() + hour * 3_600_000L;
      RollupKey key = new RollupKey(0, "", "", "", "");
      all.append(RollupJson.write(new WindowRollup(start, 3_600_000, key, sums))).append('\n');
    }
    lines = all.toString();
    Path file = Files.writeString(folder.resolve("rollups.jsonl"), lines);
    String[] rest = {"--from", "2026-11-01", "--to", "2026-11-01T03:00:00Z", "--json"};

    assertThat(typed.run(List.of("report", file.toString()), rest)).as(typed.err()).isZero();
    String ofFile = typed.out();
    assertThat(typed.run(List.of("report", place()), rest)).as(typed.err()).isZero();
    assertThat(typed.out()).isEqualTo(ofFile).contains("\"exact\" : false");
    long start = START.toEpochMilli();
    assertThat(asked)
        .containsExactly(new RollupRange(start, start + 3 * 3_600_000L, false).query());

    assertThat(typed.run("export", place(), "--to", "parquet", "--out", folder.toString()))
        .as(typed.err())
        .isZero();
    assertThat(typed.out()).endsWith("rollups.parquet  3 rows\n");
  }

  @Test
  void whatCannotBeReadIsNamed() {
    refused(place() + " holds no roll-ups of this time", "report", place());
    status = 401;
    refused("needs the token of goodput-fleet live in the", "report", place());
    status = 502;
    lines = "no answer from Kafka\n";
    refused("answered with status 502: no answer from Kafka", "report", place());
    status = 200;
    refused(place() + " line 1: not a roll-up", "report", place());
    refused(
        "cannot read fleet://127.0.0.1:1: nothing listens there", "report", "fleet://127.0.0.1:1");
    refused("must be like fleet://host:9400", "report", "fleet://my_host");
    refused("a port of at most 65535", "report", "fleet://127.0.0.1:65536");
    refused("must be like fleet://host:9400", "report", "fleet://me:SECRET@h:1");
    assertThat(typed.err()).doesNotContain("SECRET");
    refused("must be like kafka://broker:9092/goodput", "report", "kafka://me:SECRET@b/t");
    assertThat(typed.err()).doesNotContain("SECRET");
    refused("which are reported alone; remove run", "report", place(), "run");
    refused("has roll-ups, which hold no targets; add --slo", "review", "--log", place());
  }
}
