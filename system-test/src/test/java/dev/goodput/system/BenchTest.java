package dev.goodput.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.report.document.ResultDocument;
import dev.goodput.simulator.fault.FaultPlan;
import dev.goodput.simulator.http.SimulatorOptions;
import dev.goodput.simulator.http.SimulatorServer;
import dev.goodput.simulator.profile.EngineProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Short runs against a simulated engine, in the test's own JVM or as a process that `bench`
/// starts. A busy machine may make the client the bottleneck, which is an honest answer: exit codes
/// 0 and 5 are both good here. Answers are short where their length proves nothing.
@Tag("system")
@Order(1)
class BenchTest {
  @TempDir Path directory;

  private final SimulatorServer server = Cli.engine("h100", "llama-3.1-8b");

  @AfterEach
  void stopServer() {
    server.close();
  }

  /// Benchmarks the engine that `bench` starts as a process of its own where it has no address.
  private Cli.Result benchOfItsOwnEngine(String... arguments) {
    List<String> all =
        new ArrayList<>(
            List.of("bench", "--out", directory.resolve("run").toString(), "--json", "--quiet"));
    all.addAll(List.of(arguments));
    return new Cli(directory).run(all.toArray(String[]::new));
  }

  private Cli.Result bench(String... arguments) {
    return benchOfItsOwnEngine(atServer(arguments));
  }

  private String[] atServer(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--url", server.url()));
    return all.toArray(String[]::new);
  }

  private static JsonNode json(Cli.Result result) {
    assertThat(result.exit()).as(result.err()).isIn(0, 5);
    return JsonMapper.shared().readTree(result.out());
  }

  /// Where a result document does not obey the schema that the project publishes.
  private static List<String> faults(String document) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(ResultDocument.schema())
        .validate(document, InputFormat.JSON)
        .stream()
        .map(Object::toString)
        .toList();
  }

  @Test
  void measuresTheEmbeddedEngineAndLeavesEveryFile() throws IOException {
    Cli.Result result =
        benchOfItsOwnEngine("--duration", "3s", "--rate", "10", "--output-tokens", "50");

    JsonNode document = json(result);
    assertThat(result.err().isEmpty()).as(result.err()).isEqualTo(result.exit() == 0);
    assertThat(faults(result.out())).isEmpty();
    assertThat(document.get("schema").asString()).isEqualTo("goodput.result/1");
    JsonNode level = document.get("levels").get(0);
    assertThat(level.get("requests").get("ok").asLong()).isPositive();
    assertThat(level.get("requests").get("failed").asLong()).isZero();
    assertThat(level.get("ttft_ms").get("p50").asDouble()).isPositive();
    assertThat(level.get("tokens").get("output_source").asString()).isEqualTo("usage");
    for (String count : List.of("requests", "input_tokens", "output_tokens")) {
      JsonNode both = level.get("server").get("counts").get(count);
      assertThat(both.get("server").asLong()).as(count).isPositive();
      assertThat(both.get("client")).as(count).isEqualTo(both.get("server"));
    }
    try (Stream<Path> files = Files.list(directory.resolve("run"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains(
              "manifest.properties",
              "records.log",
              "result.json",
              "requests.csv",
              "requests.jsonl",
              "server-metrics.jsonl",
              "report.html");
    }
  }

  @Test
  void comesToItsEndWhereTheServersMetricsAreNotThere() {
    String[] load = {"--requests", "3", "--concurrency", "1", "--output-tokens", "5"};
    List<String> nobody = new ArrayList<>(List.of(load));
    nobody.addAll(List.of("--server-metrics", "http://127.0.0.1:1/metrics?key=s3cret"));
    Cli.Result result = bench(nobody.toArray(String[]::new));

    JsonNode level = json(result).get("levels").get(0);
    assertThat(faults(result.out())).isEmpty();
    assertThat(level.get("notes").valueStream().map(JsonNode::asString))
        .contains("no server metrics: http://127.0.0.1:1/metrics?key=***: connection refused");
    assertThat(level.get("server").has("requests_running")).isFalse();
    assertThat(result.all()).doesNotContain("s3cret");
    assertThat(directory.resolve("run/server-metrics.jsonl")).content().doesNotContain("s3cret");

    Cli.Result off =
        new Cli(directory).run("report", directory.resolve("run").toString(), "--json", "--quiet");
    assertThat(JsonMapper.shared().readTree(off.out())).isEqualTo(json(result));
  }

  @Test
  void reportGivesTheSameFiguresFromTheStoredRun() {
    JsonNode bench =
        json(
            benchOfItsOwnEngine(
                "--requests",
                "20",
                "--concurrency",
                "4",
                "--output-tokens",
                "20",
                "--profile",
                "h100/llama-3.1-8b/tp2"));

    Cli.Result report =
        new Cli(directory)
            .run(
                "report",
                directory.resolve("run").toString(),
                "--json",
                "--quiet",
                "--result",
                "result.json",
                "--csv",
                "requests.csv",
                "--jsonl",
                "requests.jsonl",
                "--html",
                "report.html");

    assertThat(report.exit()).as(report.err()).isZero();
    assertThat(JsonMapper.shared().readTree(report.out())).isEqualTo(bench);
    assertThat(bench.get("notes").get(0).asString()).contains("tensor parallelism is assumed");
    assertThat(report.err()).isEmpty();
    for (String name : List.of("result.json", "requests.csv", "requests.jsonl", "report.html")) {
      assertThat(directory.resolve(name)).hasSameTextualContentAs(directory.resolve("run/" + name));
    }
    assertThat(bench.get("levels").get(0).get("requests").get("intended").asLong())
        .isLessThanOrEqualTo(20);
  }

  @Test
  void runsSeveralLevels() {
    JsonNode document =
        json(
            bench(
                "--concurrency",
                "1,3",
                "--requests",
                "6",
                "--output-tokens",
                "5",
                "--warmup",
                "0"));

    assertThat(document.get("levels").size()).isEqualTo(2);
    assertThat(document.get("levels").get(1).get("load").get("concurrency_asked").asInt())
        .isEqualTo(3);
    assertThat(document.get("levels").get(1).get("requests").get("ok").asInt()).isEqualTo(6);
  }

  @Test
  void turnsCarryWhatCameBeforeUnlessToldNotTo() throws IOException {
    String[] sessions = {
      "--workload",
      "synthetic",
      "--input-tokens",
      "50",
      "--output-tokens",
      "5",
      "--turns",
      "2",
      "--requests",
      "4",
      "--concurrency",
      "1",
      "--warmup",
      "0"
    };
    json(bench(sessions));
    List<String> alone = new ArrayList<>(List.of(sessions));
    alone.addAll(List.of("--history", "by-turn", "--out", "alone", "--quiet"));
    alone.addFirst("bench");
    Cli.Result second = new Cli(directory).run(atServer(alone.toArray(String[]::new)));

    assertThat(second.exit()).as(second.err()).isIn(0, 5);
    assertThat(promptsAsked(directory.resolve("run"))).containsExactly(50, 105, 50, 105);
    assertThat(promptsAsked(directory.resolve("alone"))).containsExactly(50, 50, 50, 50);
  }

  private static List<Integer> promptsAsked(Path run) throws IOException {
    try (Stream<String> lines = Files.lines(run.resolve("requests.jsonl"))) {
      return lines
          .map(line -> JsonMapper.shared().readTree(line).get("input_tokens_asked").asInt())
          .toList();
    }
  }

  @Test
  void asksTheSameForTheSameSeed() throws IOException {
    String[] seeded = {
      "--requests", "12", "--rate", "20", "--output-tokens", "1-40", "--warmup", "0", "--seed", "7"
    };
    json(bench(seeded));
    Path again = directory.resolve("again");
    List<String> more = new ArrayList<>(List.of("bench", "--out", again.toString(), "--quiet"));
    more.addAll(List.of(seeded));
    Cli.Result second = new Cli(directory).run(atServer(more.toArray(String[]::new)));

    assertThat(second.exit()).as(second.err()).isIn(0, 5);
    assertThat(requested(again)).isEqualTo(requested(directory.resolve("run"))).hasSize(12);
  }

  /// What was asked and when, without what came back but the server's count of the prompt.
  private static List<String> requested(Path run) throws IOException {
    List<JsonNode> rows;
    try (Stream<String> lines = Files.lines(run.resolve("requests.jsonl"))) {
      rows = lines.map(line -> JsonMapper.shared().readTree(line)).toList();
    }
    long first = rows.stream().mapToLong(BenchTest::intended).min().orElseThrow();
    return rows.stream()
        .map(row ->
            row.get("id")
                + " "
                + row.get("session")
                + " "
                + row.get("input_tokens_asked")
                + " "
                + row.get("input_tokens")
                + " "
                + row.get("output_tokens_asked")
                + " after "
                + (intended(row) - first))
        .sorted()
        .toList();
  }

  private static long intended(JsonNode row) {
    return row.get("intended_ns").asLong();
  }

  @Test
  void aRunWithoutStreamsIsNotJudgedByThem() {
    JsonNode bench =
        json(bench("--no-stream", "--requests", "3", "--concurrency", "1", "--output-tokens", "5"));

    Cli.Result report =
        new Cli(directory)
            .run("report", directory.resolve("run").toString(), "--slo", "p95 ttft<=1s");

    assertThat(bench.get("levels").get(0).has("ttft_ms")).isFalse();
    assertThat(report.exit()).isEqualTo(2);
    assertThat(report.err()).contains("--no-stream").hasLineCount(1);
  }

  @Test
  void endsWithSixWhereAnSloThatWasAskedForIsMissed() {
    Cli.Result result =
        bench(
            "--requests",
            "10",
            "--concurrency",
            "2",
            "--output-tokens",
            "5",
            "--slo",
            "p95 ttft<=1us",
            "--warmup",
            "0");

    assertThat(result.exit()).as(result.err()).isIn(5, 6);
    assertThat(result.err()).containsPattern("^goodput: (client-bound|misses the SLO): ");
    assertThat(JsonMapper.shared().readTree(result.out()).get("slo").get("met").asBoolean())
        .isFalse();
  }

  @Test
  void endsWithFourWhereMoreFailThanAllowed() throws Exception {
    // This seed lets the pre-flight through.
    SimulatorOptions options =
        SimulatorOptions.of(EngineProfile.named("h100", "llama-3.1-8b"))
            .withFaults(FaultPlan.parse("reject=0.3"))
            .withSeed(1);
    try (SimulatorServer rejecting = SimulatorServer.start(options, InstantSource.system())) {
      Cli.Result result =
          benchOfItsOwnEngine(
              "--url",
              rejecting.url(),
              "--requests",
              "30",
              "--concurrency",
              "2",
              "--output-tokens",
              "5");
      Cli.Result report =
          new Cli(directory)
              .run("report", directory.resolve("run").toString(), "--max-error-rate", "0.9");

      assertThat(result.exit()).as(result.err()).isEqualTo(4);
      assertThat(result.err()).containsPattern("^goodput: \\d+ requests failed: ").hasLineCount(1);
      assertThat(report.exit()).as(report.err()).isIn(0, 5);
    }
  }

  @Test
  void saysWhatLoadItUsesWhereOnlyAnAddressIsGiven() throws Exception {
    Cli cli = new Cli(directory);
    Cli.Running server = cli.start(Map.of(), "simulate", "--port", "0");
    try {
      String url = server.address();

      Cli.Result result = cli.run("bench", "--url", url, "--requests", "2", "--output-tokens", "5");

      assertThat(result.exit()).as(result.err()).isIn(0, 5);
      assertThat(result.err()).contains("one request at a time");
    } finally {
      server.signal("TERM");
    }
    assertThat(Cli.ended(server).exit()).isEqualTo(143);
  }

  @Test
  void writesJunitAndMarkdownForCi() throws IOException {
    Path share = directory.resolve("share.json");
    Files.writeString(
        share,
        """
        [{"conversations": []}, {"conversations": [
          {"from": "human", "value": "Why?"}, {"from": "gpt", "value": "Because of that."}]}]
        """);
    Path junit = directory.resolve("junit.xml");
    Path summary = directory.resolve("summary.md");

    JsonNode document =
        json(
            bench(
                "--workload",
                share.toString(),
                "--requests",
                "5",
                "--concurrency",
                "1",
                "--junit",
                junit.toString(),
                "--summary-md",
                summary.toString()));

    assertThat(junit).content().contains("<testsuite");
    assertThat(summary).content().contains("TTFT");
    assertThat(document.get("notes").get(0).asString())
        .endsWith("share.json: 1 without an answered message excluded");
  }
}
