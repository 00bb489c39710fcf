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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Benches that send the same requests again, to a server whose answers are planned: by the number
/// of the question, and by how often it was asked before.
class ConsistencyBenchTest {
  private static final int QUESTIONS = 20;
  private static final Pattern QUESTION = Pattern.compile("Question (\\d+) ");

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    out.reset();
    return Main.run(args, out, new PrintStream(err, true, UTF_8));
  }

  private Path questions() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < QUESTIONS; i++) {
      lines.add(
          "{\"prompt\": \"Question %d of many\", \"output_tokens\": 9, \"reference\": \"a b c d\"}"
              .formatted(i));
    }
    return Files.write(directory.resolve("questions.jsonl"), lines);
  }

  private JsonNode bench(BiFunction<Integer, Integer, String> answer, String... more)
      throws IOException {
    Map<Integer, Integer> before = new ConcurrentHashMap<>();
    UnaryOperator<String> planned =
        prompt -> {
          Matcher question = QUESTION.matcher(prompt);
          if (!question.find()) {
            return "a probe";
          }
          int number = Integer.parseInt(question.group(1));
          return answer.apply(number, before.merge(number, 1, Integer::sum) - 1);
        };
    List<String> args = new ArrayList<>(List.of("bench", "--consistency", "--json"));
    if (!List.of(more).contains("--workload")) {
      args.addAll(List.of("--workload", questions().toString(), "--requests", "20"));
    }
    args.addAll(List.of("--out", directory.resolve("run").toString()));
    args.addAll(List.of(more));
    try (AnsweringServer server = AnsweringServer.start(planned)) {
      args.addAll(List.of("--url", server.url()));
      assertThat(run(args.toArray(String[]::new))).as(err.toString(UTF_8)).isIn(0, 5);
      assertThat(server.bodies())
          .filteredOn(body -> body.toString().contains("Question "))
          .allSatisfy(
              body -> assertThat(body.required("temperature").doubleValue()).isEqualTo(0.0));
    }
    JsonNode document = JsonMapper.shared().readTree(out.toString(UTF_8));
    String schema = Files.readString(Path.of("..", "docs", "result.schema.json"));
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema)
                .validate(document.toString(), InputFormat.JSON))
        .isEmpty();
    return document.required("consistency");
  }

  private String text() {
    assertThat(run("report", directory.resolve("run").toString())).isZero();
    return out.toString(UTF_8).replaceAll("\\s+", " ");
  }

  private static void equal(JsonNode document, String at, double expected) {
    assertThat(document.at(at).asDouble()).as(at).isCloseTo(expected, within(1e-9));
  }

  /// Five repeats of one load. Each fourth question is answered otherwise in the last repeat: at
  /// the third of four words. Of its ten pairs of answers four differ, and these have three words
  /// in common, so ROUGE-L is 0.75.
  @Test
  void findsHowOftenAndWhereRepeatedAnswersDiffer() throws IOException {
    JsonNode found =
        bench(
            (question, time) -> question % 4 == 0 && time == 4 ? "a b x d" : "a b c d",
            "--repeats",
            "5",
            "--score",
            "exact");
    equal(found, "/loads/0/answers", 100);
    equal(found, "/loads/0/prompts", 20);
    equal(found, "/loads/0/identical", 15);
    equal(found, "/loads/0/differing_pairs", 0.25 * 0.4);
    equal(found, "/loads/0/first_difference", 3);
    equal(found, "/loads/0/rouge_l", 1 - 0.25 * 0.4 * 0.25);
    equal(found, "/loads/0/spreads/0/mean", 0.25);
    equal(found, "/loads/0/spreads/0/most", 1);
    assertThat(found.has("across")).isFalse();
    assertThat(found.at("/examples/0/first").asString()).isEqualTo("a b c d");
    assertThat(found.at("/examples/0/second").asString()).isEqualTo("a b x d");
    List<String> rows = Files.readAllLines(directory.resolve("run/consistency.csv"));
    assertThat(rows).hasSize(QUESTIONS + 1);
    assertThat(rows.stream().filter(row -> row.endsWith(",5,2,0.4,,3,0.9"))).hasSize(5);
    assertThat(text())
        .contains("answers identical for 75 % of 20 prompts (53.1 % to 88.8 %)")
        .contains("Does load change answers? Not measured: there is one load")
        .contains("first difference at word 3 (median)");
    assertThat(directory.resolve("run/report.html"))
        .content()
        .contains("Does load change answers?");
  }

  @Test
  void reportsThatLoadChangesResponses() throws IOException {
    // The second and the fourth level are the second load.
    JsonNode found =
        bench(
            (question, time) -> time % 2 == 1 && question < 10 ? "a b c e" : "a b c d",
            "--concurrency=1,2",
            "--repeats=2",
            "--tokenizer=o200k_base");
    equal(found, "/loads/0/identical", 20);
    equal(found, "/loads/1/identical", 20);
    equal(found, "/across/differing_pairs", 0.5);
    equal(found, "/effect/across", 0.5);
    equal(found, "/effect/within", 0);
    equal(found, "/effect/shift/value", 0.5);
    assertThat(found.at("/effect/shift/shown").asBoolean()).isTrue();
    assertThat(found.at("/effect/shift/p").asDouble()).isLessThan(0.005);
    equal(found, "/across/first_difference", 4);
    assertThat(found.at("/unit").asString()).isEqualTo("token of o200k_base");
    assertThat(text())
        .contains(
            "Does load change answers? Yes: answers at different loads differ in 50 % of pairs,")
        .contains("those at the same load in 0 %: +50.0 points (+");
  }

  @Test
  void doesNotDistinguishLoadsWhereAnswersDifferAnyway() throws IOException {
    // Half of the questions have another answer each time.
    bench(
        (question, time) -> question < 10 ? "answer " + time : "a b c d",
        "--concurrency=1,2",
        "--repeats=2");
    assertThat(text())
        .contains(
            "Does load change answers? The loads cannot be distinguished: answers at different")
        .contains("differ in 50 % of pairs, those at the same load in 50 %: +0.0 points");
  }

  @Test
  void storesNoTextUnlessRequested() throws IOException {
    JsonNode found =
        bench((question, time) -> "secret " + time, "--concurrency=1,2", "--keep-text=none");
    assertThat(found.get("examples")).isEmpty();
    assertThat(directory.resolve("run/answers.jsonl")).doesNotExist();
    assertThat(text())
        .doesNotContain("secret")
        .contains("Does load change answers? Not known: answers at different loads differ in 100 %")
        .contains("add --repeats 2");
  }

  @Test
  void comparesNoTurnsWhoseEarlierAnswersDiffer() throws IOException {
    Path sessions = directory.resolve("sessions.jsonl");
    Files.writeString(
        sessions,
        """
        {"session": "a", "prompt": "Question 1 of many", "output_tokens": 9}
        {"session": "a", "prompt": "Question 2 of many", "output_tokens": 9}
        {"session": "b", "prompt": "Question 3 of many", "output_tokens": 9}
        {"session": "b", "prompt": "Question 4 of many", "output_tokens": 9}
        """);
    JsonNode found =
        bench(
            (question, time) -> question == 1 ? "answer " + time : "the same",
            "--workload",
            sessions.toString(),
            "--requests=4",
            "--concurrency=1,2");
    // Question 2 follows two different answers to question 1.
    equal(found, "/across/prompts", 3);
    equal(found, "/across/identical", 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--virtual --consistency | --consistency compares responses, and --virtual makes none",
        "--consistency --temperature 0.7 | compares responses at temperature 0; remove"
            + " --temperature 0.7",
        "--consistency --extra-body {\"temperature\":1} | remove \"temperature\" from"
            + " --extra-body",
        "--consistency --repeats 2 | --repeats must be between 5 and",
        "--consistency --repeats 1 --concurrency 1,2 | --repeats must be between 2 and",
        "--repeats 5 --concurrency 1,2 | --repeats is of one load",
        "--keep-text none | --keep-text is for --score and --consistency"
      })
  void refusesWrongOptions(String options, String problem) {
    List<String> args = new ArrayList<>(List.of("bench", "--url", "http://127.0.0.1:9"));
    args.addAll(List.of(options.split(" ")));
    if (options.contains("--virtual")) {
      args.removeAll(List.of("--url", "http://127.0.0.1:9"));
    }
    assertThat(run(args.toArray(String[]::new))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(problem).hasLineCount(1);
  }
}
