package dev.goodput.app.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.app.main.Spoken;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LogEntry;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import dev.goodput.report.quality.RunScores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The gate on quality, from stored runs to the exit code and the page. The runs are virtual, so
/// their answers and scores are written by hand: one task in 33 is planted to be wrong.
class QualityGateTest {
  private static final int WRONG_EVERY = 33;

  @TempDir private Path directory;
  private final Spoken typed = new Spoken();

  private Path run(String name, int tasks, IntPredicate wrong) throws IOException {
    return run(name, tasks, tasks, wrong);
  }

  /// @param different how many different prompts the requests have
  private Path run(String name, int tasks, int different, IntPredicate wrong) throws IOException {
    Path run = directory.resolve(name);
    int exit =
        typed.run(
            "bench",
            "--virtual",
            "--requests=" + tasks,
            "--rate=12",
            "--seed=1",
            "--quiet",
            "--out=" + run);
    assertThat(exit).as(typed.err()).isZero();
    RunDirectory stored = RunDirectory.open(run);
    stored.updateManifest(stored.manifest().with(RunScores.KEY, "exact"));
    List<String> rows = new ArrayList<>(List.of("level,id,session,turn,outcome,exact"));
    List<String> answers = new ArrayList<>();
    List<String> prompts = new ArrayList<>();
    int right = 0;
    for (int i = 0; i < tasks; i++) {
      boolean bad = wrong.test(i);
      right += bad ? 0 : 1;
      rows.add("0,%d,%d,0,ok,%s".formatted(i, i, bad ? "0.0" : "1.0"));
      answers.add(
          "{\"level\": 0, \"id\": %d, \"session\": %d, \"turn\": 0, \"outcome\": \"ok\", \"text\": \"%s\"}"
              .formatted(i, i, bad ? "</script><b>no</b>" : "answer " + i));
      prompts.add(
          "{\"level\": 0, \"id\": %d, \"prompt\": \"question %d?\", \"reference\": \"answer %d\"}"
              .formatted(i, i % different, i % different));
    }
    Files.write(run.resolve("scores.csv"), rows);
    Files.write(run.resolve("answers.jsonl"), answers);
    Files.write(run.resolve("prompts.jsonl"), prompts);
    new RunScores(
            List.of(),
            List.of(
                new RunScores.Level(
                    0,
                    tasks,
                    0,
                    0,
                    List.of(
                        new RunScores.Score(
                            "exact", "exact match", 1, (double) right / tasks, null, null)))))
        .write(run);
    return run;
  }

  private int gate(Path a, Path b, String... more) {
    return typed.run(
        List.of("gate", "--baseline", a.toString(), "--candidate", b.toString()), more);
  }

  @Test
  void catchesPlantedWrongAnswersAndShowsThem() throws IOException {
    Path a = run("a", 500, _ -> false);
    Path b = run("b", 500, i -> i % WRONG_EVERY == 0);
    Path page = directory.resolve("gate.html");
    assertThat(gate(a, b, "--max-quality-loss=1pt", "--html=" + page)).as(typed.err()).isEqualTo(7);
    assertThat(typed.out().replaceAll("\\s+", " "))
        .contains("quality (exact match): regressed; at most 1 point less is allowed")
        .contains("exact match: B lower in 16 tasks than A, higher in 0, the same in 484");
    assertThat(page)
        .content()
        .contains("\"prompt\":\"question 0?\"", "\"reference\":\"answer 0\"")
        .doesNotContain("</script><b>no");

    assertThat(gate(a, b, "--max-quality-loss=1pt", "--json")).isEqualTo(7);
    String schema = Files.readString(Path.of("..", "docs", "compared-runs.schema.json"));
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema)
                .validate(typed.out(), InputFormat.JSON))
        .isEmpty();
    JsonNode answers = JsonMapper.shared().readTree(typed.out()).at("/answers/0");
    assertThat(answers.at("/samples")).hasSize(6);
    assertThat(answers.at("/samples/0/b/text").asString()).isEqualTo("</script><b>no</b>");
    assertThat(answers.at("/samples/0/b/score").asDouble()).isZero();
    assertThat(answers.at("/samples/0/a/score").asDouble()).isEqualTo(1);

    Path same = run("same", 500, _ -> false);
    assertThat(gate(a, same, "--max-quality-loss=1pt")).isZero();
    assertThat(gate(a, same, "--max-quality-loss=1%")).isZero();
    Files.delete(b.resolve("answers.jsonl"));
    assertThat(gate(a, b, "--max-quality-loss=1pt", "--html=" + page)).isEqualTo(7);
    assertThat(page).content().contains("B keeps no texts").doesNotContain("question 0?");
  }

  /// Writes the log of a run again, with a client that was late by a second.
  private static Path late(Path run) throws IOException {
    RunDirectory stored = RunDirectory.open(run);
    List<LogEntry> entries = new ArrayList<>();
    stored.read(entries::add);
    Files.delete(run.resolve(RunDirectory.LOG_FILE));
    try (RunLogWriter writer = stored.writer()) {
      for (LogEntry entry : entries) {
        if (entry instanceof LevelEnded end) {
          List<Long> lag = List.of(1_000_000_000L);
          writer.append(new HealthSample(0, end.endNanos() / 2, lag, List.of(), 0.9, 0.9, 0, 0, 1));
        }
        writer.append(entry);
      }
    }
    return run;
  }

  /// How late a client reads does not change the answers.
  @Test
  void judgesTheAnswersOfAClientBoundRunAndNotItsSpeed() throws IOException {
    Path a = run("a", 500, _ -> false);
    Path bad = late(run("bad", 500, i -> i % WRONG_EVERY == 0));
    assertThat(gate(a, bad, "--max-quality-loss=1pt")).as(typed.err()).isEqualTo(7);
    assertThat(typed.out().replaceAll("\\s+", " "))
        .startsWith("Regressed: quality (exact match) −3.2 points")
        .contains("; speed is not judged: B (bad) was bound by its client")
        .contains("quality (exact match): regressed; at most 1 point less is allowed")
        .contains("speed: not judged, as B (bad) was bound by its client")
        .contains("exact match: B lower in 16 tasks than A, higher in 0, the same in 484")
        .doesNotContain("TTFT p95 +");

    Path good = late(run("good", 500, _ -> false));
    assertThat(gate(a, good, "--max-quality-loss=1pt")).isZero();
    assertThat(typed.out()).startsWith("Ok: ").contains("speed is not judged");
    assertThat(gate(late(a), good, "--max-quality-loss=1pt")).isZero();

    assertThat(gate(a, good, "--max-cost-increase=5%")).as("the client's exit code").isEqualTo(5);
    assertThat(gate(a, good, "--max-quality-loss=1pt", "--max-cost-increase=5%")).isEqualTo(5);
    assertThat(typed.out()).contains("cost: not judged, as");
    assertThat(gate(good, run("c", 500, _ -> false), "--max-cost-increase=5%")).isEqualTo(8);
  }

  @Test
  void namesTheTasksThatWouldShowIt() throws IOException {
    Path a = run("a", 40, _ -> false);
    Path b = run("b", 40, i -> i == 5);
    assertThat(gate(a, b, "--max-quality-loss=1pt")).isEqualTo(8);
    // One of 40 is wrong, and two more pairs count: s² = (3 − 1 ÷ 42) ÷ 41, and
    // (1.95996 + 0.84162)² × s² ÷ (0.025 − 0.01)² = 2,532.2.
    assertThat(typed.out().replaceAll("\\s+", " "))
        .contains("quality (exact match): inconclusive; at most 1 point less is allowed")
        .contains("About 2,533 different tasks would show it");
  }

  /// 300 requests of 60 tasks: those of 12 tasks are wrong each time.
  @Test
  void countsTasksAndNotRequests() throws IOException {
    Path a = run("a", 300, 60, _ -> false);
    Path b = run("b", 300, 60, i -> i % 5 == 0);
    gate(a, b, "--max-quality-loss=1pt");
    assertThat(typed.out().replaceAll("\\s+", " "))
        .contains("exact match: B lower in 12 tasks than A, higher in 0, the same in 48");
  }

  @Test
  void writesTheVerdictForCiJobs() throws IOException {
    Path a = run("a", 500, _ -> false);
    Path b = run("b", 500, i -> i % WRONG_EVERY == 0);
    Path junit = directory.resolve("gate.xml");
    Path summary = directory.resolve("gate.md");
    String[] files = {
      "--max-quality-loss=1pt", "--quiet", "--junit=" + junit, "--summary-md=" + summary
    };
    assertThat(gate(a, b, files)).as(typed.err()).isEqualTo(7);
    assertThat(typed.out()).isEmpty();
    assertThat(junit)
        .content()
        .contains(" failures=\"1\" errors=\"0\" ")
        .contains("name=\"quality (exact match)\"><skipped message=\"regressed: quality (exact")
        .contains("name=\"the verdict\"><failure message=\"Regressed: quality (exact match) −3.2");
    assertThat(summary)
        .content()
        .startsWith("## Regressed: quality (exact match) −3.2 points")
        .contains("- ❌ **quality (exact match)**: regressed; at most 1 point less is allowed")
        .contains("| quality (exact match) | 1.00 | 0.968 | −3.2 points | −")
        .contains("B lower in 16 tasks than A, higher in 0, the same in 484");

    assertThat(gate(a, run("same", 500, _ -> false), files)).isZero();
    assertThat(junit).content().contains(" failures=\"0\" errors=\"0\" skipped=\"0\" ");
    assertThat(summary).content().startsWith("## Ok: ");

    assertThat(gate(a, a, files)).isEqualTo(2);
    assertThat(junit).content().contains(" errors=\"1\" ", "name the same run");
    assertThat(summary).content().contains("name the same run").doesNotContain("Ok");
  }

  /// What the headline judges is in the table below it, at 80 columns too.
  @Test
  void showsTheJudgedFigures() throws IOException {
    Path a = run("a", 500, _ -> false);
    Path b = run("b", 500, i -> i % WRONG_EVERY == 0);
    gate(a, b, "--max-quality-loss=1pt", "--max-cost-increase=5%", "--cost-per-hour=3");
    assertThat(typed.out().replaceAll(" +", " "))
        .contains("\n exact match 1.00 0.968 0.968\n", "\n cost/request 0.0000")
        .contains("same cost (cost per successful request)")
        .doesNotContain("Neither dominates", "is better in");
  }

  @Test
  void comparesNoScoresOfOtherSettings() throws IOException {
    Path a = run("a", 20, _ -> false);
    Path b = run("b", 20, _ -> false);
    Path scores = b.resolve(RunScores.FILE);
    Files.writeString(
        scores,
        Files.readString(scores).replace("\"settings\" : [ ]", "\"settings\" : [\"ignore_case\"]"));
    assertThat(gate(a, b, "--max-quality-loss=1pt")).isEqualTo(2);
    assertThat(typed.err())
        .contains("scored by other settings (A none, B ignore_case)")
        .hasLineCount(1);
  }

  @Test
  void refusesARunAgainstItself() throws IOException {
    Path a = run("a", 20, _ -> false);
    assertThat(gate(a, a, "--max-quality-loss=1pt")).isEqualTo(2);
    assertThat(typed.err()).contains("gate needs two runs", "the same run").hasLineCount(1);
  }

  @Test
  void refusesAPageWithoutALimit() {
    assertThat(typed.run("gate", "--virtual", "--html=x.html")).isEqualTo(2);
    assertThat(typed.err()).contains("--html is for --max-quality-loss").hasLineCount(1);
  }
}
