package dev.goodput.app.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.app.main.Spoken;
import dev.goodput.simulator.http.SimulatorOptions;
import dev.goodput.simulator.http.SimulatorServer;
import dev.goodput.simulator.profile.EngineProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Comparisons and gates from the command line to the exit code, and what is there after them.
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
class PairedCommandsTest {
  private static final String PRICES =
      """
      currency: USD
      source: test
      date: 2026-11-27
      models:
        - {model: Llama-3.1-8B, input: 1, output: 2}
      """;

  private static final String PROFILE = "h100/llama-3.1-8b";

  private final Spoken typed = new Spoken();

  @TempDir private Path directory = Path.of("");

  private int run(String... args) {
    return typed.run(args);
  }

  private int virtual(String command, String a, String b, String... more) {
    List<String> sides = List.of(command, "--virtual", "--profile-a", a, "--profile-b", b);
    List<String> args = new ArrayList<>(sides);
    args.addAll(List.of("--rate", "12", "--seed", "42"));
    return typed.run(args, more);
  }

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  private static JsonNode document(Path file) throws IOException {
    String json = Files.readString(file);
    String schema = Files.readString(Path.of("..", "docs", "compare.schema.json"));
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema)
                .validate(json, InputFormat.JSON))
        .isEmpty();
    return JsonMapper.shared().readTree(json);
  }

  @Test
  void theGateLetsTheSamePassAndLeavesWhatItRestsOn() throws IOException {
    int exit =
        virtual(
            "gate",
            PROFILE,
            PROFILE,
            "--requests",
            "1000",
            "--out",
            at("same"),
            "--junit",
            at("gate.xml"),
            "--summary-md",
            at("gate.md"));
    assertThat(exit).as(typed.err()).isZero();
    assertThat(typed.out()).contains("✔ ok").contains("TTFT p95").contains("✔ ok");
    JsonNode found = document(directory.resolve("same/result.json"));
    assertThat(found.get("verdict").asString()).isEqualTo("ok");
    assertThat(found.get("runs")).hasSize(5);
    assertThat(directory.resolve("gate.xml")).content().contains("failures=\"0\"");
    assertThat(directory.resolve("gate.md"))
        .content()
        .startsWith("## Gate passed: B is at most 2 % worse in TTFT p50");
    assertThat(directory.resolve("same/report.html")).content().contains("renderPairs");
    assertThat(run("report", at("same/b"), "--quiet")).isZero();
  }

  @Test
  void theGateCatchesAPlantedSlowdownAndSaysSoAgainFromWhatWasKept() throws IOException {
    int exit =
        virtual("gate", PROFILE, PROFILE + "/x1.05", "--requests", "1000", "--out", at("slow"));
    assertThat(exit).as(typed.err()).isEqualTo(7);
    String message = typed.out();
    assertThat(message)
        .startsWith("Gate failed: B regressed: ")
        .contains("Confirmed by 5 new pairs");
    JsonNode found = document(directory.resolve("slow/result.json"));
    assertThat(found.get("runs")).hasSize(10);

    assertThat(run("report", at("slow"), "--json", "--quiet")).isEqualTo(7);
    assertThat(JsonMapper.shared().readTree(typed.out())).isEqualTo(found);
  }

  @Test
  void aSmallSampleTellsNothingAndSaysWhatWould() throws IOException {
    int exit =
        virtual("gate", PROFILE, PROFILE + "/x1.02", "--requests", "60", "--out", at("small"));
    assertThat(exit).as(typed.out()).isEqualTo(8);
    assertThat(typed.out()).startsWith("Inconclusive: ");
    assertThat(document(directory.resolve("small/result.json")).at("/settling/why").asString())
        .isNotEmpty();
  }

  @Test
  void aGateEndsByTheSloThatItsCandidateMisses() {
    int exit =
        virtual(
            "gate", PROFILE, PROFILE, "--requests", "60", "--slo", "ttft<=1ms", "--out", at("slo"));
    assertThat(exit).as(typed.err()).isEqualTo(6);
    assertThat(typed.out()).contains("B misses the SLO");
  }

  /// Some thirty requests of seven or eight users, and never so many that the error rate's bound
  /// could be kept.
  @Test
  void countsTheTurnsOfSessionsAndSaysWhereARunIsTooShortToBeOk() {
    String sides = "gate --virtual --profile-a " + PROFILE + " --profile-b " + PROFILE;
    String sessions = sides + " --rate 0.25 --duration 30s --turns 4 --out " + at("turns");
    assertThat(run(sessions.split(" "))).as(typed.err()).isIn(0, 8);
    virtual("gate", PROFILE, PROFILE, "--requests", "50", "--out", at("few"));
    assertThat(typed.err())
        .contains("can hardly be ok: use longer runs or a larger --max-more-failures");
    virtual("gate", PROFILE, PROFILE, "--requests", "200", "--out", at("more"));
    assertThat(typed.err()).doesNotContain("hardly");
    String strict = "--requests 200 --max-more-failures 0 --out " + at("strict");
    virtual("gate", PROFILE, PROFILE, strict.split(" "));
    assertThat(typed.err()).contains("ok: use a larger --max-more-failures");
  }

  @Test
  void comparesAndMeasuresItsOwnFalseAlarms() throws IOException {
    assertThat(
            virtual(
                "compare", PROFILE, "a100/llama-3.1-8b", "--requests", "100", "--out", at("two")))
        .isZero();
    assertThat(typed.out()).startsWith("B is slower than A: ");
    assertThat(document(directory.resolve("two/result.json")).has("verdict")).isFalse();

    String[] same = {
      "compare",
      "--virtual",
      "--profile-a",
      PROFILE,
      "--aa",
      "--rate",
      "12",
      "--requests",
      "100",
      "--out",
      at("aa")
    };
    assertThat(run(same)).isZero();
    assertThat(typed.out()).contains("false alarms");
    assertThat(
            document(directory.resolve("aa/result.json"))
                .at("/false_alarms/first_stage")
                .doubleValue())
        .isLessThan(.2);
  }

  @Test
  void asksTwoServersOverHttp() throws IOException {
    SimulatorOptions options = SimulatorOptions.of(EngineProfile.parse(PROFILE));
    SimulatorOptions slower = SimulatorOptions.of(EngineProfile.parse(PROFILE + "/x3"));
    try (SimulatorServer a = SimulatorServer.start(options, InstantSource.system());
        SimulatorServer b = SimulatorServer.start(slower, InstantSource.system())) {
      int exit = typed.compareBriefly(directory.resolve("http"), "--a", a.url(), "--b", b.url());
      // A busy machine may make the client the bottleneck, or the runs too unlike.
      assertThat(exit).as(typed.err()).isIn(0, 5, 8);
      assertThat(document(directory.resolve("http/result.json")).get("runs")).hasSizeBetween(5, 7);
      assertThat(run("report", at("http/a"), "--quiet")).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "compare | two servers: --a URL --b URL; or stored runs: goodput compare RUN RUN",
        "compare --rate 8 | what is compared with? name it with --a",
        "compare one two --a http://127.0.0.1:1 | and stored runs send no requests: leave out --a",
        "compare one two --rate 8 --pairs 6 | and stored runs send no requests: leave out --pairs,"
            + " --rate",
        "compare --a http://127.0.0.1:1 --aa --html x.html | the command measures servers: leave"
            + " out --html",
        "compare --a http://127.0.0.1:1 | what is compared? name it with --b URL",
        "compare --a http://127.0.0.1:1 --b http://127.0.0.1:2 --aa | remove --b",
        "compare --url http://127.0.0.1:1 | names its sides",
        "compare --virtual --aa --pairs 4 | must be between 5",
        "compare --virtual --profile-a h100/llama-3.1-8b --aa --rate 1,2 | only bench takes several"
            + " loads at once",
        "gate | name both sides: --a URL --b URL",
        "gate --candidate x | name a baseline or a run with --baseline",
        "gate --max-quality-loss 1pt | name two runs with --baseline RUN --candidate RUN",
        "gate --baseline a --candidate b --max-quality-loss 5 | must be percentage points, at least"
            + " 0 and below 100, like 1pt, found \"5\"",
        "gate --virtual --profile-a h100/llama-3.1-8b --profile-b h100/llama-3.1-8b"
            + " --max-more-failures 5 | --max-more-failures: \"5\" is above 1; did you mean 5%?",
        "gate --baseline a --candidate b --max-cost-increase 5 | must be like 5%, found \"5\"",
        "gate --baseline a --candidate b --max-cost-increase 5% --rate 8 | leave out --rate",
        "compare a b --by costs | --by \"costs\" is none of cost, quality, speed, energy",
        "compare --a http://h --b http://h --prices x.yaml | --prices is for one server",
        "compare --by cost --a http://h | stored runs are named by RUN RUN",
        "gate --baseline main | needs something to compare with",
        "gate --baseline main --candidate x --rate 8 | no request is sent: leave out --rate",
        "gate --baseline main --url http://127.0.0.1:1 --rate 8 | define the load and the requests:"
            + " leave out",
        "gate --baseline main --virtual --no-stream | define the load and the requests: leave out"
            + " --no-stream",
        "gate --baseline main --virtual --connection-per-request | leave out"
            + " --connection-per-request",
        "gate --baseline main --virtual --runs 4 | --runs must be between 5 and 1000, found 4",
        "gate --virtual --profile-a h100/llama-3.1-8b --profile-b h100/llama-3.1-8b --runs 6"
            + " | no stored run is read: leave out --runs",
        "gate --baseline main --a http://127.0.0.1:1 --candidate x | remove --a and --b",
        "gate --virtual --profile-a h100/llama-3.1-8b --profile-b h100/llama-3.1-8b --metrics"
            + " tttf_p95 | did you mean",
        "gate --virtual --profile-a h100/llama-3.1-8b --profile-b h100/llama-3.1-8b"
            + " --max-regression x | --max-regression: \"x\" is not a share",
        "gate --virtual --profile-a h100/llama-3.1-8b --profile-b h100/llama-3.1-8b --rate 12"
            + " --requests 90 --metrics ttft_p99 | ttft_p99 needs 100 responses of each run",
        "gate --virtual --profile-a h100/llama-3.1-8b --profile-b h100/llama-3.1-8b --rate 0.1"
            + " --requests 1000 --duration 60s | ttft_p95 needs 20 responses of each run",
      })
  void refusesWhatMakesNoSense(String line, String why) {
    assertThat(run(line.strip().split(" "))).isEqualTo(2);
    assertThat(typed.err()).contains(why.strip()).hasLineCount(1);
  }

  @Test
  void holdsStoredRunsAgainstAStoredBaseline() {
    String root = at("runs");
    bench(root + "/base", PROFILE, "1", "--repeats", "6");
    bench(root + "/same", PROFILE, "2", "--repeats", "5");
    bench(root + "/slow", PROFILE + "/x1.3", "3", "--repeats", "5");
    bench(root + "/other", PROFILE, "4", "--output-tokens", "20");
    bench(root + "/few", PROFILE, "5", "--warmup", "0s");
    assertThat(run("baseline", "set", "main", "base", "--root", root)).isZero();
    assertThat(run("baseline", "set", "thin", "few", "--root", root)).isZero();
    assertThat(run("baseline", "set", "wide", "base", "few", "--root", root)).isZero();

    assertThat(gate(root, "main", "slow")).isEqualTo(7);
    assertThat(typed.out())
        .startsWith("Gate failed: B regressed: ")
        .contains("baseline main, 6 stored runs");
    assertThat(typed.out()).contains("the baseline is one session of one server");
    assertThat(gate(root, "main", "same")).isIn(0, 8);
    assertThat(gate(root, "wide", "same")).isIn(0, 8);
    assertThat(typed.out()).doesNotContain("session", "not the server alone");
    assertThat(gate(root, "main", "other")).isEqualTo(2);
    assertThat(typed.err()).contains("output_tokens of").contains("20, elsewhere none");
    assertThat(gate(root, "thin", "same")).isEqualTo(2);
    assertThat(typed.err()).contains("has 1 run that counts, and it takes 5");
    assertThat(gate(root, "mian", "same")).isEqualTo(2);
    assertThat(typed.err())
        .contains(
            "no baseline \"mian\"", "main", "goodput baseline set mian RUN", ", or name a run")
        .hasLineCount(1);
  }

  @Test
  void takesTheRepeatsOfARunAsABaseline() {
    String root = at("runs");
    bench(root + "/base", PROFILE, "1", "--repeats", "6");
    bench(root + "/slow", PROFILE + "/x1.3", "3", "--repeats", "5");
    bench(root + "/few", PROFILE, "5");
    assertThat(gate(root, root + "/base", "slow")).as(typed.err()).isEqualTo(7);
    assertThat(typed.out()).contains("base, 6 stored runs");
    assertThat(gate(root, "base", "slow")).isEqualTo(7);
    assertThat(live(root, "base", PROFILE + "/x1.5", "--out", at("live"))).isEqualTo(7);
    assertThat(gate(root, "few", "slow")).isEqualTo(2);
    assertThat(typed.err()).contains("baseline few has 1 run that counts", "baseline set few RUN");
    assertThat(gate(root, root + "/few", "slow")).isEqualTo(2);
    assertThat(typed.err()).contains("has 1 run that counts", "baseline set NAME RUN");
    assertThat(gate(root, "base", "base")).isEqualTo(2);
    assertThat(typed.err()).contains("is a run of baseline base itself");
    assertThat(gate(root, root + "/none", "slow")).isEqualTo(2);
    assertThat(typed.err()).contains("no run ").hasLineCount(1);
  }

  @Test
  void asksAServerWhatABaselineAsked() throws IOException {
    String root = at("runs");
    bench(root + "/base", PROFILE, "1", "--repeats", "8");
    bench(root + "/few", PROFILE, "5");
    assertThat(run("baseline", "set", "main", "base", "--root", root)).isZero();
    assertThat(typed.out()).contains("baseline main   8 runs in 1 directory\n");
    assertThat(run("baseline", "set", "thin", "few", "--root", root)).isZero();

    int slow = live(root, "main", PROFILE + "/x1.5", "--out", at("slow"));
    assertThat(slow).as(typed.out() + typed.err()).isEqualTo(7);
    assertThat(typed.out())
        .startsWith("Gate failed: B regressed: ")
        .contains("baseline main, 8 stored runs", "cause unknown");
    JsonNode found = document(directory.resolve("slow/result.json"));
    assertThat(found.get("kind").asString()).isEqualTo("stored");
    assertThat(found.get("runs")).hasSize(13);
    assertThat(run("report", at("slow"), "--json", "--quiet")).isEqualTo(7);
    assertThat(JsonMapper.shared().readTree(typed.out())).isEqualTo(found);
    assertThat(run("report", at("slow/b"), "--quiet")).isZero();

    // Eight and five runs of 300 requests cannot tell 2 % of nothing: it says so, and what would.
    assertThat(live(root, "main", PROFILE, "--out", at("same"))).isEqualTo(8);
    assertThat(document(directory.resolve("same/result.json")).get("claim").asString())
        .doesNotContain("You can claim");
    assertThat(typed.out()).startsWith("Inconclusive: ");
    assertThat(document(directory.resolve("same/result.json")).get("notes").toString())
        .doesNotContain("the same requests");
    assertThat(live(root, "main", PROFILE, "--max-regression", "90%", "--out", at("ok"))).isZero();

    bench(root + "/other", PROFILE, "6", "--output-tokens", "20");
    assertThat(run("baseline", "set", "mixed", "base", "other", "--root", root)).isZero();
    assertThat(live(root, "mixed", PROFILE)).isEqualTo(2);
    assertThat(typed.err()).contains("output_tokens of other is 20, elsewhere none");
    assertThat(live(root, "mian", PROFILE)).isEqualTo(2);
    assertThat(typed.err()).contains("no baseline \"mian\"");
    assertThat(live(root, "thin", PROFILE)).isEqualTo(2);
    assertThat(typed.err()).contains("has 1 run that counts, and it takes 5");
    assertThat(live(root, "main", "h100/qwen3-32b", "--out", at("other"))).isEqualTo(2);
    assertThat(typed.err()).contains("used Llama-3.1-8B, and this target has Qwen3-32B");
    assertThat(directory.resolve("other")).doesNotExist();
  }

  @Test
  void asksOtherRequestsEachTimeThatNobodyTypesASeed() throws IOException {
    String[] gate = {
      "gate",
      "--virtual",
      "--profile-a",
      PROFILE,
      "--profile-b",
      PROFILE,
      "--rate",
      "12",
      "--requests",
      "60",
      "--out"
    };
    List<String> seeds = new ArrayList<>();
    for (String name : List.of("one", "two")) {
      List<String> args = new ArrayList<>(Arrays.asList(gate));
      args.add(at(name));
      run(args.toArray(String[]::new));
      Files.readAllLines(directory.resolve(name + "/manifest.properties")).stream()
          .filter(line -> line.startsWith("run.seed="))
          .forEach(seeds::add);
    }
    assertThat(seeds).hasSize(2).doesNotHaveDuplicates().doesNotContain("run.seed=42");
  }

  @Test
  void refusesABaselineThatWasAskedSomethingElse() throws IOException {
    String root = at("runs");
    Path file = directory.resolve("w.jsonl");
    Files.writeString(file, "{\"input_tokens\": 20, \"output_tokens\": 30}\n");
    bench(root + "/base", PROFILE, "1", "--repeats", "5", "--workload", file.toString());
    bench(root + "/eos", PROFILE, "2", "--workload", file.toString(), "--ignore-eos");
    bench(root + "/gaps", PROFILE, "3", "--workload", file.toString(), "--arrivals", "constant");
    assertThat(run("baseline", "set", "main", "base", "--root", root)).isZero();
    assertThat(Files.readString(directory.resolve("runs/base/manifest.properties")))
        .contains("ask.extra_body=none", "ask.cancellation=none", "ask.ignore_eos=false");
    assertThat(gate(root, "main", "eos")).isEqualTo(2);
    assertThat(typed.err()).contains("ignore_eos of eos is true, elsewhere false");
    assertThat(gate(root, "main", "gaps")).isEqualTo(2);
    assertThat(typed.err()).contains("of gaps is");

    Files.writeString(file, "{\"input_tokens\": 2000, \"output_tokens\": 30}\n");
    assertThat(live(root, "main", PROFILE, "--out", at("edited"))).isEqualTo(2);
    assertThat(typed.err()).contains("digest of this target is sha256:");
    assertThat(directory.resolve("edited")).doesNotExist();
  }

  @Test
  void endsByNoSloThatTheBaselineAloneWasAskedFor() {
    String root = at("runs");
    bench(root + "/base", PROFILE, "1", "--repeats", "5", "--slo", "ttft<=1ms");
    bench(root + "/same", PROFILE, "2", "--repeats", "5");
    assertThat(run("baseline", "set", "main", "base", "--root", root)).isZero();
    assertThat(live(root, "main", PROFILE, "--max-regression", "90%", "--out", at("b"))).isZero();
    assertThat(gate(root, "main", "same")).isIn(0, 8);
    assertThat(live(root, "main", PROFILE, "--slo", "ttft<=1ms", "--out", at("c"))).isEqualTo(6);
    assertThat(typed.out()).contains("B misses the SLO", "ttft ≤ 1");
  }

  @Test
  void refusesToHoldAServersRunsAgainstVirtualOnes() throws IOException {
    String root = at("runs");
    bench(root + "/base", PROFILE, "1", "--repeats", "5");
    bench(root + "/wired", PROFILE, "2");
    Path manifest = directory.resolve("runs/wired/manifest.properties");
    Files.writeString(
        manifest,
        Files.readString(manifest)
            .replaceFirst("(?m)^target\\.url=.*$", "target.url=http://127.0.0.1:1"));
    assertThat(run("baseline", "set", "main", "base", "--root", root)).isZero();
    assertThat(gate(root, "main", "wired")).isEqualTo(2);
    assertThat(typed.err()).contains("wire of wired is HTTP, elsewhere none, in virtual");
  }

  @Test
  void passesNoCandidateThatFailedOrThatWasAskedSomethingElse() throws IOException {
    String root = at("runs");
    String prices = Files.writeString(directory.resolve("prices.yaml"), PRICES).toString();
    bench(root + "/base", PROFILE, "1", "--prices", prices);
    bench(root + "/same", PROFILE, "1", "--prices", prices);
    bench(root + "/other", PROFILE, "1", "--prices", prices, "--input-tokens", "20");
    String early = "bench --virtual --profile " + PROFILE + " --rate 12 --requests 300 --seed 1";
    List<String> failing = new ArrayList<>(List.of(early.split(" ")));
    failing.addAll(List.of("--warmup", "1h", "--prices", prices, "--quiet"));
    assertThat(typed.run(failing, "--out", root + "/failed")).isEqualTo(2);

    assertThat(cost(root, "same")).as(typed.out() + typed.err()).isZero();
    assertThat(typed.out().split("\\n\\n", 2)[0].replaceAll("\\s+", " "))
        .startsWith("Ok: ")
        .endsWith("at most 5 % more is allowed");
    assertThat(cost(root, "failed")).as(typed.out() + typed.err()).isEqualTo(2);
    assertThat(typed.out()).contains("B: nothing can be compared").doesNotContain(": ok");
    assertThat(cost(root, "other")).as(typed.out() + typed.err()).isEqualTo(8);
    assertThat(typed.out()).startsWith("Not comparable: ").doesNotContain("cheaper", ": ok");
  }

  private int cost(String root, String candidate) {
    String gate = "gate --baseline base --max-cost-increase 5% --root " + root + " --candidate ";
    return run((gate + candidate).split(" "));
  }

  private int live(String root, String baseline, String profile, String... more) {
    String gate = "gate --virtual --seed 99 --root " + root + " --baseline " + baseline;
    List<String> args = new ArrayList<>(List.of(gate.split(" ")));
    args.addAll(List.of("--profile", profile));
    return typed.run(args, more);
  }

  private int gate(String root, String baseline, String candidate) {
    return run("gate", "--root", root, "--baseline", baseline, "--candidate", candidate);
  }

  private void bench(String place, String profile, String seed, String... more) {
    List<String> args = new ArrayList<>(List.of("bench", "--virtual", "--profile", profile));
    args.addAll(List.of("--rate", "12", "--requests", "300", "--seed", seed));
    args.addAll(List.of("--out", place, "--quiet"));
    assertThat(typed.run(args, more)).as(typed.err()).isIn(0, 6);
  }
}
