package dev.goodput.app.plan;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CostCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String options) {
    List<String> args = new ArrayList<>(List.of("plan", "cost"));
    args.addAll(List.of(options.split(" ")));
    return Main.run(args.toArray(String[]::new), out, new PrintStream(err, true, UTF_8));
  }

  private JsonNode document(String options) throws IOException {
    assertThat(run(options + " --json")).as(err.toString(UTF_8)).isZero();
    String schema = Files.readString(Path.of("..", "docs", "cost.schema.json"));
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema)
                .validate(out.toString(UTF_8), InputFormat.JSON))
        .isEmpty();
    return JsonMapper.shared().readTree(out.toString(UTF_8));
  }

  /// $3 an hour at 4,000 tokens/s: 14.4 million tokens an hour.
  @Test
  void computesTheTextbooksExample() throws IOException {
    JsonNode document = document("--tps 4000 --cost-per-hour 3");
    assertThat(document.get("per_million_output_tokens").asDouble())
        .isCloseTo(3 / 14.4, within(1e-12));
    assertThat(document.propertyNames()).doesNotContain("per_request", "per_million_good_tokens");
  }

  @Test
  void printsThePriceForPeople() {
    assertThat(run("--tps 4000 --cost-per-hour 3")).isZero();
    assertThat(out.toString(UTF_8).lines())
        .contains(
            "goodput plan cost   4,000 output tok/s at 3 USD per hour",
            " per million output tokens   0.208 USD");
  }

  /// Four GPUs of 3 EUR for 2,000 tokens/s half of the time are 12 EUR for 3.6 million tokens.
  @Test
  void countsGpusIdleTimeGoodTokensRequestsAndUsers() throws IOException {
    JsonNode document =
        document(
            "--tps 2000 --cost-per-hour 3EUR --gpus 4 --utilization 50% --good 80%"
                + " --output-tokens 300 --requests-per-month 200");
    assertThat(document.get("currency").asString()).isEqualTo("EUR");
    price(document, "per_hour", 12);
    price(document, "per_million_output_tokens", 12 / 3.6);
    price(document, "per_million_good_tokens", 12 / 3.6 / 0.8);
    price(document, "per_request", 0.001);
    price(document, "per_user_month", 0.2);
  }

  private static void price(JsonNode document, String name, double expected) {
    assertThat(document.get(name).asDouble()).as(name).isCloseTo(expected, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--tps 4000 | plan cost needs --tps and --cost-per-hour",
        "--tps 0 --cost-per-hour 3 | --tps must be above 0, found 0.0",
        "--tps 4000 --cost-per-hour cheap | --cost-per-hour \"cheap\" is no price",
        "--tps 1 --cost-per-hour 3 --gpus 0 | --gpus must be above 0, found 0",
        "--tps 1 --cost-per-hour 3 --good 0% | --good must be above 0 and at most 100%, found 0.0",
        "--tps 1 --cost-per-hour 3 --utilization 140% | at most 100%, found 1.4",
        "--tps 1 --cost-per-hour 3 --requests-per-month 9 | needs --output-tokens"
      })
  void refusesWrongOptions(String options, String problem) {
    assertThat(run(options)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(problem).hasLineCount(1);
  }
}
