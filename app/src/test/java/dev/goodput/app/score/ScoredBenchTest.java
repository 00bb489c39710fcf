package dev.goodput.app.score;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.app.main.Main;
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

/// A bench whose responses are scored, over HTTP, against a server that is known to be wrong for
/// one task in ten and to fail for another.
class ScoredBenchTest {
  private static final int TASKS = 40;

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    out.reset();
    return Main.run(args, out, new PrintStream(err, true, UTF_8));
  }

  /// Sums from 10 to 49: four of them end in 9 and four in 8. One more task has no reference.
  private Path tasks() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      lines.add(
          "{\"prompt\": \"add %d and 10\", \"output_tokens\": 4, \"reference\": \"%d\"}"
              .formatted(i, i + 10));
    }
    lines.add("{\"prompt\": \"add 70 and 0\", \"output_tokens\": 4}");
    return Files.write(directory.resolve("tasks.jsonl"), lines);
  }

  private String[] bench(String url, String... more) throws IOException {
    List<String> args =
        new ArrayList<>(
            List.of("bench", "--url", url, "--workload", tasks().toString(), "--requests", "41"));
    args.addAll(List.of("--concurrency", "4", "--max-error-rate", "50%", "--json"));
    args.addAll(List.of("--out", directory.resolve("run").toString()));
    args.addAll(List.of(more));
    return args.toArray(String[]::new);
  }

  private static void correct(JsonNode document) throws IOException {
    String schema = Files.readString(Path.of("..", "docs", "result.schema.json"));
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema)
                .validate(document.toString(), InputFormat.JSON))
        .isEmpty();
    JsonNode level = document.at("/quality/levels/0");
    assertThat(level.get("scored").asInt()).isEqualTo(TASKS);
    assertThat(level.get("failed").asInt()).isEqualTo(4);
    assertThat(level.get("without_reference").asInt()).isEqualTo(1);
    assertThat(level.at("/scores/0/key").asString()).isEqualTo("exact");
    assertThat(level.at("/scores/0/value").asDouble()).isCloseTo(32 / 40.0, within(1e-9));
    assertThat(level.at("/scores/0/low_95").asDouble()).isBetween(0.6, 0.7);
    assertThat(level.at("/scores/1/key").asString()).isEqualTo("rouge1");
    assertThat(level.at("/scores/1/value").asDouble()).isCloseTo(32 / 40.0, within(1e-9));
  }

  @Test
  void scoresEachResponseAgainstTheReferenceOfItsTask() throws IOException {
    try (TaskServer server = TaskServer.start()) {
      int exit = run(bench(server.url(), "--score", "exact,rouge"));
      assertThat(exit).as(err.toString(UTF_8)).isIn(0, 5);
    }
    correct(JsonMapper.shared().readTree(out.toString(UTF_8)));
    Path run = directory.resolve("run");
    assertThat(Files.readAllLines(run.resolve("answers.jsonl"))).hasSize(TASKS + 1);
    List<String> rows = Files.readAllLines(run.resolve("scores.csv"));
    assertThat(rows.getFirst())
        .isEqualTo("level,id,session,turn,outcome,exact,rouge1,rouge2,rougeL,rougeLsum");
    assertThat(rows).hasSize(TASKS + 1);
    assertThat(rows.stream().filter(row -> row.contains(",http_error,0.0,"))).hasSize(4);
    assertThat(Files.readAllLines(run.resolve("scores.jsonl")))
        .hasSize(TASKS)
        .anySatisfy(line -> assertThat(line).contains("\"outcome\":\"ok\",\"exact\":1.0"));

    assertThat(run("report", run.toString(), "--json")).isZero();
    correct(JsonMapper.shared().readTree(out.toString(UTF_8)));
    assertThat(run("report", run.toString())).isZero();
    assertThat(out.toString(UTF_8))
        .contains("exact match 0.800 (0.652–0.895)")
        .containsPattern("of\\s+40\\s+responses;\\s+4\\s+failed\\s+requests\\s+score\\s+0");
    assertThat(run.resolve("report.html"))
        .content()
        .contains("exact match 0.800", "\"name\":\"add 9 and 10\",\"reference\":\"19\"");
    assertThat(run.resolve("prompts.jsonl"))
        .content()
        .contains("\"prompt\":\"add 9 and 10\",\"reference\":\"19\"");
    Path shared = directory.resolve("shared.html");
    assertThat(run("report", run.toString(), "--redact", "--html", shared.toString())).isZero();
    assertThat(shared)
        .content()
        .contains("exact match 0.800", "level 0, session 9, turn 0")
        .doesNotContain("add 9 and 10");
  }

  @Test
  void deletesTheTextsAfterScoringIfTheyShouldNotBeKept() throws IOException {
    try (TaskServer server = TaskServer.start()) {
      int exit = run(bench(server.url(), "--score=exact,rouge", "--keep-text=none"));
      assertThat(exit).as(err.toString(UTF_8)).isIn(0, 5);
    }
    assertThat(directory.resolve("run/answers.jsonl")).doesNotExist();
    correct(JsonMapper.shared().readTree(out.toString(UTF_8)));
  }

  @Test
  void keepsNoTextWithoutScores() throws IOException {
    try (TaskServer server = TaskServer.start()) {
      assertThat(run(bench(server.url()))).as(err.toString(UTF_8)).isIn(0, 5);
    }
    assertThat(directory.resolve("run/answers.jsonl")).doesNotExist();
    assertThat(JsonMapper.shared().readTree(out.toString(UTF_8)).has("quality")).isFalse();
  }

  @Test
  void refusesAWorkloadWithoutReferences() {
    String[] args = {"bench", "--virtual", "--score", "exact", "--requests", "5"};
    assertThat(run(args)).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("--score needs references, and azure-conv has none")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--score=exakt | --score \"exakt\" is none of bleu",
        "--score=exact --keep-text=some | --keep-text \"some\" is none of all, none",
        "--keep-text=none | --keep-text is for --score",
        "--stem | are for --score"
      })
  void refusesWrongOptions(String options, String problem) {
    List<String> args = new ArrayList<>(List.of("bench", "--virtual"));
    args.addAll(List.of(options.split(" ")));
    assertThat(run(args.toArray(String[]::new))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(problem).hasLineCount(1);
  }
}
