package dev.goodput.app.validate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.app.main.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ValidateSimulatorCommandTest {
  private static final String LOG = "RTX4090_Llama-3.1-8B";
  private static final String WORKLOAD = "workload-sharegpt-llama-3.1-8b-300-sps10.blocks.jsonl.gz";

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return Main.run(args, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }

  private void copy(String name) throws IOException {
    String resource = "/dev/goodput/validation/simulator/" + name;
    try (InputStream in = Main.class.getResourceAsStream(resource)) {
      Files.copy(Objects.requireNonNull(in), directory.resolve(name));
    }
  }

  private String log() throws IOException {
    copy(LOG + ".meta.json");
    copy(LOG + ".requests.jsonl");
    copy(WORKLOAD);
    return directory.resolve(LOG).toString();
  }

  @Test
  void comparesALogFromFiles() throws IOException {
    String workload = directory.resolve(WORKLOAD).toString();
    assertThat(run("validate", "simulator", "--log", log(), "--workload", workload, "--json"))
        .as(err.toString(UTF_8))
        .isZero();
    JsonNode json = JsonMapper.shared().readTree(out.toString(UTF_8));
    assertThat(json.get("schema").asString()).isEqualTo("goodput.validation-simulator/1");
    assertThat(json.get("rms_relative_error").asDouble()).isBetween(.001, .04);
    JsonNode validation = json.get("validations").get(0);
    assertThat(validation.get("profile").asString()).isEqualTo("rtx-4090/Llama-3.1-8B");
    assertThat(validation.get("statistics").size()).isEqualTo(15);
    double sum = 0;
    for (JsonNode statistic : validation.get("statistics")) {
      double error = statistic.get("relative_error").asDouble();
      double again =
          statistic.get("simulated_ms").asDouble() / statistic.get("measured_ms").asDouble() - 1;
      assertThat(error).isCloseTo(again, within(1e-12));
      sum += error * error;
    }
    assertThat(json.get("rms_relative_error").asDouble())
        .isCloseTo(Math.sqrt(sum / 15), within(1e-12));
    assertThat(json.has("ablations")).isFalse();
  }

  @Test
  void reportsFittedParametersWithinEightyColumns() throws IOException {
    assertThat(run("validate", "simulator", "--log", log(), "--fit", " memory ")).isZero();
    assertThat(err.toString(UTF_8))
        .isEqualToIgnoringNewLines("fitting memory: replays the log many times");
    assertThat(out.toString(UTF_8))
        .contains("fitted to this log: memory 0.", "TTFT p99", "rms")
        .satisfies(text -> assertThat(text.lines()).allMatch(line -> line.length() <= 80));
  }

  @Test
  @Tag("validation")
  void reproducesTheIncludedLogsWithinTheirBounds() {
    assertThat(run("validate", "simulator", "--json")).as(err.toString(UTF_8)).isZero();
    JsonNode json = JsonMapper.shared().readTree(out.toString(UTF_8));
    assertThat(json.propertyNames())
        .containsExactly("schema", "rms_relative_error", "validations", "ablations", "cliffs");
    JsonNode all = json.get("validations");
    assertThat(all)
        .map(each -> each.get("log").asString().split("_", 2)[0] + each.get("fitted"))
        .containsExactly(
            "RTX4090[]",
            "RTX4090[\"memory_efficiency\"]",
            "RTXPRO6000[]",
            "RTXPRO6000[\"compute_efficiency\",\"memory_efficiency\",\"overhead_s\"]");
    assertThat(all)
        .map(each -> Math.round(1e5 * each.get("rms_relative_error").asDouble()))
        .as("documented errors, 1/1000 %")
        .containsExactly(786L, 260L, 24_462L, 320L);
    assertThat(json.get("rms_relative_error")).isEqualTo(all.get(2).get("rms_relative_error"));
    assertThat(all.get(0).propertyNames())
        .containsExactly(
            "log",
            "requests",
            "left_out",
            "profile",
            "max_num_seqs",
            "max_num_batched_tokens",
            "kv_blocks",
            "usable_kv_blocks",
            "rms_relative_error",
            "parameters",
            "fitted",
            "notes",
            "statistics");
    assertThat(all.get(0).get("kv_blocks").asInt()).as("as in the meta file").isEqualTo(2588);
    assertThat(all.get(0).get("usable_kv_blocks").asInt()).isEqualTo(2587);
    assertThat(json.get("ablations").get("kv_limit").asDouble()).isBetween(.98, .995);
    assertThat(json.get("ablations").size()).isEqualTo(5);
    assertThat(json.get("cliffs").size()).isEqualTo(5);
  }

  @Test
  void refusesAParameterThatIsNamedTwice() {
    assertThat(run("validate", "simulator", "--fit", "memory, memory")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--fit: \"memory\" is named twice").hasLineCount(1);
  }

  @Test
  void namesTheNearestParameter() {
    assertThat(run("validate", "simulator", "--fit", "memry")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("--fit: unknown parameter \"memry\"; did you mean \"memory\"?")
        .hasLineCount(1);
  }

  @Test
  void refusesAWorkloadWithoutALogAndALogThatIsNotThere() {
    assertThat(run("validate", "simulator", "--workload", "x")).isEqualTo(2);
    assertThat(run("validate", "simulator", "--fit", "memory", "--log", directory + "/none"))
        .isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("--workload belongs to a log", "cannot read", "none.meta.json")
        .hasLineCount(2);
  }

  @Test
  void listsWhatCanBeValidated() {
    assertThat(run("validate")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("validate what? simulator");
  }
}
