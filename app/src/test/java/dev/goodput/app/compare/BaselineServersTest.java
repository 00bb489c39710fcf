package dev.goodput.app.compare;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Servers that are held against a stored baseline, of which some go wrong.
@Timeout(240)
class BaselineServersTest {
  private static final int ENDLESS = Integer.MAX_VALUE;

  @TempDir private static Path root = Path.of("");

  private static int asked;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return Main.run(args, out, new PrintStream(err, true, UTF_8));
  }

  private static int bench(TinyServer server, String name) {
    String[] args = {
      "bench",
      "--url",
      server.url(),
      "--concurrency",
      "1",
      "--requests",
      "25",
      "--repeats",
      "5",
      "--warmup",
      "0s",
      // A busy machine makes no client the bottleneck of answers that may take a minute.
      "--slo",
      "ttft<=60s",
      "--out",
      root.resolve(name).toString(),
      "--quiet"
    };
    return Main.run(args, new ByteArrayOutputStream(), System.err);
  }

  private int gate(String... more) {
    List<String> args =
        new ArrayList<>(List.of("gate", "--root", root.toString(), "--baseline", "main"));
    args.addAll(Arrays.asList(more));
    return run(args.toArray(String[]::new));
  }

  @BeforeAll
  static void measureTheBaseline() throws IOException {
    try (TinyServer server = TinyServer.start("m", 8000, ENDLESS, 404)) {
      assertThat(bench(server, "base")).isIn(0, 5, 6);
      asked = server.asked().size();
    }
    String[] set = {"baseline", "set", "main", "base", "--root", root.toString()};
    assertThat(Main.run(set, new ByteArrayOutputStream(), System.err)).isZero();
  }

  @Test
  void asksAFewRequestsBeforeTheNewRunsThatCountForNothing() throws IOException {
    try (TinyServer server = TinyServer.start("m", 8000, ENDLESS, 404)) {
      int exit = gate("--url", server.url(), "--out", root.resolve("live").toString());
      assertThat(exit).as(out.toString(UTF_8) + err.toString(UTF_8)).isIn(0, 5, 7, 8);
      assertThat(server.asked()).hasSize(asked + 20);
    }
  }

  @Test
  void saysSinceWhichRunALiveCandidateAnswersNothing() throws IOException {
    Path dies = root.resolve("dies");
    try (TinyServer server = TinyServer.start("m", 8000, 75, 404)) {
      assertThat(gate("--url", server.url(), "--out", dies.toString())).isEqualTo(4);
    }
    assertThat(out.toString(UTF_8)).contains("B answers nothing any more, in run ", "out of order");
    JsonNode found = JsonMapper.shared().readTree(dies.resolve("result.json").toFile());
    assertThat(found.get("conclusion").asString()).isEqualTo("too_many_failures");
    assertThat(run("report", dies.toString(), "--quiet")).isEqualTo(4);
  }

  @Test
  void judgesAStoredCandidateByItselfToo() throws IOException {
    try (TinyServer server = TinyServer.start("m", 8000, 75, 500)) {
      assertThat(bench(server, "fails")).isEqualTo(4);
    }
    assertThat(gate("--candidate", "fails")).isEqualTo(4);
    assertThat(out.toString(UTF_8))
        .contains("B failed", "of its requests failed, and 1 % is allowed");
  }
}
