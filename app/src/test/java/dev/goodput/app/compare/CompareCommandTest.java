package dev.goodput.app.compare;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Main;
import dev.goodput.record.Manifest;
import dev.goodput.record.Outcome;
import dev.goodput.runner.report.WrittenRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CompareCommandTest {
  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void storeThreeRuns() {
    for (int i = 1; i <= 3; i++) {
      Manifest manifest =
          Manifest.empty()
              .with("run.id", "run-" + i)
              .with("run.started", "2026-11-2" + i + "T06:14:42Z")
              .with("run.workload", "azure-conv")
              .with("run.seed", i)
              .with("target.model", "llama-3.1-8b");
      new WrittenRun()
          .requests(60, new Outcome.Ok("stop"))
          .in(directory.resolve("run-" + i), manifest);
    }
  }

  private int run(String command) {
    List<String> args = new ArrayList<>(List.of(command.split(" ")));
    args.addAll(List.of("--root", directory.toString()));
    out.reset();
    err.reset();
    return Main.run(
        args.toArray(String[]::new),
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8));
  }

  private String text(String command) {
    assertThat(run(command)).as(err.toString(UTF_8)).isZero();
    return out.toString(UTF_8);
  }

  @Test
  void comparesByDirectoryNameAndId() {
    text("runs name run-2 candidate");
    assertThat(text("compare run-1 candidate"))
        .startsWith("Against A at constant 10/s: B TTFT p95 1.00 ×, ")
        .contains("A  run-1", "B  candidate", "seed", "B ÷ A")
        .contains("speed for a user against throughput of all");
    assertThat(text("compare " + directory.resolve("run-1") + " run-3")).contains("B  run-3");
  }

  @Test
  void expandsABaselineToAllOfItsRuns() {
    text("baseline set main run-1 run-2");
    assertThat(text("compare main run-3")).contains("; C TTFT p95", "C  run-3");
    assertThat(text("compare main")).contains("B  run-2").doesNotContain("C  run-");
    text("runs name run-3 main");
    assertThat(run("compare main run-3")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("\"main\" is a baseline and a run, ");
  }

  @Test
  void writesJsonAndThePage() throws IOException {
    JsonNode document = JsonMapper.shared().readTree(text("compare run-1 run-2 --json --gpus 1,8"));
    assertThat(document.get("schema").asString()).isEqualTo("goodput.compared-runs/1");
    assertThat(document.at("/runs/1/gpus").asInt()).isEqualTo(8);
    Path page = directory.resolve("compare.html");
    assertThat(text("compare run-1 run-2 --html " + page)).contains("page  " + page);
    assertThat(Files.readString(page))
        .contains("<title>Against A at constant 10/s: B TTFT p95 1.00 ×, ");
  }

  @Test
  void guessesNoNumberOfGpusFromTheirPages() throws IOException {
    StringBuilder looks = new StringBuilder("{\"server_metrics\":1}\n");
    for (int second = -1; second < 8; second++) {
      looks.append(
          """
          {"at_ns":%d000000000,"source":"http://gpu/metrics","unreadable_lines":0,"signs":{"gpu_power_watts":{"metric":"DCGM_FI_DEV_POWER_USAGE","parts":{"0":300,"1":20}}}}
          """
              .formatted(second));
    }
    for (int i = 1; i <= 2; i++) {
      Files.writeString(directory.resolve("run-" + i + "/server-metrics.jsonl"), looks);
    }
    JsonNode document = JsonMapper.shared().readTree(text("compare run-1 run-2 --json"));
    assertThat(document.at("/runs/0").has("gpus")).isFalse();
    assertThat(document.at("/frontier/per_gpu").asBoolean()).isFalse();
  }

  @Test
  void reevaluatesAllRunsByOneSlo() throws IOException {
    String with = text("compare run-1 run-2 --slo e2el<=1s --json");
    assertThat(with).contains("\"attainment\"");
    assertThat(text("compare run-1 run-2 --json")).doesNotContain("\"attainment\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "compare run-1 | compare needs two runs or more, found 1",
        "compare run-1 run-1 | compare needs two runs or more, found 1",
        "compare run-1 nightly | no run \"nightly\" in",
        "compare run-1 rnu-2 | did you mean run-2?",
        "compare run-1 run-2 --gpus 0 | --gpus must be 1 or more",
        "compare run-1 run-2 --gpus 1,2,3 | --gpus takes one number, or one for each of the 2 runs",
        "compare run-1 run-2 --gpus 1,2,3 | they are: run-1, run-2",
        "compare run-1 run-2 --attainment 2 | goodput: --attainment: \"2\" is above 1; did you mean"
            + " 2%?",
        "compare run-1 whole --slo ttft<=1s | whole: --slo bounds TTFT",
        "compare run-1 run-2 --html no/such/dir.html | its directory does not exist"
      })
  void refusesInOneLine(String command, String expected) {
    Manifest manifest = Manifest.empty().with("run.id", "whole").with("run.stream", "false");
    new WrittenRun().requests(60, new Outcome.Ok("stop")).in(directory.resolve("whole"), manifest);
    assertThat(run(command)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(expected).hasLineCount(1).doesNotContain("Exception");
  }
}
