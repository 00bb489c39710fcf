package dev.goodput.app.runs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.app.main.Main;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RunsCommandTest {
  private static final String RESULT =
      """
      {"schema": "goodput.result/1", "run": {"interrupted": false},
       "slo": {"expression": "p95 ttft ≤ 200 ms", "met": true, "name": "chat"},
       "levels": [{"name": "poisson 8/s", "client": {"verdict": "trusted"}, "slo_met": true,
         "totals": {"error_rate": 0}, "ttft_ms": {"p95": 118.5}, "tpot_ms": {"p95": 12},
         "rps": 7.5, "output_tps": 900, "goodput": {"attainment": 0.97}}]}
      """;

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String command) {
    List<String> args = new ArrayList<>(List.of(command.split(" ")));
    args.add("--root");
    args.add(directory.toString());
    out.reset();
    err.reset();
    return Main.run(
        args.toArray(String[]::new),
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8));
  }

  private String text(String command) {
    assertThat(run(command)).as(err.toString(UTF_8)).isZero();
    // A longer path has its own line.
    assertThat(out.toString(UTF_8).lines())
        .allMatch(line -> line.length() <= 80 || !line.strip().contains(" "));
    return out.toString(UTF_8);
  }

  private JsonNode json(String command, String schema) throws IOException {
    assertThat(run(command + " --json")).as(err.toString(UTF_8)).isZero();
    String document = out.toString(UTF_8);
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Path.of("..", "docs", schema)))
                .validate(document, InputFormat.JSON))
        .isEmpty();
    return JsonMapper.shared().readTree(document);
  }

  private Path stored(String name, int day, String workload, String result) throws IOException {
    Manifest manifest =
        Manifest.empty()
            .with("run.id", name)
            .with("run.started", "2026-11-%02dT06:14:42Z".formatted(day))
            .with("run.workload", workload)
            .with("run.arrivals", "poisson")
            .with("run.slo", "chat")
            .with("target.model", "llama-3.1-8b");
    Path path = RunDirectory.create(directory.resolve(name), manifest).path();
    if (!result.isEmpty()) {
      Files.writeString(path.resolve("result.json"), result);
    }
    return path;
  }

  @Test
  void listsRunsWithTheirFiguresNamesAndTags() throws IOException {
    stored("first", 20, "azure-conv", RESULT);
    stored("second", 21, "azure-code", "");
    text("runs name first nightly");
    text("baseline set main first");
    assertThat(text("runs"))
        .contains("2 runs in")
        .containsSubsequence("second ", "no result", "first ", "poisson 8/s", "119 ms", "12.0 ms")
        .containsSubsequence("900", "meets chat", "named nightly", "baseline main", "2026-11-20");
  }

  @Test
  void listsAProxyCheckAsSuch() throws IOException {
    Manifest check = Manifest.empty().with("run.id", "check").with("hop.via", "http://127.0.0.1:1");
    Path path = RunDirectory.create(directory.resolve("check"), check).path();
    assertThat(text("runs")).containsSubsequence("check", "no result", "killed");
    Files.writeString(path.resolve("hop.json"), "{}");
    assertThat(text("runs"))
        .containsSubsequence("check", "proxy check", "its result is in hop.json")
        .doesNotContain("killed");
  }

  private void logged(String name, Manifest of) {
    RunDirectory.create(
        directory.resolve(name),
        of.with("run.id", name).with("gateway.log", "rotated").with("run.arrivals", "observed"));
  }

  @Test
  void listsAGatewayLogAsSuch() {
    Manifest ended =
        Manifest.empty()
            .with("gateway.ended", "2026-11-20T07:00:00Z")
            .with("gateway.records", 1_234);
    logged("ended", ended);
    logged("open", Manifest.empty());
    logged("writing", Manifest.empty());
    logged("single", ended.with("gateway.records", 1));
    RunDirectory writing = RunDirectory.open(directory.resolve("writing"));
    try (RunLogWriter _ = writing.writer()) {
      assertThat(text("runs"))
          .contains("a gateway's log that is still being written: goodput report shows it");
    }
    assertThat(text("runs"))
        .contains("a gateway's log of 1,234 records: goodput report shows it")
        .contains("a gateway's log of 1 record: goodput report shows it")
        .contains("a gateway's log that was broken off: goodput report shows it")
        .doesNotContain("no result");
  }

  @Test
  void printsTheSameAsJson() throws IOException {
    stored("first", 20, "azure-conv", RESULT);
    stored("second", 21, "azure-code", "{");
    Files.createDirectory(directory.resolve("foreign"));
    text("baseline set main first");
    JsonNode list = json("runs", "runs.schema.json");
    assertThat(list.at("/runs/0/id").asString()).isEqualTo("second");
    assertThat(list.at("/runs/0/problem").asString()).contains("is damaged");
    assertThat(list.at("/runs/1/verdict").asString()).isEqualTo("meets chat");
    assertThat(list.at("/runs/1/levels/0/ttft_p95_ms").asDouble()).isEqualTo(118.5);
    assertThat(list.at("/runs/1/baselines/0").asString()).isEqualTo("main");
    assertThat(list.at("/not_listed/0/path").asString()).endsWith("foreign");
  }

  @Test
  void anInterruptedVerificationKeepsTheResultOfASearch() throws IOException {
    String search =
        RESULT
            .replace("\"interrupted\": false", "\"interrupted\": true")
            .replace("goodput.result/1", "goodput.search/1")
            .replace(
                "\"levels\"",
                "\"search\": {\"ending\": \"reached\", \"claim_rps\": 17.7}, \"levels\"");
    stored("found", 20, "azure-conv", search);
    assertThat(text("runs")).containsSubsequence("search", "≥ 17.7 req/s");
  }

  @Test
  void showsNoDisprovedClaim() throws IOException {
    String search =
        RESULT
            .replace("goodput.result/1", "goodput.search/1")
            .replace(
                "\"levels\"",
                "\"search\": {\"ending\": \"reached\", \"claim_rps\": 17.7,"
                    + " \"verification\": {\"verdict\": \"missed\"}}, \"levels\"");
    stored("refuted", 20, "azure-conv", search);
    assertThat(text("runs")).contains("claim missed").doesNotContain("17.7");
  }

  @Test
  void listsAGateByItsVerdict() throws IOException {
    Path gate = stored("gated", 20, "azure-conv", "");
    Path manifest = gate.resolve("manifest.properties");
    Files.writeString(manifest, Files.readString(manifest) + "compare.pairs=5\n");
    assertThat(text("runs")).contains("no result.json: killed").doesNotContain("compared");
    Files.writeString(
        gate.resolve("result.json"),
        "{\"schema\": \"goodput.compare/1\", \"verdict\": \"regressed\","
            + " \"conclusion\": \"regressed\"}");
    assertThat(text("runs")).contains("regressed").doesNotContain("compared");
    assertThat(json("runs", "runs.schema.json").at("/runs/0/verdict").asString())
        .isEqualTo("regressed");
  }

  @Test
  void showsRepeatsAsOneLoad() throws IOException {
    String level = RESULT.substring(RESULT.indexOf("{\"name\": \"poisson"), RESULT.length() - 3);
    stored(
        "often",
        20,
        "azure-conv",
        RESULT.substring(0, RESULT.length() - 3)
            + ","
            + level.replace("900", "2000").replace("0.97", "0.98")
            + "], \"repeats\": {\"runs\": 2}}");
    assertThat(text("runs")).containsSubsequence("2 × poisson", "n/a", "900");
  }

  @Test
  void reportsHowManyRepeatsCount() throws IOException {
    String level = RESULT.substring(RESULT.indexOf("{\"name\": \"poisson"), RESULT.length() - 3);
    stored(
        "often",
        20,
        "azure-conv",
        RESULT.substring(0, RESULT.length() - 3)
            + ","
            + level
                .replace("900", "2000")
                .replace("\"slo_met\"", "\"ending\": \"drained\", \"slo_met\"")
            + "], \"repeats\": {\"runs\": 1}}");
    assertThat(text("runs")).contains("900").doesNotContain("2,000");
    assertThat(json("runs", "runs.schema.json").at("/runs/0/load").asString())
        .isEqualTo("1 of 2 × poisson 8/s");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "saturated | concurrency | 16 | at 16 users",
        "failing | rate | 17.7 | at 17.7/s",
        "top | session_rate | 3.1 | at 3.10 ses/s",
        "top | rate | | not saturated",
        "client_bound | rate | 17.7 | client bound"
      })
  void listsASaturationByItsPoint(String ending, String axis, String load, String verdict)
      throws IOException {
    String point = load == null ? "" : ", \"saturation\": {\"load\": %s}".formatted(load);
    String found =
        "\"saturate\": {\"ending\": \"%s\", \"axis\": \"%s\"%s, \"curve\": [{\"level\": 0, \"load\": %s}]}"
            .formatted(ending, axis, point, load == null ? "1" : load);
    stored(
        "climbed",
        20,
        "azure-conv",
        RESULT
            .replace("goodput.result/1", "goodput.saturate/1")
            .replace("\"levels\"", found + ", \"levels\""));
    JsonNode run = json("runs", "runs.schema.json").at("/runs/0");
    assertThat(run.get("verdict").asString()).isEqualTo(verdict);
    assertThat(run.at("/saturate/axis").asString()).isEqualTo(axis);
    if (load != null) {
      assertThat(text("runs")).containsSubsequence("saturate ", "119 ms", "900");
    }
  }

  @Test
  void showsOnlySelectedRuns() throws IOException {
    stored("first", 20, "azure-conv", RESULT);
    stored("second", 21, "azure-code", RESULT);
    stored("third", 22, "azure-conv", RESULT);
    assertThat(text("runs --workload CONV --last 1"))
        .contains("1 of 3 runs", "third")
        .doesNotContain("first", "second");
    assertThat(text("runs --model qwen")).contains("0 of 3 runs").doesNotContain("first");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"met\": true | \"met\": false | misses chat",
        "\"met\": true, | '' | not judged",
        "\"interrupted\": false | \"interrupted\": true | interrupted",
        "\"error_rate\": 0 | \"error_rate\": 0.25 | 25 % failed",
        "trusted | client-bound | client-bound",
        "\"levels\" | \"faults\": [\"one\"], \"levels\" | fault"
      })
  void reportsTheResultOfEachRun(String from, String to, String verdict) throws IOException {
    stored("first", 20, "azure-conv", RESULT.replace(from, to));
    assertThat(json("runs", "runs.schema.json").at("/runs/0/verdict").asString())
        .isEqualTo(verdict);
  }

  @Test
  void listsTheOthersIfAValueOfOneIsDamaged() throws IOException {
    stored("first", 20, "azure-conv", RESULT);
    RunDirectory damaged = RunDirectory.open(stored("second", 21, "azure-conv", RESULT));
    damaged.updateManifest(damaged.manifest().with("run.max_error_rate", "1%"));
    assertThat(text("runs")).containsSubsequence("second ", "damaged", "first ", "meets chat");
    text("baseline set main first second");
    assertThat(text("baseline list")).contains("damaged", "poisson 8/s");
  }

  @Test
  void reportsDirectoriesThatAreNotRuns() throws IOException {
    Path path = stored("first", 20, "azure-conv", RESULT);
    Files.createSymbolicLink(directory.resolve("latest"), path.toAbsolutePath());
    assertThat(text("baseline set main first"))
        .contains("baseline main   1 run;", "copy: ", "counted once");
    assertThat(text("runs")).contains("a link to ");
    assertThat(json("runs", "runs.schema.json").toString()).contains("\"link_to\":");
    JsonNode list = json("baseline list", "baselines.schema.json");
    assertThat(list.at("/baselines/0/copies/0/path").asString()).endsWith("latest");
    assertThat(text("baseline remove main")).contains("baseline main is removed");
  }

  @Test
  void reportsBaselineRunsWithTheSameSeed() throws IOException {
    for (int day = 20; day < 22; day++) {
      RunDirectory run = RunDirectory.open(stored("run-" + day, day, "azure-conv", RESULT));
      run.updateManifest(run.manifest().with("run.seed", "42"));
    }
    assertThat(text("baseline set main run-20 run-21"))
        .contains("baseline main   1 of 2 runs count;", "have the seed 42");
    JsonNode list = json("baseline list", "baselines.schema.json");
    assertThat(list.at("/baselines/0/repeated_seeds/0").asString()).isEqualTo("42");
  }

  @ParameterizedTest
  @CsvSource({
    "trusted, complete, 2 runs;",
    "trusted, interrupted, 1 of 2 runs count;",
    "client-bound, complete, 1 of 2 runs count;"
  })
  void countsTheBaselineRunsThatAGateUses(String client, String ending, String counted)
      throws IOException {
    String result =
        RESULT.replace(
            "{\"verdict\": \"trusted\"}",
            "{\"verdict\": \"%s\"}, \"ending\": \"%s\"".formatted(client, ending));
    int seed = 0;
    for (String each : List.of(RESULT, result)) {
      seed++;
      RunDirectory run = RunDirectory.open(stored("run-" + seed, 20, "azure-conv", each));
      run.updateManifest(run.manifest().with("run.seed", seed));
    }
    assertThat(text("baseline set main run-1 run-2")).contains("baseline main   " + counted);
  }

  @Test
  void reportsMovedAndDeletedBaselineRuns() throws IOException {
    Path gone = stored("first", 20, "azure-conv", "");
    stored("second", 21, "azure-code", RESULT);
    assertThat(text("baseline set main first second"))
        .contains("baseline main   1 of 2 runs count; at least 5 distinguish a change from chance")
        .containsIgnoringWhitespaces("first: no result that can be read, so not counted here")
        .contains("its runs differ in run.workload");
    Files.delete(gone.resolve("tags").resolve("baseline.main"));
    Files.delete(gone.resolve("tags"));
    Files.delete(gone.resolve("manifest.properties"));
    Files.delete(gone);
    assertThat(text("baseline list"))
        .contains("baseline main   1 run;")
        .contains("gone: first was in")
        .contains("goodput baseline remove main first --root");
    JsonNode list = json("baseline list", "baselines.schema.json");
    assertThat(list.at("/baselines/0/gone/0/id").asString()).isEqualTo("first");
    assertThat(text("baseline remove main first")).contains("baseline main has 1 left");
    assertThat(text("baseline remove main")).contains("baseline main is removed");
    assertThat(text("baseline list")).contains("no baselines in");
  }

  @Test
  void replacesABaselineOnRequest() throws IOException {
    stored("first", 20, "azure-conv", RESULT);
    stored("second", 21, "azure-conv", RESULT);
    text("baseline set main first");
    assertThat(text("baseline set main second --replace")).contains("1 run;", "second");
    assertThat(text("baseline list")).doesNotContain("first");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "runs --last 0 | --last must be 1 or more, found 0",
        "runs nmae a b | did you mean name?",
        "runs name | which run?",
        "runs name first | which name?",
        "runs name first x --remove | leave it or the new name out",
        "runs name frist x | did you mean first?",
        "runs name first a/b | must be letters, digits",
        "baseline set main | which run?",
        "baseline set main nowhere | no run \"nowhere\" in",
        "baseline set ../up first | must be letters, digits",
        "baseline remove main | no baseline \"main\" in"
      })
  void refusesInOneLine(String command, String expected) throws IOException {
    stored("first", 20, "azure-conv", RESULT);
    assertThat(run(command)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(expected).hasLineCount(1).doesNotContain("Exception");
    assertThat(directory.resolve(".baselines")).doesNotExist();
  }
}
