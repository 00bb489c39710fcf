package dev.goodput.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A key that is used is written nowhere.
@Tag("system")
class SecretTest {
  private static final String KEY = "k3y-0f-gr3at-v4lu3";
  private static final String HEADER = "h34d3r-0f-gr3at-v4lu3";
  private static final String QUERY = "qu3ry-0f-gr3at-v4lu3";
  private static final String BODY = "b0dy-0f-gr3at-v4lu3";

  @TempDir Path directory;

  @Test
  void neitherKeysNorHeaderValuesAreKept() throws Exception {
    Cli cli = new Cli(directory);
    Cli.Running server =
        cli.start(Map.of("SIM_KEY", KEY), "simulate", "--port", "0", "--api-key-env", "SIM_KEY");
    try {
      String url = server.address();

      Cli.Result good =
          cli.run(
              Map.of("LLM_KEY", KEY),
              "bench",
              "--url",
              url,
              "--requests",
              "3",
              "--output-tokens",
              "5",
              "--out",
              "run",
              "--api-key-env",
              "LLM_KEY",
              "--header",
              "X-Token: " + HEADER,
              "--extra-body",
              "{\"api_key\":\"" + BODY + "\"}");
      Cli.Result wrong =
          cli.run(Map.of("LLM_KEY", HEADER), "bench", "--url", url, "--api-key-env", "LLM_KEY");

      assertThat(good.exit()).as(good.err()).isIn(0, 5);
      assertThat(wrong.exit()).isEqualTo(3);
      assertThat(good.all() + wrong.all()).doesNotContain(KEY, HEADER);
      assertThat(everythingUnder(directory.resolve("run")))
          .contains("X-Token: ***", "{\"api_key\":\"***\"}")
          .doesNotContain(KEY, HEADER, BODY);
    } finally {
      server.signal("TERM");
    }
    assertThat(Cli.ended(server).all()).doesNotContain(KEY);
  }

  @Test
  void aServerThatQuotesThemIsNotQuoted() throws Exception {
    try (EchoingServer server = EchoingServer.start()) {
      Cli.Result run =
          new Cli(directory)
              .run(
                  Map.of("LLM_KEY", KEY),
                  "bench",
                  "--url",
                  server.url() + "/?key=" + QUERY,
                  "--requests",
                  "12",
                  "--max-error-rate",
                  "1",
                  "--out",
                  "run",
                  "--json",
                  "--api-key-env",
                  "LLM_KEY",
                  "--header",
                  "X-Team: " + HEADER,
                  "--extra-body",
                  "{\"api_key\":\"" + BODY + "\"}");

      assertThat(server.echoed()).as(run.all()).contains(KEY, HEADER, QUERY, BODY);
      String kept = everythingUnder(directory.resolve("run"));
      assertThat(kept).contains("http_error", "error_event", "malformed", "you sent");
      assertThat(run.all() + kept).doesNotContain(KEY, HEADER, QUERY, BODY);
    }
  }

  private static String everythingUnder(Path folder) throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> regular = files.filter(Files::isRegularFile).toList();
      for (Path file : regular) {
        all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return all.toString();
  }
}
