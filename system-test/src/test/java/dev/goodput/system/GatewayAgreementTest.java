package dev.goodput.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a gateway logs of a bench that asks through it is what the bench tells. Each span of time
/// that the gateway measures lies within one of the bench's, so that it is shorter on any machine.
/// The bench asks one request after another: they come in the same order on both sides.
@Tag("system")
class GatewayAgreementTest {
  private static final int REQUESTS = 20;

  @TempDir private Path directory;
  private final List<Cli.Running> running = new ArrayList<>();
  private JsonNode bench;
  private JsonNode gateway;
  private List<JsonNode> requested;
  private List<JsonNode> passed;

  @BeforeEach
  void benchThroughAGateway() throws Exception {
    String engine = start("simulate", "--port", "0").address();
    Cli.Running between =
        start(
            ("gateway --log log --listen 127.0.0.1:0 --admin 127.0.0.1:0 --upstream " + engine)
                .split(" "));
    between.await(between.err(), "live page");
    String load = " --concurrency 1 --requests 20 --output-tokens 10-40 --warmup 0 --out run";
    bench = level("bench --json --quiet --url " + address(between) + load);
    between.signal("TERM");
    assertThat(Cli.ended(between).exit()).isEqualTo(143);

    requested = rows("run/requests.jsonl");
    String report = "report --json --quiet " + log();
    level(report + " --jsonl passed.jsonl");
    List<JsonNode> all = rows("passed.jsonl");
    passed = all.subList(all.size() - REQUESTS, all.size());
    // What the bench asks before its run is in no figure of its own.
    long begin = passed.getFirst().get("received_ns").asLong() / 1_000_000;
    gateway = level(report + " --warmup " + begin + "ms");
  }

  @AfterEach
  void end() throws InterruptedException {
    for (Cli.Running each : running) {
      each.process().destroyForcibly().waitFor();
    }
  }

  private Cli.Running start(String... arguments) {
    Cli.Running begun = new Cli(directory).start(Map.of(), arguments);
    running.add(begun);
    return begun;
  }

  private static String address(Cli.Running gateway) {
    String message = gateway.errors();
    int begin = message.indexOf("127.0.0.1:");
    return "http://" + message.substring(begin, message.indexOf(' ', begin));
  }

  private JsonNode level(String command) {
    Cli.Result result = new Cli(directory).run(command.split(" "));
    assertThat(result.exit()).as(result.err()).isIn(0, 5);
    return JsonMapper.shared().readTree(result.out()).get("levels").get(0);
  }

  private List<JsonNode> rows(String file) throws IOException {
    try (Stream<String> lines = Files.lines(directory.resolve(file))) {
      return lines.map(JsonMapper.shared()::readTree).toList();
    }
  }

  private Path log() throws IOException {
    try (Stream<Path> runs = Files.list(directory.resolve("log"))) {
      return runs.findFirst().orElseThrow();
    }
  }

  private static long span(JsonNode row, String from, String to) {
    return row.get(to).asLong() - row.get(from).asLong();
  }

  private static double figure(JsonNode level, String path) {
    return level.at(path).asDouble();
  }

  @Test
  void agreesOnWhatWasAskedAndHowLongItTook() {
    assertThat(figure(bench, "/requests/ok")).isEqualTo(REQUESTS);
    for (String count : List.of("/requests/sent", "/requests/ok", "/tokens/output")) {
      assertThat(figure(gateway, count)).as(count).isEqualTo(figure(bench, count));
    }
    for (int i = 0; i < REQUESTS; i++) {
      JsonNode here = requested.get(i);
      JsonNode there = passed.get(i);
      assertThat(there.get("output_tokens")).isEqualTo(here.get("output_tokens"));
      for (String to : List.of("first_token_ns", "last_token_ns")) {
        assertThat(span(there, "received_ns", to)).isLessThan(span(here, "dispatched_ns", to));
      }
    }
    for (String quantile : List.of("/min", "/p50", "/p90", "/max", "/mean")) {
      String ttft = "/ttft_ms" + quantile;
      String e2el = "/e2el_ms" + quantile;
      assertThat(figure(gateway, "/service" + ttft)).isLessThanOrEqualTo(figure(gateway, ttft));
      assertThat(figure(gateway, ttft)).isLessThan(figure(bench, "/from_dispatch" + ttft));
      assertThat(figure(gateway, e2el)).isLessThan(figure(bench, "/from_dispatch" + e2el));
    }
    // An answer takes a hundred times what the way through the gateway does, its first token ten.
    for (String each : List.of("/ttft_ms/p50", "/tpot_ms/p50", "/e2el_ms/p50")) {
      double felt = figure(bench, each);
      assertThat(figure(gateway, each)).as(each).isBetween(felt / 4, felt * 2);
    }
  }
}
