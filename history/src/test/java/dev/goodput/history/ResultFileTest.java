package dev.goodput.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultFileTest {
  private static final String DOCUMENT =
      """
      {"schema": "goodput.result/1",
       "run": {"interrupted": false, "target": {"url": "http://x"}},
       "client": {"verdict": "suspect", "reasons": ["a", "b"]},
       "slo": {"expression": "p95 ttft ≤ 200 ms", "met": true, "name": "chat"},
       "levels": [
         {"name": "4 users", "client": {"verdict": "trusted"}, "slo_met": true,
          "bounds": [{"holds": true}, {"holds": false}],
          "totals": {"error_rate": 0.25, "ok": 3, "failed": 1, "by_outcome": {"ok": 3}},
          "ttft_ms": {"exact": true, "p95": 118.5, "max": 300},
          "tpot_ms": {"p95": 12}, "rps": 7.5, "output_tps": 900,
          "goodput": {"attainment": 0.97}},
         {"name": "8 users", "client": {"verdict": "client-bound"}, "slo_met": false,
          "totals": {"error_rate": 0, "ok": 5, "failed": 0, "cancelled_late": 1},
          "output_tps": 1200, "itl_ms": {"p95": 1}, "lengths": {"verdict": "wrong_workload"}}],
       "faults": ["one"], "more": [[1, [2]], null, {"a": [null]}]}
      """;

  @TempDir private Path run;

  private StoredResult read(String document) throws IOException {
    Files.writeString(run.resolve("result.json"), document);
    return ResultFile.read(run, () -> "no result.json");
  }

  @Test
  void readsTheMainFigures() throws IOException {
    StoredResult result = read(DOCUMENT);
    assertThat(result.problem()).isEmpty();
    assertThat(result.slo()).isEqualTo("chat");
    assertThat(result.sloMet()).isTrue();
    assertThat(result.interrupted()).isFalse();
    assertThat(result.faults()).isEqualTo(1);
    assertThat(result.levels())
        .containsExactly(
            new StoredResult.Level(
                "4 users", "trusted", true, true, 7.5, 900.0, 118.5, 12.0, 0.97, 0.25, 4, false),
            new StoredResult.Level(
                "8 users",
                "client-bound",
                true,
                false,
                null,
                1200.0,
                null,
                null,
                null,
                0.0,
                6,
                true));
    assertThat(result.clientBound()).isTrue();
    assertThat(result.errorRate()).isEqualTo(0.1);
  }

  @Test
  void showsTheLevelThatMeetsTheSloWithTheMostOutput() throws IOException {
    assertThat(read(DOCUMENT).shown().map(StoredResult.Level::load)).hasValue("4 users");
    String none = DOCUMENT.replace("\"slo_met\": true", "\"slo_met\": false");
    assertThat(read(none).shown().map(StoredResult.Level::load)).hasValue("8 users");
  }

  /// Returns five runs of one load, of which the first was cut short and the last was client-bound.
  private StoredResult repeated(int counted) throws IOException {
    StringBuilder levels = new StringBuilder();
    for (int run = 0; run < 5; run++) {
      levels.append(
          """
          {"name": "poisson 8/s", "client": {"verdict": "%s"}, "slo_met": %s, "ending": "%s",
           "ttft_ms": {"p95": %d}, "rps": %d, "output_tps": %d,
           "goodput": {"attainment": 0.%d}, "totals": {"error_rate": 0.0%d}},\
          """
              .formatted(
                  run == 4 ? "client-bound" : "trusted",
                  run == 3,
                  run == 0 ? "drained" : "complete",
                  300 - 50 * run,
                  9 - run,
                  900 + run,
                  60 + run,
                  run));
    }
    return read(
        """
        {"schema": "goodput.result/1", "run": {}, "slo": {"met": false, "name": "chat"},
         "levels": [%s],
         "repeats": {"runs": %d, "left_out": 2, "short": 0, "confidence": 0.95,
           "slo": {"met": false, "judged": 100, "good": 80, "attainment": 0.8, "runs_met": 1},
           "ttft_ms": {"count": 100, "p50": {"value": 1}, "p95": {"value": 260, "low": 200}}}}
        """
            .formatted(levels.substring(0, levels.length() - 1), counted));
  }

  @Test
  void showsTheMedianRepeat() throws IOException {
    StoredResult result = repeated(3);

    assertThat(result.repeats()).isEqualTo(new StoredResult.Repeats(3, 260.0, null, 0.8));
    assertThat(result.shown())
        .hasValue(
            new StoredResult.Level(
                "poisson 8/s",
                "trusted",
                true,
                false,
                7.0,
                902.0,
                260.0,
                null,
                0.8,
                0.02,
                1,
                false));
    assertThat(repeated(4).shown().map(StoredResult.Level::rps)).isEmpty();
  }

  @Test
  void readsTheSaturationPoint() throws IOException {
    String saturation =
        """
        {"schema": "goodput.saturate/1",
         "saturate": {"axis": "concurrency", "ending": "saturated",
                      "peak": {"level": 2, "load": 64},
                      "saturation": {"load": 16, "reasons": [{"reason": "flat"}]},
                      "curve": [{"level": 1, "load": 4}, {"level": 3, "load": 16}]},
         "run": {}, "levels": [
           {"name": "burst", "client": {"verdict": "trusted"}},
           {"name": "4 users", "client": {"verdict": "trusted"}},
           {"name": "64 users", "client": {"verdict": "trusted"}},
           {"name": "16 users", "client": {"verdict": "trusted"}}]}
        """;
    StoredResult result = read(saturation);

    assertThat(result.problem()).isEmpty();
    assertThat(result.saturation())
        .isEqualTo(new StoredResult.Saturation("saturated", 16.0, "concurrency", 3));
    assertThat(result.shown().map(StoredResult.Level::load)).hasValue("16 users");
    StoredResult open = read(saturation.replace("\"saturation\"", "\"no\""));
    assertThat(open.shown().map(StoredResult.Level::load)).hasValue("64 users");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "`verdict`: `ok`, `conclusion`: `good`, `interrupted`: false | ok",
        "`verdict`: `regressed`, `conclusion`: `regressed` | regressed",
        "`verdict`: `inconclusive`, `conclusion`: `inconclusive` | inconclusive",
        "`verdict`: `ok`, `conclusion`: `good`, `interrupted`: true | interrupted",
        "`verdict`: `ok`, `conclusion`: `client_bound` | client-bound",
        "`conclusion`: `unreachable`, `first`: {`verdict`: `ok`} | unreachable",
        "`conclusion`: `good` | compared"
      })
  void readsTheVerdictOfAComparison(String found, String expected) throws IOException {
    String fields = found.replace('`', '"');
    StoredResult result = read("{\"schema\": \"goodput.compare/1\", " + fields + "}");
    assertThat(result.comparison()).isEqualTo(expected);
    assertThat(result.problem()).contains("belongs to a comparison");
  }

  @Test
  void readsTheResultOfASearch() throws IOException {
    String search =
        """
        {"schema": "goodput.search/1",
         "search": {"ending": "reached", "claim_rps": 18.3, "unit": "requests",
                    "stretches": [{"rate_asked": 1}],
                    "verification": {"rate": 18.3, "verdict": "missed"}},
         "run": {}, "levels": [
           {"name": "1 user", "client": {"verdict": "trusted"}, "slo_met": true},
           {"name": "burst", "client": {"verdict": "client-bound"}, "slo_met": false},
           {"name": "steered", "client": {"verdict": "trusted"}, "output_tps": 900}]}
        """;
    StoredResult result = read(search);

    assertThat(result.problem()).isEmpty();
    assertThat(result.search())
        .isEqualTo(new StoredResult.Search("reached", 18.3, "requests", "missed"));
    assertThat(result.shown().map(StoredResult.Level::load)).hasValue("steered");
  }

  @Test
  void reportsAMissingFile() {
    assertThat(ResultFile.read(run, () -> "no result.json").problem()).startsWith("no result.json");
    assertThat(ResultFile.read(run, () -> "no result.json").shown()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"schema\": | is damaged: it ends before the object",
        "'' | is no result document",
        "[1, 2] | is no result document",
        "{\"schema\": \"goodput.saturate/1\"} | has no levels",
        "{\"schema\": \"goodput.whatif/1\"} | is no result document",
        "{\"schema\": \"goodput.compare/1\"} | belongs to a comparison; goodput report shows",
        "{\"schema\": \"goodput.result/1\"} | has no levels",
        "nonsense | is damaged"
      })
  void reportsErrorsInAFile(String document, String expected) throws IOException {
    assertThat(read(document).problem()).startsWith("result.json").contains(expected);
  }

  @Test
  void reportsAFigureThatIsNotANumber() throws IOException {
    assertThat(read(DOCUMENT.replace("118.5", "\"fast\"")).problem())
        .isEqualTo("result.json is damaged: a figure is no number");
  }

  @Tag("fuzz")
  @Test
  void neverFailsOnADamagedOne() throws IOException {
    Random random = new Random(42);
    for (int i = 0; i < 3000; i++) {
      StringBuilder damaged = new StringBuilder(DOCUMENT);
      for (int cut = 0; !damaged.isEmpty() && cut <= random.nextInt(4); cut++) {
        int at = random.nextInt(damaged.length());
        switch (random.nextInt(3)) {
          case 0 -> damaged.deleteCharAt(at);
          case 1 -> damaged.setCharAt(at, (char) (32 + random.nextInt(95)));
          default -> damaged.setLength(Math.max(1, at));
        }
      }
      assertThat(read(damaged.toString())).isNotNull();
    }
  }
}
