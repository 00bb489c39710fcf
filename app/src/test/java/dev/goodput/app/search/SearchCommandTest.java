package dev.goodput.app.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.app.CommandLineReader;
import dev.goodput.app.main.Main;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLock;
import dev.goodput.report.document.ResultDocument;
import dev.goodput.runner.signals.Signals;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// Runs a search from the command line to the exit code, in virtual time and in this process.
@Order(1)
class SearchCommandTest {
  /// The offset of the version byte in a log.
  private static final int LOG_VERSION = 11;

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
  void findsTheCapacityAndWritesAllReports() throws IOException {
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
    assertThat(err.toString(UTF_8)).contains("Meets chat up to ", ": promise at most ", "flood");
    assertThat(directory.resolve("r/report.html")).content().contains("Estimate of max goodput");
    assertThat(junit).content().contains("tests=\"1\" failures=\"0\"");
    assertThat(summary).content().startsWith("## Meets chat up to ");

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
    assertThat(out.toString(UTF_8)).contains("only 0 of 29 requests met it");
  }

  private int report(String... more) {
    out.reset();
    err.reset();
    List<String> line = new ArrayList<>(List.of("report", directory.resolve("r").toString()));
    line.addAll(List.of(more));
    return Main.run(line.toArray(String[]::new), out, new PrintStream(err, true, UTF_8));
  }

  @Test
  void reevaluatesAStoredSearchWithAnotherSlo() throws IOException {
    assertThat(run("--tolerance", "15%", "--stretch", "300", "--server-slots", "256")).isZero();

    assertThat(report("--slo", "ttft<=1ms")).isEqualTo(6);
    assertThat(out.toString(UTF_8)).contains("only 0 of 29 requests met it");
    Path junit = directory.resolve("again.xml");
    assertThat(report("--slo", "e2el<=1000s", "--json", "--junit", junit.toString())).isEqualTo(8);
    assertThat(errors(out.toString(UTF_8))).isEmpty();
    assertThat(out.toString(UTF_8)).contains("\"ending\" : \"undecided\"");
    assertThat(junit).content().contains("goodput search", "failures=\"1\"", "not decided");
    assertThat(report("--slo", "chat", "--quiet")).isZero();
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(report("--attainment", "1")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--attainment must be below 1 in a search, like 95%");
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

    assertThat(resume("--verify")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("is verified already (kept)");
    // With a stricter target the claim is lower: this load was above it, so it proves nothing.
    assertThat(report("--slo", "chat", "--attainment", ".99", "--json"))
        .as(out.toString(UTF_8))
        .isEqualTo(8);
    assertThat(errors(out.toString(UTF_8))).isEmpty();
    assertThat(out.toString(UTF_8)).contains("\"verdict\" : \"aside\"");
  }

  @Test
  void refusesToVerifyWhereNothingIsClaimed() {
    assertThat(run("--slo", "ttft<=1ms")).isEqualTo(6);
    assertThat(resume("--verify")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("claims nothing (slo missed unloaded)");
  }

  @Test
  void reportsALowerBoundIfEveryAnsweredRateMeetsTheSlo() {
    assertThat(run("--slo", "e2el<=1000s", "--stretch", "300")).isZero();
    assertThat(out.toString(UTF_8))
        .startsWith("Meets the SLO up to at least ")
        .contains(": promise at most ");
  }

  @Test
  void reportsLostLogDataFirst() throws IOException {
    assertThat(run("--tolerance", "15%", "--stretch", "300", "--server-slots", "256")).isZero();
    Path log = directory.resolve("r/records.log");
    byte[] whole = Files.readAllBytes(log);
    Files.write(log, Arrays.copyOf(whole, whole.length - 5));
    Path junit = directory.resolve("torn.xml");
    Path summary = directory.resolve("torn.md");
    report("--junit", junit.toString(), "--summary-md", summary.toString());

    assertThat(out.toString(UTF_8)).startsWith("Incomplete run: ");
    assertThat(junit).content().contains("failures=\"1\"", "incomplete run");
    assertThat(summary).content().startsWith("## Incomplete run: ");
  }

  @Test
  void isInconclusiveIfTheBudgetIsTooSmall() {
    assertThat(run("--budget", "2500", "--stretch", "300", "--server-slots", "16")).isEqualTo(8);
    assertThat(out.toString(UTF_8)).contains("budget spent", "A larger --budget");
  }

  @Test
  void reportsBeforeTheRunWhatItsBudgetCannotShow() {
    String[] small = {"--budget", "2500", "--stretch", "300", "--server-slots", "16"};
    run(small);
    assertThat(err.toString(UTF_8)).doesNotContain("to show");
    directory = directory.resolve("other");
    run(Stream.concat(Stream.of(small), Stream.of("--attainment", "99%")).toArray(String[]::new));
    assertThat(err.toString(UTF_8))
        .contains(
            "to show that 99 % meet the SLO takes at least 7,341 requests, more than --budget"
                + " allows");
  }

  @Test
  void refusesInvalidOptions() {
    assertThat(run("--tolerance", "0")).isEqualTo(2);
    assertThat(run("--budget", "10")).isEqualTo(2);
    assertThat(run("--attainment", "1")).isEqualTo(2);
    assertThat(run("--url", "http://127.0.0.1:9")).isEqualTo(2);
    assertThat(run("--workload", "synthetic")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains(
            "--tolerance is a share above 0",
            " requests, found 10: unloaded requests, a flood and three segments need that many",
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
  void resumesAKilledSearch() throws IOException {
    Path run = killed();
    Path log = run.resolve(RunDirectory.LOG_FILE);
    byte[] bytes = Files.readAllBytes(log);
    report("--json");
    assertThat(out.toString(UTF_8)).contains("\"ending\" : \"interrupted\"", "it was killed");

    assertThat(resume("--budget", "9000", "--slo", "chat", "--seed", "1")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("a resumed search keeps its options; remove --budget, --seed, --slo, or start");
    assertThat(resume("--url", "http://127.0.0.1:9")).isEqualTo(2);
    assertThat(resume("--json")).as(err.toString(UTF_8)).isZero();

    assertThat(errors(out.toString(UTF_8))).isEmpty();
    assertThat(out.toString(UTF_8)).contains("\"ending\" : \"reached\"");
    assertThat(Files.readAllBytes(log)).startsWith(Arrays.copyOf(bytes, bytes.length * 4 / 5));
    assertThat(err.toString(UTF_8)).contains("the search was resumed at 20");

    assertThat(resume()).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("has ended (reached)", "--verify sends the claimed load once more");
    // 94 % of the verification's own requests are good, which may be due to chance.
    assertThat(resume("--verify", "--json")).isIn(0, 8);
    assertThat(out.toString(UTF_8)).containsPattern("\"verdict\" : \"(kept|open)\"");
  }

  /// Returns a search that was killed during its controlled load.
  private Path killed() throws IOException {
    assertThat(run("--tolerance", "15%", "--stretch", "300", "--server-slots", "256")).isZero();
    Path run = directory.resolve("r");
    change(manifest ->
        manifest.without("search.stopped").without("search.ending").without("search.reason"));
    Path log = run.resolve(RunDirectory.LOG_FILE);
    byte[] bytes = Files.readAllBytes(log);
    Files.write(log, Arrays.copyOf(bytes, bytes.length * 3 / 5));
    return run;
  }

  private void change(UnaryOperator<Manifest> change) {
    RunDirectory run = RunDirectory.open(directory.resolve("r"));
    run.updateManifest(change.apply(run.manifest()));
  }

  private void refusesAndChangesNothing(String why) {
    Manifest before = RunDirectory.open(directory.resolve("r")).manifest();
    assertThat(resume()).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(why);
    assertThat(RunDirectory.open(directory.resolve("r")).manifest()).isEqualTo(before);
  }

  @Test
  void resumesOnlyWithTheSameOptions() throws IOException {
    Path run = killed();
    Manifest whole = RunDirectory.open(run).manifest();
    Map<String, String> others =
        Map.of(
            "target.model", "the search used other",
            "target.url", "the search used a server, and with these options",
            "run.workload", "the search used other, and with these options",
            "workload.requests", "is not the one that the search started with",
            "workload.digest", "is not the one that the search started with",
            "search.options", "it keeps 4 of its 17 options");
    for (Map.Entry<String, String> each : others.entrySet()) {
      String key = each.getKey();
      String other =
          key.equals("search.options") || key.equals("workload.requests") ? "17" : "other";
      change(_ ->
          (key.equals("target.url") ? whole.without("target.profile") : whole).with(key, other));
      refusesAndChangesNothing(each.getValue());
    }
    change(_ -> whole.without("search.options"));
    refusesAndChangesNothing("was started by an earlier version");

    try (RunLock _ = RunDirectory.open(run).lock()) {
      change(_ -> whole);
      refusesAndChangesNothing("is being written by another process");
    }
    byte[] log = Files.readAllBytes(run.resolve(RunDirectory.LOG_FILE));
    byte[] old = log.clone();
    old[LOG_VERSION] = 1;
    Files.write(run.resolve(RunDirectory.LOG_FILE), old);
    refusesAndChangesNothing("is of an older version");

    Files.write(run.resolve(RunDirectory.LOG_FILE), log);
    change(_ -> whole.with("goodput.version", "0.0.1"));
    assertThat(resume("--json")).as(err.toString(UTF_8)).isZero();
    assertThat(errors(out.toString(UTF_8))).isEmpty();
    assertThat(err.toString(UTF_8)).contains("gone on with at another goodput.version: ");
    assertThat(RunDirectory.open(run).manifest().text("goodput.version")).contains("0.0.1");
  }

  @Test
  void refusesToResumeWithAnEditedFile() throws IOException {
    Path file = directory.resolve("chats.jsonl");
    String chats = "{\"prompt\": \"Why is the sky blue?\", \"output_tokens\": 20}\n".repeat(3);
    Files.writeString(file, chats);
    String[] slow = {"--workload", file.toString(), "--slo", "e2el<=1ms"};
    assertThat(run(slow)).as(err.toString(UTF_8)).isEqualTo(6);
    change(manifest -> manifest.without("search.stopped").without("search.ending"));

    Files.writeString(file, chats.replace("sky", "sea"));
    refusesAndChangesNothing("is not the one that the search started with");
    Files.writeString(file, chats);
    assertThat(resume()).as(err.toString(UTF_8)).isEqualTo(6);
  }

  @Test
  void storesABodyWithoutSecretsAndRequiresThemAgain() {
    CommandLine line = CommandLineReader.of(new SearchCommand());
    String body = "--extra-body={\"top_k\": 5, \"n\": 0.10}";
    Manifest open = TypedOptions.addTo(Manifest.empty(), line.parseArgs(body));
    assertThat(open.values().values()).contains(body);
    assertThat(TypedOptions.resumed(open, line.parseArgs("--resume=r"))).containsExactly(body);
    assertThatThrownBy(() -> TypedOptions.resumed(open, line.parseArgs("--resume=r", body)))
        .hasMessageContaining("remove --extra-body");

    String secret = "--extra-body={\"top_k\": 5, \"api_key\": \"abcsecret\"}";
    Manifest kept = TypedOptions.addTo(Manifest.empty(), line.parseArgs(secret));
    assertThat(kept.values().toString()).doesNotContain("abcsecret");
    assertThat(TypedOptions.resumed(kept, line.parseArgs("--resume=r", secret)))
        .containsExactly(secret);
    String other = secret.replace("5", "50");
    assertThatThrownBy(() -> TypedOptions.resumed(kept, line.parseArgs("--resume=r", other)))
        .hasMessageStartingWith("a resumed search keeps its options: it sent --extra-body=");
  }

  @Test
  void storesNoSecretAndRequiresItAgain() {
    CommandLine line = CommandLineReader.of(new SearchCommand());
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

  @Test
  void acceptsKeysAddressAndOutputWithResume() {
    assertThat(CommandLineReader.of(new SearchCommand()).getCommandSpec().options())
        .filteredOn(option -> CommandLineReader.carried(option).orElseThrow().onResume())
        .extracting(OptionSpec::longestName)
        .containsExactlyInAnyOrder(
            "--url",
            "--header",
            "--api-key-env",
            "--api-key-file",
            "--ca",
            "--cert",
            "--key",
            "--insecure",
            "--json",
            "--quiet",
            "--junit",
            "--summary-md",
            "--resume",
            "--verify");
  }
}
