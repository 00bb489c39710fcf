package dev.goodput.app.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.app.Main;
import dev.goodput.app.Signals;
import dev.goodput.report.document.ResultDocument;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    assertThat(again).isZero();
    assertThat(out.toString(UTF_8).strip())
        .isEqualTo(Files.readString(directory.resolve("r/result.json")).strip());
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
    assertThat(out.toString(UTF_8)).contains("only 0 of 30 requests kept it");
  }

  @Test
  void isInconclusiveWhereTheBudgetIsTooSmall() {
    assertThat(run("--budget", "1500", "--stretch", "300", "--server-slots", "16")).isEqualTo(8);
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
            "--budget must have room for three stretches",
            "--attainment must be below 1",
            "--virtual is for the simulated engine",
            "a search needs an SLO, and synthetic has none");
    assertThat(directory.resolve("r")).doesNotExist();
  }
}
