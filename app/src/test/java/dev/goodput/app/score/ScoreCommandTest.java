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
import java.io.OutputStream;
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

class ScoreCommandTest {
  private static final String PAIRS =
      """
      {"id": 7, "hyp": "the cat sat on the mat", "refs": ["the cat sat on the mat"]}
      {"id": "b", "hyp": "the cats sat on a mat", "refs": ["the cat sat on the mat", \
      "a cat sat on a mat"], "kind": "not read"}

      {"hyp": "", "refs": ["a dog"]}
      """;

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String pairs, String... options) throws IOException {
    Path file = Files.writeString(directory.resolve("pairs.jsonl"), pairs);
    return run(file, out, options);
  }

  private int run(Path file, OutputStream to, String... options) {
    List<String> args = new ArrayList<>(List.of("score", file.toString()));
    args.addAll(List.of(options));
    return Main.run(args.toArray(String[]::new), to, new PrintStream(err, true, UTF_8));
  }

  private JsonNode document(String pairs, String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of(options));
    all.add("--json");
    assertThat(run(pairs, all.toArray(String[]::new))).as(err.toString(UTF_8)).isZero();
    String schema = Files.readString(Path.of("..", "docs", "score.schema.json"));
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema)
                .validate(out.toString(UTF_8), InputFormat.JSON))
        .isEmpty();
    return JsonMapper.shared().readTree(out.toString(UTF_8));
  }

  /// The values are those of sacreBLEU 2.6.0 and rouge-score 0.1.2.
  @Test
  void printsTheScoresOfSacreBleuAndRougeScore() throws IOException {
    JsonNode document = document(PAIRS);
    assertThat(document.get("schema").asString()).isEqualTo("goodput.score/1");
    assertThat(document.at("/scores/0").propertyNames())
        .containsExactly("id", "bleu", "chrf", "rouge1", "rouge2", "rougeL", "rougeLsum", "exact");
    assertThat(document.at("/scores/0/id").asInt()).isEqualTo(7);
    assertThat(document.at("/scores/1/id").asString()).isEqualTo("b");
    assertThat(document.at("/scores/2/id").asInt()).isEqualTo(4);
    equal(document, "/scores/1/bleu", 53.7284965911771);
    equal(document, "/scores/1/chrf", 69.6421327058754);
    equal(document, "/scores/1/rouge1", 2 / 3.0);
    equal(document, "/scores/1/rouge2", 0.6);
    equal(document, "/scores/1/exact", 0);
    equal(document, "/scores/0/exact", 1);
    equal(document, "/scores/2/bleu", 0);
    equal(document, "/corpus/bleu", 65.86966336912114);
    equal(document, "/corpus/chrf", 83.05251702485295);
    assertThat(document.get("corpus").size()).isEqualTo(2);
  }

  @Test
  void printsOnlyTheRequestedScoresInOrder() throws IOException {
    JsonNode document = document(PAIRS, "--score", "rouge,chrf++", "--stem");
    assertThat(document.at("/scores/0").propertyNames())
        .containsExactly("id", "rouge1", "rouge2", "rougeL", "rougeLsum", "chrfpp");
    equal(document, "/scores/1/rouge1", 5 / 6.0);
    equal(document, "/scores/1/rouge2", 0.8);
    equal(document, "/corpus/chrfpp", 80.81635092427277);
  }

  private static void equal(JsonNode document, String at, double expected) {
    assertThat(document.at(at).asDouble()).as(at).isCloseTo(expected, within(1e-9));
  }

  @Test
  void printsATableForPeople() throws IOException {
    assertThat(run(PAIRS, "--ignore", "case")).isZero();
    assertThat(out.toString(UTF_8).lines().map(String::strip))
        .contains(
            "BLEU                        65.87          51.24           0.00    100",
            "ROUGE-1                    0.5556         0.5556         0.0000      1",
            "exact match                0.3333         0.3333         0.0000      1",
            "Exact match: ignore_case.");
  }

  @Test
  void appliesTheSettings() throws IOException {
    String line = "{\"hyp\": \"So: <b>Paris</b>, 3.19!\", \"refs\": [\"PARIS\", \"3.2\"]}";
    JsonNode document =
        document(
            line,
            "--score=exact,contains,number",
            "--extract=<b>(.*?)</b>|([0-9.]+)",
            "--ignore=case,punctuation",
            "--tolerance=1%");
    equal(document, "/scores/0/exact", 1);
    equal(document, "/scores/0/contains", 1);
    equal(document, "/scores/0/number", 0); // "Paris" was extracted
  }

  @Test
  void needsNoReferencesToCheckJson() throws IOException {
    JsonNode document = document("{\"hyp\": \"{}\"}\n{\"hyp\": \"{\"}", "--score", "json");
    equal(document, "/scores/0/json", 1);
    equal(document, "/scores/1/json", 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"hyp\": \"a\"} | \"refs\" must be an array with at least one string, found nothing",
        "{\"hyp\": \"a\", \"refs\": \"a\"} | \"refs\" must be an array with at least one string, "
            + "found \"a\"",
        "{\"hyp\": \"a\", \"refs\": [1]} | each of \"refs\" must be a string, found 1",
        "{\"refs\": [\"a\"]} | \"hyp\" must be a string, found nothing",
        "{\"id\": {}, \"hyp\": \"a\", \"refs\": [\"a\"]} | \"id\" must be a string or a number, "
            + "found an object",
        "7 | the line must be a JSON object, found 7",
        "{\"hyp\" | the line must be JSON: it ends before the object, the list or the text is"
            + " closed"
      })
  void namesTheLineAndTheFieldOfAMistake(String line, String problem) throws IOException {
    assertThat(run("{\"hyp\": \"a\", \"refs\": [\"a\"]}\n" + line)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).endsWith("pairs.jsonl:2: " + problem + System.lineSeparator());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--score=bleau | --score \"bleau\" is none of bleu, chrf, chrf++",
        "--score=bleau | did you mean bleu?",
        "--ignore=cases | --ignore \"cases\" is none of case, punctuation, numbers, whitespace",
        "--extract=( | --extract \"(\" is not a regular expression: Unclosed group",
        "--ignore-regex=[ | --ignore-regex \"[\" is not a regular expression",
        "--tolerance=-1 | --tolerance \"-1\" must be a number, 0 or more",
        "--tolerance=much | --tolerance \"much\" must be a number, 0 or more"
      })
  void refusesWrongOptions(String option, String problem) throws IOException {
    assertThat(run(PAIRS, option)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(problem).hasLineCount(1);
  }

  @Test
  void refusesFilesWithoutPairs() throws IOException {
    assertThat(run("\n")).isEqualTo(2);
    assertThat(run(directory.resolve("none.jsonl"), out)).isEqualTo(2);
    assertThat(run(directory, out)).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("pairs.jsonl is empty: it holds no text to score")
        .contains("none.jsonl does not exist; give a file of lines like")
        .contains(directory + " is not a file; give");
  }
}
