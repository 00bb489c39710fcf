package dev.goodput.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Spoken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reports that are redacted for sharing.
class ReportCommandTest {
  /// A sweep's directories are numbers, and some names are words that reports use.
  @ParameterizedTest
  @ValueSource(strings = {"64", "chat", "users", "8"})
  void redactsNothingElseIfARunHasACommonName(String name, @TempDir Path directory)
      throws IOException {
    Path run = directory.resolve(name);
    Spoken typed = new Spoken();
    String bench = "bench --virtual --rate 4 --requests 20 --slo chat --out " + run;
    assertThat(typed.run(bench.split(" "))).as(typed.err()).isZero();
    Path manifest = run.resolve("manifest.properties");
    String command = Files.readString(manifest).replaceAll("--out \\S+", "--out " + name);
    Files.writeString(manifest, command);
    Path file = directory.resolve("shared.json");
    String report = "report " + run + " --redact --result " + file;
    assertThat(typed.run(report.split(" "))).as(typed.err()).isZero();

    JsonNode whole = JsonMapper.shared().readTree(run.resolve("result.json").toFile());
    JsonNode shared = JsonMapper.shared().readTree(file.toFile());
    assertThat(shared.get("levels")).isEqualTo(whole.get("levels"));
    assertThat(shared.get("slo")).isEqualTo(whole.get("slo"));
    assertThat(shared.at("/run/id").asString()).isEqualTo("run");
    assertThat(shared.at("/run/command").asString()).doesNotContain("--out " + name);
  }

  @Test
  void redactsEveryFormat(@TempDir Path directory) throws IOException {
    Path run = directory.resolve("acme-poc");
    Spoken typed = new Spoken();
    String bench = "bench --virtual --rate 4 --requests 20 --out " + run;
    assertThat(typed.run(bench.split(" "))).as(typed.err()).isZero();
    Path manifest = run.resolve("manifest.properties");
    Files.writeString(
        manifest,
        Files.readString(manifest)
            .replaceAll("(?m)^target.url=.*", "target.url=http://gpu-7.acme.internal:8000")
            .replaceAll("(?m)^host.name=.*", "host.name=acme-box"));

    for (String form : List.of("html", "result", "csv", "jsonl", "junit", "summary-md")) {
      Path file = directory.resolve("shared." + form);
      String report = "report " + run + " --redact --" + form + " " + file;
      assertThat(typed.run(report.split(" "))).as(typed.err()).isZero();
      assertThat(file).isNotEmptyFile();
      assertThat(Files.readString(file)).doesNotContain("acme", directory.toString());
      assertThat(typed.out()).doesNotContain("acme-poc", "acme.internal");
      assertThat(typed.out()).doesNotContainPattern("goodput .*(path|server)-\\d");
    }
    JsonNode whole = JsonMapper.shared().readTree(run.resolve("result.json").toFile());
    JsonNode shared = JsonMapper.shared().readTree(directory.resolve("shared.result").toFile());
    assertThat(shared.get("levels")).isEqualTo(whole.get("levels"));
    assertThat(shared.at("/run/target/url").asString()).isEqualTo("http://server-1");
  }
}
