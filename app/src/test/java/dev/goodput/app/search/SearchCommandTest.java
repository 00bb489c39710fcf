package dev.goodput.app.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.app.Durations;
import dev.goodput.app.Main;
import dev.goodput.app.Signals;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.document.ResultDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// A search from the command line to the exit code, in virtual time and in this process.
class SearchCommandTest {
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
        new ArrayList<>(List.of("search", "--virtual", "--out", directory.resolve("r").toString()));
    line.addAll(List.of(more));
    return Main.run(line.toArray(String[]::new), out, new PrintStream(err, true, UTF_8));
  }

  @Test
  void findsWhatTheEngineCanCarryAndLeavesAllReports() throws IOException {
    Path junit = directory.resolve("s.xml");
    Path summary = directory.resolve("s.md");
    int exit =
        run(
            "--tolerance",
            "15%",
            "--stretch",
            "300",
            "--server-slots",
            "64",
            "--json",
            "--junit",
            junit.toString(),
            "--summary-md",
            summary.toString());

    assertThat(exit).as(err.toString(UTF_8)).isZero();
    assertThat(errors(out.toString(UTF_8))).isEmpty();
    assertThat(err.toString(UTF_8)).contains("max goodput", "claim", "flood");
    assertThat(directory.resolve("r/report.html")).content().contains("Max goodput, as known");
    assertThat(junit).content().contains("tests=\"1\" failures=\"0\"");
    assertThat(summary).content().contains("**max goodput**");

    out.reset();
    int again =
        Main.run(
            new String[] {"report", directory.resolve("r").toString(), "--json", "--quiet"},
            out,
            new PrintStream(err, true, UTF_8));
    String json = out.toString(UTF_8).strip();

    assertThat(again).isZero();
    assertThat(listed()).containsPattern("r +search .* ≥ [0-9.]+ req/s");
    assertThat(json).isEqualTo(Files.readString(directory.resolve("r/result.json")).strip());
  }

  private String listed() {
    out.reset();
    String[] args = {"runs", "--root", directory.toString()};
    Main.run(args, out, new PrintStream(err, true, UTF_8));
    return out.toString(UTF_8);
  }

  private static List<String> errors(String json) throws IOException {
    String search = Files.readString(Path.of("..", "docs", "search.schema.json"));
    Map<String, String> known =
        Map.of("https://goodput.dev/schema/result-1.json", ResultDocument.schema());
    Schema schema =
        SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(known))
            .getSchema(search);
    return schema.validate(json, InputFormat.JSON).stream().map(Object::toString).toList();
  }

  @Test
  void endsWithTheCodeOfAMissedSloWhereEvenOneUserIsTooMany() {
    assertThat(run("--slo", "ttft<=1ms")).isEqualTo(6);
    assertThat(out.toString(UTF_8)).contains("only 0 of 29 requests kept it");
  }

  private int report(String... more) {
    out.reset();
    err.reset();
    List<String> line = new ArrayList<>(List.of("report", directory.resolve("r").toString()));
    line.addAll(List.of(more));
    return Main.run(line.toArray(String[]::new), out, new PrintStream(err, true, UTF_8));
  }

  @Test
  void aStoredSearchIsJudgedByAnotherSloAsItWouldHaveEnded() throws IOException {
    assertThat(run("--tolerance", "15%", "--stretch", "300", "--server-slots", "256")).isZero();

    assertThat(report("--slo", "ttft<=1ms")).isEqualTo(6);
    assertThat(out.toString(UTF_8)).contains("only 0 of 29 requests kept it");
    Path junit = directory.resolve("again.xml");
    assertThat(report("--slo", "e2el<=1000s", "--json", "--junit", junit.toString())).isEqualTo(8);
    assertThat(errors(out.toString(UTF_8))).isEmpty();
    assertThat(out.toString(UTF_8)).contains("\"ending\" : \"undecided\"");
    assertThat(junit).content().contains("goodput search", "failures=\"1\"", "not decided");
    assertThat(report("--slo", "chat", "--quiet")).isZero();
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(report("--attainment", "1")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--attainment must be below 1 in a search");
  }

  @Test
  void verifiesTheClaim() throws IOException {
    int exit =
        run(
            "--tolerance",
            "15%",
            "--stretch",
            "300",
            "--server-slots",
            "256",
            "--verify",
            "--json");

    assertThat(exit).as(err.toString(UTF_8)).isZero();
    assertThat(errors(out.toString(UTF_8))).isEmpty();
    assertThat(out.toString(UTF_8)).contains("\"verdict\" : \"kept\"");
    assertThat(err.toString(UTF_8)).contains("✔ verified");
    assertThat(directory.resolve("r/report.html")).content().contains("verified");
  }

  @Test
  void saysALowerBoundWhereTheSloHoldsAtAllThatIsAnswered() {
    assertThat(run("--slo", "e2el<=1000s", "--stretch", "300")).isZero();
    assertThat(out.toString(UTF_8)).contains("max goodput      at least", "claim");
  }

  @Test
  void tellsWhatIsLostOfItsLogFirst() throws IOException {
    assertThat(run("--tolerance", "15%", "--stretch", "300", "--server-slots", "256")).isZero();
    Path log = directory.resolve("r/records.log");
    byte[] whole = Files.readAllBytes(log);
    Files.write(log, Arrays.copyOf(whole, whole.length - 5));
    Path junit = directory.resolve("torn.xml");
    Path summary = directory.resolve("torn.md");
    report("--junit", junit.toString(), "--summary-md", summary.toString());

    assertThat(out.toString(UTF_8)).startsWith("! incomplete run: ");
    assertThat(junit).content().contains("failures=\"1\"", "incomplete run");
    assertThat(summary).content().contains("**incomplete run**");
  }

  @Test
  void isInconclusiveWhereTheBudgetIsTooSmall() {
    assertThat(run("--budget", "2500", "--stretch", "300", "--server-slots", "16")).isEqualTo(8);
    assertThat(out.toString(UTF_8)).contains("budget spent", "A larger --budget");
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThat(run("--tolerance", "0")).isEqualTo(2);
    assertThat(run("--budget", "10")).isEqualTo(2);
    assertThat(run("--attainment", "1")).isEqualTo(2);
    assertThat(run("--url", "http://127.0.0.1:9")).isEqualTo(2);
    assertThat(run("--workload", "synthetic")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains(
            "--tolerance is a share above 0",
            "--budget must have room for requests alone, a flood and three stretches",
            "--attainment must be below 1",
            "--virtual is for the simulated engine",
            "a search needs an SLO, and synthetic has none");
    assertThat(directory.resolve("r")).doesNotExist();
  }

  private int resume(String... more) {
    out.reset();
    err.reset();
    List<String> line =
        new ArrayList<>(List.of("search", "--resume", directory.resolve("r").toString()));
    line.addAll(List.of(more));
    return Main.run(line.toArray(String[]::new), out, new PrintStream(err, true, UTF_8));
  }

  @Test
  void goesOnWithASearchThatWasKilled() throws IOException {
    assertThat(run("--tolerance", "15%", "--stretch", "300", "--server-slots", "256")).isZero();
    Path run = directory.resolve("r");
    Manifest whole = RunDirectory.open(run).manifest();
    RunDirectory.open(run)
        .updateManifest(
            whole.without("search.stopped").without("search.ending").without("search.reason"));
    Path log = run.resolve(RunDirectory.LOG_FILE);
    byte[] bytes = Files.readAllBytes(log);
    Files.write(log, Arrays.copyOf(bytes, bytes.length * 3 / 5));
    report("--json");
    assertThat(out.toString(UTF_8)).contains("\"ending\" : \"interrupted\"", "it was killed");

    assertThat(resume("--budget", "9000", "--slo", "chat", "--seed", "1")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("a search goes on as it began; leave out --budget, --seed, --slo, or begin");
    assertThat(resume("--url", "http://127.0.0.1:9")).isEqualTo(2);
    assertThat(resume("--json")).as(err.toString(UTF_8)).isZero();

    assertThat(errors(out.toString(UTF_8))).isEmpty();
    assertThat(out.toString(UTF_8)).contains("\"ending\" : \"reached\"");
    assertThat(Files.readAllBytes(log)).startsWith(Arrays.copyOf(bytes, bytes.length / 2));
    assertThat(err.toString(UTF_8)).contains("the search was gone on with at 20");

    assertThat(resume()).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("has ended (reached)", "--verify asks once more");
    // 94 % of requests of their own, which chance may be why of.
    assertThat(resume("--verify", "--json")).isIn(0, 8);
    assertThat(out.toString(UTF_8)).containsPattern("\"verdict\" : \"(kept|open)\"");
  }

  @Test
  void keepsNoSecretAndAsksForItAgain() {
    CommandLine line = new CommandLine(new SearchCommand()).setExpandAtFiles(false);
    line.registerConverter(Duration.class, new Durations());
    CommandLine.ParseResult typed =
        line.parseArgs(
            "--url=https://u:p@host/v1",
            "--header=X-Key: abcsecret",
            "--seed",
            "7",
            "--cache-bust",
            "--api-key-env=KEY",
            "--quiet");
    Manifest kept = TypedOptions.addTo(Manifest.empty(), typed);

    assertThat(kept.values().toString()).doesNotContain("abcsecret", "u:p@");
    assertThat(kept.values().values()).contains("--seed=7", "--cache-bust", "--api-key-env=KEY");
    assertThatThrownBy(() -> TypedOptions.resumed(kept, line.parseArgs("--resume=r")))
        .hasMessageStartingWith("--header, --url may be secret and was not kept");
    String[] again = {"--resume=r", "--url=https://h", "--header=a: b", "--api-key-file=f"};
    assertThat(TypedOptions.resumed(kept, line.parseArgs(again)))
        .containsExactlyInAnyOrder(
            "--seed=7", "--cache-bust", "--url=https://h", "--header=a: b", "--api-key-file=f");
  }
}
