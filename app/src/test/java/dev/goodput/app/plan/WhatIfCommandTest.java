package dev.goodput.app.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WhatIfCommandTest {
  private static final String TEXTBOOK = "--ttft 1.2s --tpot 80ms --tokens 50";
  private static final String VERSUS = TEXTBOOK + " --versus ttft=0.8s,tpot=100ms";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String options) {
    List<String> args = new ArrayList<>(List.of("plan", "whatif"));
    args.addAll(List.of(options.split(" ")));
    return Main.run(
        args.toArray(String[]::new),
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8));
  }

  private JsonNode document(String options) throws IOException {
    assertThat(run(options + " --json")).as(err.toString(UTF_8)).isZero();
    assertThat(errors(out.toString(UTF_8))).isEmpty();
    return JsonMapper.shared().readTree(out.toString(UTF_8));
  }

  private static List<Error> errors(String document) throws IOException {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(Files.readString(Path.of("..", "docs", "whatif.schema.json")));
    return schema.validate(document, InputFormat.JSON);
  }

  // $0.05 ÷ 0.85 = $0.0588; at $0.04, 0.85 × 0.04 ÷ 0.05 = 68 % suffice.
  @Test
  void weighsCostAndSatisfaction() throws IOException {
    JsonNode document =
        document(
            TEXTBOOK
                + " --price-request 0.05 --satisfied 85%"
                + " --versus ttft=0.8s,tpot=100ms,price-request=0.04,satisfied=0.9");
    assertThat(document.at("/a/cost/kind").asString()).isEqualTo("request");
    assertThat(document.at("/a/cost/per_satisfied_request").asDouble())
        .isCloseTo(1.0 / 17, within(1e-12));
    assertThat(document.at("/b/cost/per_satisfied_request").asDouble())
        .isCloseTo(0.04 / 0.9, within(1e-12));
    assertThat(document.at("/comparison/break_even_satisfied_share").asDouble())
        .isCloseTo(0.68, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--satisfied 0",
        "--satisfied 120%",
        "--price-request 0.05 --price-output 1",
        "--versus ttft=1s,tpot=1ms,satisfied=2"
      })
  void rejectsWrongCostAndSatisfaction(String options) {
    assertThat(run(TEXTBOOK + " " + options)).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "--satisfied 120%, '--satisfied must be above 0 and at most 100%, found \"120%\"'",
    "--satisfied most, '--satisfied: \"most\" is not a share: write one like 95% or 0.95'",
    "'--versus ttft=1s,tpot=1ms,satisfied=2',"
        + " '--versus satisfied must be above 0 and at most 100%, found \"2\"'",
  })
  void quotesTheShareAsTyped(String options, String message) {
    run(TEXTBOOK + " " + options);
    assertThat(err.toString(UTF_8)).contains(message);
  }

  @Test
  void computesTheTextbooksExample() throws IOException {
    JsonNode document = document(VERSUS);
    assertThat(document.get("schema").asString()).isEqualTo("goodput.whatif/1");
    assertThat(document.at("/a/e2el_ms").asDouble()).isEqualTo(5120);
    assertThat(document.at("/a/textbook_e2el_ms").asDouble()).isEqualTo(5200);
    assertThat(document.at("/b/e2el_ms").asDouble()).isEqualTo(5700);
    assertThat(document.at("/b/textbook_e2el_ms").asDouble()).isEqualTo(5800);
    assertThat(document.at("/a/generation_time_ms").asDouble()).isEqualTo(3920);
    assertThat(document.at("/a/output_tps_per_user").asDouble()).isEqualTo(12.5);
    JsonNode turn = document.at("/comparison/e2el");
    assertThat(turn.get("kind").asString()).isEqualTo("crossing");
    assertThat(turn.get("crossing_tokens").asDouble()).isEqualTo(21);
    assertThat(turn.get("faster_below").asString()).isEqualTo("b");
    assertThat(turn.get("faster_above").asString()).isEqualTo("a");
    assertThat(document.at("/comparison/textbook_e2el/crossing_tokens").asDouble()).isEqualTo(20);
    assertThat(document.at("/comparison/read_by/kind").asString()).isEqualTo("always");
    assertThat(document.at("/comparison/read_by/faster").asString()).isEqualTo("b");
    assertThat(document.at("/comparison/by_length").valueStream().map(WhatIfCommandTest::brief))
        .containsExactly(
            "1 b", "10 b", "20 b", "21 equal", "22 a", "50 a", "100 a", "500 a", "2000 a");
  }

  private static String brief(JsonNode length) {
    return length.get("tokens").asInt() + " " + length.get("faster").asString();
  }

  @Test
  void describesReadingSpeed() throws IOException {
    JsonNode reading = document("--ttft 1s --tpot 300ms --tokens 11").at("/a/reading");
    assertThat(reading.get("waiting_ms").asDouble()).isEqualTo(2000);
    assertThat(reading.get("stall_ms").asDouble()).isEqualTo(1000);
    assertThat(reading.get("longest_stall_ms").asDouble()).isEqualTo(100);
    assertThat(reading.get("reading_ms").asDouble()).isEqualTo(2000);
    assertThat(reading.get("read_by_ms").asDouble()).isEqualTo(4000);
    assertThat(reading.get("surplus_speed").asDouble()).isCloseTo(2 / 3.0, within(1e-12));
  }

  @Test
  void omitsTheTimeBetweenTokensForOneToken() throws IOException {
    String one = "--ttft 1.2s --tpot 300ms --tokens 1";
    JsonNode a = document(one).get("a");
    assertThat(a.at("/ratings").propertyNames()).containsExactly("ttft", "e2el");
    assertThat(a.has("output_tps_per_user")).isFalse();
    assertThat(a.at("/reading").has("surplus_speed")).isFalse();
    out.reset();
    assertThat(run(one)).isZero();
    assertThat(out.toString(UTF_8))
        .contains("TPOT, irrelevant for 1 token")
        .doesNotContain("stutters", "they wait", "output speed");
  }

  @Test
  void namesTheTermsOfTheOtherPrice() throws IOException {
    String command =
        TEXTBOOK + " --cost-per-hour 3 --concurrency 32 --versus ttft=1s,tpot=9ms,cost-per-hour=4";
    JsonNode document = document(command);
    assertThat(document.at("/b/cost/terms_of_a").toString()).isEqualTo("[\"concurrency\"]");
    assertThat(document.at("/a/cost").has("terms_of_a")).isFalse();
    out.reset();
    assertThat(run(command)).isZero();
    assertThat(out.toString(UTF_8)).containsPattern("terms that are A's +concurrency");
  }

  @Test
  void acceptsASkimmersSpeed() throws IOException {
    JsonNode reading = document(TEXTBOOK + " --pace 10").at("/a/reading");
    assertThat(reading.get("reading_ms").asDouble()).isEqualTo(4900);
    assertThat(reading.get("surplus_speed").asDouble()).isEqualTo(1.25);
  }

  @Test
  void evaluatesEveryPresetAndTheGivenSlo() throws IOException {
    JsonNode slos = document(TEXTBOOK + " --slo ttft<=1s,e2el<=6s").at("/a/slo");
    assertThat(slos.get(0).get("met").asBoolean()).isFalse();
    assertThat(slos.get(0).get("missed").get(0).asString()).isEqualTo("ttft ≤ 1 s");
    assertThat(
            slos.valueStream()
                .filter(slo -> slo.get("met").asBoolean())
                .map(slo -> slo.get("name").asString()))
        .containsExactly(
            "summarization",
            "deep-research",
            "batch",
            "mlperf-8b",
            "mlperf-70b",
            "mlperf-405b",
            "mlperf-405b-interactive");
  }

  @Test
  void comparesAnOwnServerWithAMeteredOne() throws IOException {
    JsonNode document =
        document(
            TEXTBOOK
                + " --cost-per-hour 3EUR --concurrency 32 --input-tokens 1000"
                + " --versus ttft=0.8s,tpot=100ms,price-input=0.15eur,price-output=0.6eur");
    assertThat(document.at("/a/cost/kind").asString()).isEqualTo("hourly");
    assertThat(document.at("/a/cost/per_request").asDouble())
        .isCloseTo(3 / 22_500.0, within(1e-15));
    assertThat(document.at("/a/cost/rps").asDouble()).isEqualTo(6.25);
    assertThat(document.at("/b/cost/kind").asString()).isEqualTo("metered");
    assertThat(document.at("/b/cost/per_request").asDouble()).isCloseTo(0.00018, within(1e-15));
    assertThat(document.at("/b/cost/currency").asString()).isEqualTo("EUR");
  }

  @Test
  void usesTheSamePricesForTheOtherByDefault() throws IOException {
    JsonNode document =
        document(
            TEXTBOOK
                + " --cost-per-hour 3 --concurrency 32"
                + " --versus ttft=0.8s,tpot=100ms,concurrency=64");
    assertThat(document.at("/b/cost/per_hour").asDouble()).isEqualTo(3);
    assertThat(document.at("/b/cost/concurrency").asInt()).isEqualTo(64);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        TEXTBOOK,
        VERSUS,
        "--ttft 1h --tpot 1h --tokens 1000000 --versus ttft=1ms,tpot=1ms",
        "--ttft 123.456ms --tpot 7.891ms --tokens 1 --versus ttft=123.456ms,tpot=7.9ms",
        VERSUS + ",price-output=10 --cost-per-hour 3.5EUR --concurrency 7 --pace 0.7"
      })
  void fitsEightyColumns(String options) {
    assertThat(run(options)).as(err.toString(UTF_8)).isZero();
    assertThat(out.toString(UTF_8).lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void namesTheCheaperOption() {
    assertThat(run(VERSUS)).isZero();
    assertThat(out.toString(UTF_8))
        .contains("who needs it all (E2EL)     below 21 tokens B is faster, above A;")
        .contains("by the textbook's E2EL    below 20 tokens B is faster, above A;")
        .contains("who reads it along          B at every length, by 400 ms")
        .contains("nothing was measured");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ttft=100ms,tpot=30ms | both alike at every length",
        "ttft=100ms,tpot=20ms | B from 2 tokens on; both alike at 1",
        "ttft=200ms,tpot=40ms | A at every length",
        "ttft=200ms,tpot=7ms | up to 5 tokens A is faster, from 6 B"
      })
  void namesTheCheaperOptionWithoutABreakEvenPoint(String versus, String expected) {
    String options = "--ttft 100ms --tpot 30ms --tokens 9 --versus " + versus;
    assertThat(run(options)).as(err.toString(UTF_8)).isZero();
    assertThat(out.toString(UTF_8)).contains("who needs it all (E2EL)     " + expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--ttft 1s --tpot 9ms --tokens 5 --price-output 9999999999999 | is above 1,000,000,000,000",
        "--tpot 80ms | needs --ttft, --tpot and --tokens; add --ttft 1.2s --tokens 50",
        "--ttft 0 --tpot 80ms --tokens 5 | --ttft must be above 0 and at most 1h",
        "--ttft=-1s --tpot 80ms --tokens 5 | --ttft: \"-1s\" is not a duration: it is negative",
        "--ttft 1.2 --tpot 80ms --tokens 5 | --ttft: \"1.2\" is not a duration",
        "--ttft 61m --tpot 80ms --tokens 5 | --ttft must be above 0 and at most 1h",
        "--ttft 1s --tpot 80ms --tokens 0 | --tokens must be between 1 and 1000000, found 0",
        "--ttft 1s --tpot 80ms --tokens x | --tokens: \"x\" is not a whole number",
        "--ttft 1s --tpot 80ms --tokens 5 --pace 0 | --pace must be above 0, found 0",
        "--ttft 1s --tpot 80ms --tokens 5 --pace NaN | --pace must be above 0, found NaN",
        "--ttft 1s --tpot 80ms --tokens 5 --slo chatt | did you mean chat?",
        "--ttft 1s --tpot 80ms --tokens 5 --versus tftt=1s,tpot=1ms | did you mean ttft?",
        "--ttft 1s --tpot 80ms --tokens 5 --versus x=1s | unknown key \"x\"; known: ttft, tpot,",
        "--ttft 1s --tpot 80ms --tokens 5 --versus ttft=1s | --versus needs tpot too",
        "--ttft 1s --tpot 80ms --tokens 5 --versus ttft=-1s,tpot=1ms | \"-1s\" is not a duration:"
            + " it is negative",
        "--ttft 1s --tpot 80ms --tokens 5 --versus ttft=0s,tpot=1ms | above 0 and at most 1h",
        "--ttft 1s --tpot 80ms --tokens 5 --versus ttft | \"ttft\" is no key with its value",
        "--ttft 1s --tpot 80ms --tokens 5 --versus ttft=1s,tpot=1s,ttft=2s | is given twice",
        "--ttft 1s --tpot 80ms --tokens 5 --versus ttft=1s,tpot=1s,concurrency=x | whole number",
        "--ttft 1s --tpot 80ms --tokens 5 --versus | --versus needs a value",
        "--ttft 1s --tpot 80ms --tokens 5 --price-input 1 | needs price-output",
        "--ttft 1s --tpot 80ms --tokens 5 --price-input 1 --price-output 1 | --input-tokens",
        "--ttft 1s --tpot 80ms --tokens 5 --price-output -1 | \"-1\" is no price",
        "--ttft 1s --tpot 80ms --tokens 5 --input-tokens 9 | --input-tokens is for --price-input",
        "--ttft 1s --tpot 80ms --tokens 5 --cost-per-hour 3 | needs concurrency",
        "--ttft 1s --tpot 80ms --tokens 5 --concurrency 3 | is for cost-per-hour",
        "--ttft 1s --tpot 80ms --tokens 5 --cost-per-hour 3 --concurrency 0 | between 1 and",
        "--ttft 1s --tpot 80ms --tokens 5 --cost-per-hour 3 --price-output 1 | not two"
      })
  void refusesInOneLine(String options, String expected) {
    assertThat(run(options)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(expected).hasLineCount(1).doesNotContain("Exception");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void hasASchemaThatRejectsErrors() throws IOException {
    String right = document(VERSUS + ",price-output=1").toString();
    assertThat(errors(right.replace("whatif/1", "whatif/2"))).isNotEmpty();
    assertThat(errors(right.replace("\"crossing\"", "\"equal\""))).isNotEmpty();
    assertThat(errors(right.replace("\"metered\"", "\"hourly\""))).isNotEmpty();
    assertThat(errors(right.replace("\"e2el_ms\":", "\"e2e_ms\":"))).isNotEmpty();
    assertThat(errors(right.replace("\"comparison\"", "\"compared\""))).isNotEmpty();
  }

  @Test
  void requiresInputs() {
    int exit =
        Main.run(
            new String[] {"plan"},
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8));
    assertThat(exit).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("plan what? whatif");
  }
}
