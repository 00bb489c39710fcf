package dev.goodput.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.runner.ExitCode;
import dev.goodput.wire.BadSettingException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigFileTest {
  @TempDir private Path directory;

  private Path file(String yaml) throws IOException {
    return Files.writeString(directory.resolve("bench.yaml"), yaml);
  }

  private List<String> expand(String yaml, String... others) throws IOException {
    List<String> words = new ArrayList<>(List.of("bench", "--config", file(yaml).toString()));
    words.addAll(List.of(others));
    return expand(words, Map.of("HOST", "vllm:8000", "COST", "$3\\x"));
  }

  private static List<String> expand(List<String> words, Map<String, String> environment) {
    return ConfigFile.expand(words, environment).words();
  }

  /// The value of a variable may be a secret: errors have its name, wherever they are written.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ignore-eos: ${KEY} | ignore-eos must be true or false, found \"${KEY}\"",
        "rate: ${KEY} | ${KEY}",
        "rate: [2, \"${LIST}\"] | ${LIST}",
        "duration: ${KEY} | ${KEY}",
        "requests: x${KEY}y | x${KEY}y",
        "requests: ${SMALL} | ${SMALL}",
        "slo: \"p95 ${KEY}<=1s\" | ${KEY}",
        "arrivals: ${KEY} | ${KEY}",
        "api-key-env: ${KEY} | ${KEY}",
        "header: ${KEY} | found no colon",
        "workload: ${KEY} | ${KEY}",
        "url: ftp://${KEY} | ${KEY}",
        "http: ${KEY} | ${KEY}",
      })
  void anErrorHasTheNameOfAVariableAndNotItsValue(String yaml, String error) throws IOException {
    Path file = file((yaml.startsWith("url") ? "" : "url: http://127.0.0.1:1\n") + yaml + "\n");
    Path junit = directory.resolve("bench.xml");
    Map<String, String> environment =
        Map.of("KEY", "sk-4711aa", "LIST", "4,sk-4711aa", "SMALL", "-4711");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit;
    try {
      List<String> words = List.of("bench", "--config=" + file, "--junit=" + junit);
      exit =
          Main.run(
              ConfigFile.expand(words, environment),
              new ByteArrayOutputStream(),
              new PrintStream(err, true, UTF_8));
    } catch (BadSettingException e) {
      exit = ExitCode.USAGE.code();
      err.writeBytes(String.valueOf(e.getMessage()).getBytes(UTF_8));
    }
    assertThat(exit).as(err.toString(UTF_8)).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString(UTF_8)).contains(error).doesNotContain("4711");
    if (Files.exists(junit)) {
      assertThat(junit).content().contains(error).doesNotContain("4711");
    }
  }

  @Test
  void eachKeyIsTheOptionOfItsName() throws IOException {
    String yaml =
        """
        # the nightly benchmark
        url: http://${HOST}
        rate: [2, 4.5]
        duration: 60s
        slo: "p95 ttft<=200ms, tpot<=50ms"
        header:
          - "X-Team: a"
          - "X-Cost: ${COST}"
        ignore-eos: true
        insecure: false
        """;
    assertThat(expand(yaml))
        .containsExactly(
            "bench",
            "--url=http://vllm:8000",
            "--rate=2,4.5",
            "--duration=60s",
            "--slo=p95 ttft<=200ms, tpot<=50ms",
            "--header=X-Team: a",
            "--header=X-Cost: $3\\x",
            "--ignore-eos");
  }

  @Test
  void aCommandOfTwoWordsTakesItToo() throws IOException {
    String config = "--config=" + file("rate: 2\nworkers: 3\n");
    assertThat(
            ConfigFile.expand(List.of("fleet", "bench", config, "--rate", "8"), Map.of()).words())
        .containsExactly("fleet", "bench", "--workers=3", "--rate", "8");
    List<String> incomplete = List.of("fleet", config);
    assertThat(ConfigFile.expand(incomplete, Map.of()).words()).isSameAs(incomplete);
  }

  @Test
  void anOptionOnTheCommandLineReplacesTheOneInTheFile() throws IOException {
    assertThat(expand("rate: 2\nduration: 60s\n", "--rate", "8", "--json"))
        .containsExactly("bench", "--duration=60s", "--rate", "8", "--json");
    assertThat(expand("rate: 2\n", "--rate=8")).containsExactly("bench", "--rate=8");
  }

  @Test
  void withoutTheOptionNothingChanges() {
    List<String> words = List.of("bench", "--rate", "8");
    assertThat(ConfigFile.expand(words, Map.of()).words()).isSameAs(words);
    List<String> gateway = List.of("gateway", "--config", "gateway.yaml");
    assertThat(ConfigFile.expand(gateway, Map.of()).words()).isSameAs(gateway);
    assertThat(ConfigFile.expand(List.of(), Map.of()).words()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ratte: 8 | 1:1: unknown option \"ratte\"; did you mean rate?",
        "rate: | 1:1: rate has no value",
        "url: [a, b] | 1:1: url takes one value, found a list of 2",
        "rate: {a: 1} | 1:1: rate must be a value or a list, found keys with values",
        "rate: [2, [4]] | 1:1: each item of a list must be a value, found a list",
        "ignore-eos: yes please | 1:1: ignore-eos must be true or false, found \"yes please\"",
        "url: http://${NONE} | 1:1: environment variable NONE is not set",
        "rate: 8 8: 9 | is not valid YAML",
        "'' | 1:1: is empty; the least it needs is one option, like rate: 8"
      })
  void aMistakeIsNamedWithItsPlace(String yaml, String error) {
    assertThatThrownBy(() -> expand(yaml)).hasMessageContaining(error).hasMessageContaining("yaml");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rate: fast | fast",
        "rate: [2, fast] | fast",
        "rate: -1 | -1",
        "duration: soon | soon",
        "concurrency: 2.5 | 2.5",
        "requests: many | many",
        "slo: p95 speed<=1s | speed",
        "warmup: 200% | 200%",
      })
  void aWrongValueIsNamedWithItsPlaceAsWell(String yaml, String value) throws IOException {
    Path file = file("# a comment\nvirtual: true\n" + yaml + "\n");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String option = "--" + yaml.substring(0, yaml.indexOf(':'));

    int exit =
        Main.run(
            Main.expanded(new String[] {"bench", "--config=" + file}),
            new ByteArrayOutputStream(),
            new PrintStream(err, true, UTF_8));

    assertThat(exit).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString(UTF_8))
        .startsWith("goodput: " + file + ":3:1: ")
        .contains(option, value)
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "bench --config, --config needs a file",
    "bench --config nowhere.yaml, cannot read nowhere.yaml",
  })
  void aMissingFileIsNamed(String line, String error) {
    assertThatThrownBy(() -> ConfigFile.expand(List.of(line.split(" ")), Map.of()))
        .hasMessageContaining(error);
  }

  @Test
  void aRunKeepsTheOptionsThatTheFileGave() throws IOException {
    Path run = directory.resolve("run");
    Path file = file("virtual: true\nconcurrency: [1, 2]\nrequests: 20\nquiet: true\n");
    ConfigFile.Expanded words =
        Main.expanded(new String[] {"bench", "--config=" + file, "--out", run.toString()});
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int exit = Main.run(words, new ByteArrayOutputStream(), new PrintStream(err, true, UTF_8));

    assertThat(exit).as(err.toString(UTF_8)).isZero();
    assertThat(run.resolve("manifest.properties"))
        .content()
        .contains("--virtual", "--concurrency=1,2", "--requests=20");
  }
}
