package dev.goodput.app.rate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.app.main.Main;
import dev.goodput.app.score.AnsweringServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Ratings of two runs with the same prompts: one answers in upper case, the other in lower case.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RateCommandTest {
  private static final int REQUESTS = 30;

  @TempDir private static Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    out.reset();
    err.reset();
    return Main.run(args, out, new PrintStream(err, true, UTF_8));
  }

  private static Path folder(String name) {
    return directory.resolve(name);
  }

  @BeforeAll
  void measure() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      lines.add("{\"prompt\": \"Say word%d\", \"output_tokens\": 4}".formatted(i));
    }
    Files.write(folder("prompts.jsonl"), lines);
    bench("upper", prompt -> prompt.toUpperCase(Locale.ROOT));
    bench("lower", prompt -> prompt.toLowerCase(Locale.ROOT));
  }

  private void bench(String name, UnaryOperator<String> answer) throws IOException {
    try (AnsweringServer server = AnsweringServer.start(answer)) {
      int exit =
          run(
              "bench",
              "--url=" + server.url(),
              "--workload=" + folder("prompts.jsonl"),
              "--requests=" + REQUESTS,
              "--concurrency=1",
              "--score=json",
              "--out=" + folder(name));
      assertThat(exit).as(err.toString(UTF_8)).isIn(0, 5);
    }
  }

  private static Path file(String... lines) throws IOException {
    return Files.write(directory.resolve("ratings.csv"), List.of(lines));
  }

  private static String id(String name) throws IOException {
    return Files.readAllLines(folder(name).resolve("manifest.properties")).stream()
        .filter(line -> line.startsWith("run.id="))
        .map(line -> line.substring("run.id=".length()))
        .findFirst()
        .orElseThrow();
  }

  /// Returns the ids of a run's requests, the one with the shortest TTFT first.
  private static List<String> byTtft(String name) throws IOException {
    List<String> rows = Files.readAllLines(folder(name).resolve("requests.csv"));
    List<String> head = List.of(rows.getFirst().split(","));
    int id = head.indexOf("id");
    int begin = head.indexOf("due_ns"); // the user of a closed loop is ready
    int token = head.indexOf("first_token_ns");
    return rows.subList(1, rows.size()).stream()
        .map(row -> row.split(","))
        .sorted(
            Comparator.comparingLong(
                row -> Long.parseLong(row[token]) - Long.parseLong(row[begin])))
        .map(row -> row[id])
        .toList();
  }

  @Test
  void showsRatingsByThirdsOfTheLatency() throws IOException {
    List<String> lines = new ArrayList<>(List.of("id,rating"));
    List<String> ids = byTtft("upper");
    for (int i = 0; i < REQUESTS; i++) {
      lines.add(ids.get(i) + "," + (i < 10 ? 5 : i < 20 ? 3 : 1));
    }
    Path ratings = file(lines.toArray(String[]::new));
    int exit = run("rate", folder("upper").toString(), "--ratings", ratings.toString(), "--json");
    assertThat(exit).as(err.toString(UTF_8)).isZero();
    JsonNode run = valid(out.toString(UTF_8), "ratings").at("/runs/0");
    assertThat(run.at("/ratings").asInt()).isEqualTo(REQUESTS);
    assertThat(run.at("/rating/value").asDouble()).isCloseTo(3, within(1e-9));
    assertThat(run.at("/satisfied/value").asDouble()).isCloseTo(1 / 3.0, within(1e-9));
    JsonNode thirds = run.at("/by_latency/0/thirds");
    assertThat(run.at("/by_latency/0/metric").asString()).isEqualTo("ttft");
    assertThat(thirds.valueStream().map(each -> each.at("/rating/value").asDouble()))
        .containsExactly(5.0, 3.0, 1.0);
    assertThat(thirds.get(0).at("/to_ms").asDouble())
        .isLessThanOrEqualTo(thirds.get(1).at("/from_ms").asDouble());

    assertThat(run("report", folder("upper").toString(), "--json")).isZero();
    valid(out.toString(UTF_8), "result").required("ratings");
    assertThat(run("report", folder("upper").toString())).isZero();
    assertThat(out.toString(UTF_8).replaceAll("\\s+", " "))
        .contains("ratings 3.00 of 5 (")
        .contains("ratings by TTFT: 5.00 (")
        .contains("30 ratings of 30 responses");
    assertThat(Files.readAllLines(folder("upper").resolve("request-ratings.csv")))
        .hasSize(REQUESTS + 1);
  }

  private static JsonNode valid(String text, String schema) throws IOException {
    Path file = Path.of("..", "docs", schema + ".schema.json");
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(file))
                .validate(text, InputFormat.JSON))
        .isEmpty();
    return JsonMapper.shared().readTree(text);
  }

  @Test
  void joinsRatingsOfTwoRunsAndOfSeveralRaters() throws IOException {
    Path ratings =
        file(
            "run;level;id;rater;rating",
            id("upper") + ";0;3;ann;5",
            id("upper") + ";0;3;bob;2",
            id("lower") + ";0;3;ann;4");
    int exit =
        run(
            "rate",
            folder("upper").toString(),
            folder("lower").toString(),
            "--ratings",
            ratings.toString(),
            "--json");
    assertThat(exit).as(err.toString(UTF_8)).isZero();
    JsonNode runs = valid(out.toString(UTF_8), "ratings").required("runs");
    assertThat(runs.get(0).at("/rating/value").asDouble()).isEqualTo(3.5);
    assertThat(runs.get(0).at("/requests").asInt()).isEqualTo(1);
    assertThat(runs.get(0).at("/ratings").asInt()).isEqualTo(2);
    assertThat(runs.get(1).at("/rating/value").asDouble()).isEqualTo(4);
    assertThat(runs.get(0).at("/by_latency")).isEmpty();
  }

  /// The page exports ratings.csv; a user may keep it in the run directory.
  @Test
  void leavesTheFileOfRatingsAsItIs() throws IOException {
    String upper = folder("upper").toString();
    List<String> lines = List.of("id,rater,rating", "3,ann,5", "3,bob,2");
    Path given = Files.write(folder("upper").resolve("ratings.csv"), lines);
    assertThat(run("rate", upper, "--ratings", given.toString())).isZero();
    assertThat(given).content().isEqualToIgnoringNewLines(String.join("", lines));
    Path rows = folder("upper").resolve("request-ratings.csv");
    String before = Files.readString(rows);
    assertThat(before.lines()).hasSize(2);
    assertThat(run("rate", upper, "--ratings", rows.toString())).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("is the result of an earlier rate")
        .contains("give the file that the page exported")
        .hasLineCount(1);
    assertThat(rows).content().isEqualTo(before);
  }

  @Test
  void readsQuotedComments() throws IOException {
    Path ratings =
        file(
            "id,\"comment\",rating",
            "1,\"good, fine; \"\"very\"\"\",\"5\"",
            "2,\"first",
            "second, third\",3",
            "3,good; fine,4");
    assertThat(run("rate", folder("lower").toString(), "--ratings", ratings.toString(), "--json"))
        .as(err.toString(UTF_8))
        .isZero();
    JsonNode run = valid(out.toString(UTF_8), "ratings").at("/runs/0");
    assertThat(run.at("/ratings").asInt()).isEqualTo(3);
    assertThat(run.at("/rating/value").asDouble()).isCloseTo(4, within(1e-9));
  }

  @Test
  void writesAPageWithTheResponsesOfBothRunsInRandomOrder() throws IOException {
    Path page = directory.resolve("ratings.html");
    String[] args = {
      "rate",
      folder("upper").toString(),
      folder("lower").toString(),
      "--html=" + page,
      "--sample=20"
    };
    assertThat(run(args)).as(err.toString(UTF_8)).isZero();
    assertThat(out.toString(UTF_8)).contains("20 prompts in ");
    String html = Files.readString(page);
    JsonNode prompts =
        JsonMapper.shared()
            .readTree(html.replaceAll("(?s).*id=\"goodput-data\">(.*?)</script>.*", "$1"))
            .required("prompts");
    assertThat(prompts).hasSize(20);
    List<Boolean> upperLeft = new ArrayList<>();
    for (JsonNode prompt : prompts) {
      String text = prompt.required("text").stringValue();
      upperLeft.add(prompt.at("/candidates/0/run").asString().equals(id("upper")));
      assertThat(prompt.at("/candidates").valueStream().map(each -> each.at("/text").asString()))
          .containsExactlyInAnyOrder(text.toUpperCase(Locale.ROOT), text.toLowerCase(Locale.ROOT));
    }
    assertThat(upperLeft).contains(true, false);
    assertThat(run(args)).isZero();
    assertThat(page).content().isEqualTo(html); // the seed decides
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id,rating/99,4 | ratings.csv:2: ",
        "id,rating/99,4 | has no request with the id 99 at level 0",
        "id,rating/1,4/1,5 | ratings.csv:3: request 1 is rated in line 2 already",
        "id,rating/1,6 | ratings.csv:2: \"rating\" must be a number from 1 to 5, found \"6\"",
        "id,rating/1,good | \"rating\" must be a number from 1 to 5, found \"good\"",
        "id,rating/1,NaN | \"rating\" must be a number from 1 to 5, found \"NaN\"",
        "id,rating/x,4 | ratings.csv:2: \"id\" must be a whole number, 0 or more, found \"x\"",
        "id,rating/1 | ratings.csv:2: the line must have 2 fields, as the first line has, found 1",
        "id,rating/1,4/2,\"3 | ratings.csv:3: the line has a quote that does not end",
        "id,stars/1,4 | ratings.csv:1: the first line must name the columns id and rating",
        "id,rating,rating/1,4,5 | ratings.csv:1: the first line has \"rating\" twice",
        "id,rating | the file has no rating after the line of names",
        "run,id,rating/other,1,4 | ratings.csv:2: the run \"other\" is none of those given"
      })
  void namesTheLineOfAMistake(String lines, String problem) throws IOException {
    Path ratings = file(lines.split("/"));
    assertThat(run("rate", folder("upper").toString(), "--ratings", ratings.toString()))
        .isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(problem).hasLineCount(1);
  }

  @Test
  void refusesWrongOptions() {
    String upper = folder("upper").toString();
    assertThat(run("rate", upper)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("rate needs one of --html FILE");
    assertThat(run("rate", upper, "--ratings", folder("none.csv").toString())).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("none.csv does not exist; give a CSV file");
    assertThat(run("rate", upper, upper, upper, "--html=x.html")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("rate takes one run or two, found 3 runs");
    assertThat(run("rate", upper, "--html=x.html", "--sample=0")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--sample must be 1 or more, found 0");
  }
}
