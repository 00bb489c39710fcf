package dev.goodput.app.validate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.app.main.Main;
import dev.goodput.validation.statistics.Finding;
import dev.goodput.validation.statistics.Reference;
import dev.goodput.validation.statistics.StatisticsJson;
import dev.goodput.validation.statistics.StatisticsText;
import dev.goodput.validation.statistics.StatisticsValidation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Checks how findings are written; the tests of the findings themselves are elsewhere.
class ValidateStatisticsCommandTest {
  private static final StatisticsValidation FOUND =
      new StatisticsValidation(
          "h100/llama-3.1-8b",
          "azure-conv",
          24.06,
          List.of(
              new Finding(
                  Finding.Part.INTERVALS,
                  "tpot_p50_at_70_pooled",
                  "TPOT p50 at 70 % load: five runs, pooled",
                  Finding.Unit.SHARE,
                  .945,
                  200,
                  true,
                  new Reference(.87, .99, .048)),
              new Finding(
                  Finding.Part.SEARCH,
                  "bisection_300_overstates",
                  "bisection, 300 a probe: overstates by",
                  Finding.Unit.RELATIVE,
                  .41,
                  50,
                  false,
                  new Reference(.26, .26, .02)),
              new Finding(
                  Finding.Part.SEARCH,
                  "requests",
                  "search: requests that it takes",
                  Finding.Unit.REQUESTS,
                  25_204,
                  50,
                  true,
                  new Reference(Double.NEGATIVE_INFINITY, 32_000, 0)),
              new Finding(
                  Finding.Part.GATE,
                  "tpot_p50_slower_3",
                  "tpot_p50: +3 % called regressed, first stage",
                  Finding.Unit.SHARE,
                  .4,
                  60,
                  true,
                  new Reference(.73, Double.POSITIVE_INFINITY, .115)),
              new Finding(
                  Finding.Part.GATE,
                  "ttft_p95_slower_3",
                  "ttft_p95: +3 % called regressed, first stage",
                  Finding.Unit.SHARE,
                  .458,
                  60,
                  true,
                  null)));

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return Main.run(args, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }

  @Test
  void fitsATerminalAndNamesWhatIsMissed() {
    String text = StatisticsText.of(FOUND);
    assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(text)
        .contains(
            " TPOT p50 at 70 % load: five runs, pooled         94.5 %  87–99 % ±4.8  reached",
            " bisection, 300 a probe: overstates by           +41.0 %  26 % ±2       unlike",
            " search: requests that it takes                   25,204  ≤ 32,000      reached",
            " tpot_p50: +3 % called regressed, first stage     40.0 %  ≥ 73 % ±11.5  missed",
            " ttft_p95: +3 % called regressed, first stage     45.8 %\n",
            "missed: 1 of 3 figures that these methods are held to",
            "So many trials notice, nine times in ten, intervals that hold the truth less");
  }

  @Test
  void isATableInMarkdown() {
    assertThat(StatisticsText.markdown(FOUND))
        .startsWith("h100/llama-3.1-8b in virtual time, lengths of azure-conv, saturated at 24.1")
        .contains(
            "\n"
                + "| Gate: five pairs, 2 % allowed, 50 % load | trials | measured | published | |\n"
                + "|---|---|---|---|---|\n",
            "| tpot_p50: +3 % called regressed, first stage | 60 | 40.0 % | ≥ 73 % ±11.5 | missed"
                + " |\n");
  }

  @Test
  void isADocumentThatItsSchemaDescribes() throws IOException {
    String json = StatisticsJson.of(FOUND);
    String schema = Files.readString(Path.of("..", "docs", "validation-statistics.schema.json"));
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema)
                .validate(json, InputFormat.JSON))
        .isEmpty();
    JsonNode root = JsonMapper.shared().readTree(json);
    assertThat(root.get("missed").asInt()).isEqualTo(1);
    assertThat(root.get("search").get(1).get("published").has("least")).isFalse();
    assertThat(root.get("gate").get(1).has("published")).isFalse();
    assertThat(root.get("gate").get(0).get("reached").asBoolean()).isFalse();
  }

  @Test
  void refusesWhatContradictsItself() {
    assertThat(run("validate", "statistics", "--json", "--markdown")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("both want standard output");
    err.reset();
    assertThat(run("validate", "statistics", "--threads", "0")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--threads is a number from 1 to 256, found 0");
  }
}
