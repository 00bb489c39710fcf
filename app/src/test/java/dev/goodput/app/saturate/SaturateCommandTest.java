package dev.goodput.app.saturate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.app.main.Main;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.document.ResultDocument;
import dev.goodput.runner.signals.Signals;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Runs from the command line to the exit code, in virtual time and in this process.
@Order(1)
class SaturateCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<Runnable> former = Stream.of("INT", "TERM", "HUP").map(Signals::keep).toList();

  @TempDir private Path directory;

  @AfterEach
  void handSignalsBack() {
    former.forEach(Runnable::run);
  }

  private int run(String... more) {
    List<String> line =
        new ArrayList<>(
            List.of("saturate", "--virtual", "--out", directory.resolve("r").toString()));
    line.addAll(List.of(more));
    return Main.run(line.toArray(String[]::new), out, new PrintStream(err, true, UTF_8));
  }

  @Test
  void findsTheSaturationPointAndWritesAllReports() throws IOException {
    Path junit = directory.resolve("s.xml");
    Path summary = directory.resolve("s.md");
    int exit =
        run(
            "--from",
            "8",
            "--slo",
            "chat",
            "--json",
            "--junit",
            junit.toString(),
            "--summary-md",
            summary.toString());

    assertThat(exit).as(err.toString(UTF_8)).isZero();
    assertThat(errors(out.toString(UTF_8))).isEmpty();
    assertThat(err.toString(UTF_8))
        .contains("Saturated at", "chat is missed", "knee at", "Universal Scalability Law")
        .contains("✓ queue grows", "– preemptions start", "? GPU at its ceiling", "? not measured")
        .doesNotContain("no server metrics");
    assertThat(directory.resolve("r/report.html")).content().contains("Warning signs");
    assertThat(Files.size(directory.resolve("r/report.html"))).isLessThan(400_000);
    assertThat(junit).content().contains("tests=\"1\" failures=\"0\"");
    assertThat(summary).content().startsWith("## Saturated at ");

    out.reset();
    int again =
        Main.run(
            new String[] {"report", directory.resolve("r").toString(), "--json", "--quiet"},
            out,
            new PrintStream(err, true, UTF_8));

    assertThat(again).isZero();
    assertThat(out.toString(UTF_8).strip())
        .isEqualTo(Files.readString(directory.resolve("r/result.json")).strip());
  }

  private static List<String> errors(String json) throws IOException {
    String saturate = Files.readString(Path.of("..", "docs", "saturate.schema.json"));
    Map<String, String> known =
        Map.of("https://goodput.dev/schema/result-1.json", ResultDocument.schema());
    Schema schema =
        SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(known))
            .getSchema(saturate);
    return schema.validate(json, InputFormat.JSON).stream().map(Object::toString).toList();
  }

  @Test
  void floodsToChooseRates() throws IOException {
    int exit = run("--axis", "rate", "--growth", "3", "--json");

    assertThat(exit).as(err.toString(UTF_8)).isZero();
    assertThat(errors(out.toString(UTF_8))).isEmpty();
    assertThat(err.toString(UTF_8)).contains("requests pile up", "min(offered,");
  }

  /// The load axis counts sessions here: four times as many requests arrive.
  @Test
  void distinguishesSessionsFromRequests() throws IOException {
    int exit = run("--axis", "rate", "--turns", "4", "--growth", "3", "--json");

    assertThat(exit).as(err.toString(UTF_8)).isZero();
    assertThat(errors(out.toString(UTF_8))).isEmpty();
    assertThat(err.toString(UTF_8)).contains("sessions/s", "of 4.00 turns on average");
    JsonNode found = saturate();
    assertThat(found.get("axis").asString()).isEqualTo("session_rate");
    double most = found.get("open_loop").get("most_rps").asDouble();
    assertThat(4 * found.get("saturation").get("load").asDouble()).isBetween(.8 * most, 3 * most);
    assertThat(4 * found.at("/curve/0/load").asDouble()).isLessThan(.3 * most);
    assertThat(found.get("flood_rps").asDouble()).isBetween(.7 * most, 1.3 * most);
    assertThat(found.get("flood_asked").asLong())
        .isEqualTo(4 * found.get("flood_sessions").asLong());
    assertThat(found.get("flood_settled").asBoolean()).isTrue();
  }

  /// Sessions that think for minutes may last longer than a level, however fast the server: floods
  /// continue until it is busy. And a level shorter than six sessions never has its full load.
  @Test
  @Timeout(120)
  void floodsUntilTheServerIsBusyWithThinkTime() throws IOException {
    String[] line = {
      "--axis",
      "rate",
      "--from",
      "2",
      "--to",
      "2",
      "--turns",
      "4",
      "--think-time",
      "2m",
      "--level-time",
      "5m",
      "--json"
    };
    run(line);

    assertThat(errors(out.toString(UTF_8))).isEmpty();
    JsonNode found = saturate();
    assertThat(found.get("flood_rps").asDouble()).isBetween(7.0, 15.0);
    assertThat(found.at("/curve/0").has("piles_up")).isFalse();
    assertThat(err.toString(UTF_8)).contains("not all of its load");
  }

  /// The levels of two and four users are shorter than the warm-up.
  @Test
  @Timeout(60)
  void endsWhereALevelHasNothingInItsWindow() {
    assertThat(run("--to", "4", "--warmup", "30s")).isEqualTo(8);
    assertThat(out.toString(UTF_8)).contains("4 users was the largest load tried");
  }

  @Test
  void isInconclusiveIfTheLimitIsTooLow() {
    assertThat(run("--to", "2")).isEqualTo(8);
    assertThat(out.toString(UTF_8)).contains("Not saturated", "goodput saturate --virtual --to 4");
  }

  @Test
  void endsWithTheCodeOfAMissedSloWhereEvenTheLightestLoadIsTooMuch() {
    assertThat(run("--to", "4", "--slo", "ttft<=1ms")).isEqualTo(6);
    assertThat(out.toString(UTF_8)).contains("even at 1 user", "No load is light enough");
  }

  @Test
  void triesEachLoadOnceHoweverSmallTheSteps() {
    assertThat(run("--to", "4", "--growth", "1.1")).isEqualTo(8);
    assertThat(out.toString(UTF_8).lines().map(String::strip))
        .filteredOn(line -> line.matches("[24] .*"))
        .extracting(line -> line.substring(0, 2))
        .containsExactly("2 ", "4 ");
  }

  @Test
  void reportsAWarmUpLongerThanTheLightestLoad() {
    assertThat(run("--to", "4", "--warmup", "10m")).isEqualTo(2);
    assertThat(out.toString(UTF_8)).contains("Nothing was judged", "less --warmup");
  }

  /// Seven seconds are less than twice the response time at 64 users. The output is still that of
  /// the window, without ramp and drain.
  @Test
  void countsTheOutputOfAShortLevelInItsWindow() throws IOException {
    run("--from", "64", "--to", "64", "--level-time", "7s", "--json");
    JsonNode little = saturate();
    assertThat(err.toString(UTF_8)).contains("short window");
    Files.move(directory.resolve("r"), directory.resolve("short"));
    out.reset();
    run("--from", "64", "--to", "64", "--json");

    assertThat(little.at("/peak/output_tps").asDouble())
        .isCloseTo(saturate().at("/peak/output_tps").asDouble(), withinPercentage(12));
  }

  private JsonNode saturate() {
    return JsonMapper.shared().readTree(out.toString(UTF_8)).get("saturate");
  }

  /// Like a run that was interrupted or killed while it refined its result.
  @Test
  void reportsWhatWasCancelledAfterTheHeaviestLoad() {
    run("--from", "32", "--slo", "chat");
    RunDirectory run = RunDirectory.open(directory.resolve("r"));
    run.updateManifest(
        run.manifest().with("saturate.broken_off", "it was killed").with("run.interrupted", 130));
    out.reset();
    Path junit = directory.resolve("broken.xml");
    String[] line = {"report", run.path().toString(), "--junit", junit.toString()};
    Main.run(line, out, new PrintStream(err, true, UTF_8));

    assertThat(out.toString(UTF_8)).contains("saturated at", "broken off", "it was killed");
    assertThat(out.toString(UTF_8)).startsWith("Interrupted: ");
    assertThat(junit).content().contains("<failure");
  }

  @Test
  void reportsThatAllLevelsShareThePromptsOfAFile() throws IOException {
    Path file = directory.resolve("prompts.jsonl");
    String line = "{\"prompt\": \"Why is the sky blue?\", \"output_tokens\": 50}\n";
    Files.writeString(file, line.repeat(400));

    run("--to", "2", "--workload", file.toString());

    assertThat(out.toString(UTF_8)).contains("same 400 requests", "of an earlier level");
  }

  @Test
  void refusesInvalidOptions() {
    assertThat(run("--axis", "users")).isEqualTo(2);
    assertThat(run("--from", "0.5")).isEqualTo(2);
    assertThat(run("--from", "8", "--to", "4")).isEqualTo(2);
    assertThat(run("--growth", "1")).isEqualTo(2);
    assertThat(run("--level-time", "10ms")).isEqualTo(2);
    assertThat(run("--profiler", "engine")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains(
            "--axis",
            "--from is a whole number of users",
            "--to must not be below --from",
            "--growth must be from 1.1 to 10",
            "--level-time must be at least 1s, found 10ms",
            "--profiler looks into a server");
    assertThat(directory.resolve("r")).doesNotExist();
  }
}
