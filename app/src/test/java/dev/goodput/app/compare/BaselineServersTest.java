package dev.goodput.app.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Spoken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Servers that are held against a stored baseline, of which some go wrong.
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
class BaselineServersTest {
  private static final int ENDLESS = Integer.MAX_VALUE;

  @TempDir private static Path root = Path.of("");

  private static int requested;

  private final Spoken typed = new Spoken();

  private static int bench(TinyServer server, String name) {
    String load = "bench --concurrency 1 --requests 25 --repeats 5 --warmup 0s --quiet";
    // A busy machine makes no client the bottleneck of answers that may take a minute.
    String judged = " --slo ttft<=60s --url " + server.url() + " --out " + root.resolve(name);
    return new Spoken().run((load + judged).split(" "));
  }

  private int gate(String... more) {
    return typed.run(List.of("gate", "--root", root.toString(), "--baseline", "main"), more);
  }

  @BeforeAll
  static void measureTheBaseline() throws IOException {
    try (TinyServer server = TinyServer.start("m", 8000, ENDLESS, 404)) {
      assertThat(bench(server, "base")).isIn(0, 5, 6);
      requested = server.requested().size();
    }
    assertThat(new Spoken().run("baseline", "set", "main", "base", "--root", root.toString()))
        .isZero();
  }

  @Test
  void sendsUnmeasuredWarmUpRequestsBeforeNewRuns() throws IOException {
    try (TinyServer server = TinyServer.start("m", 8000, ENDLESS, 404)) {
      int exit = gate("--url", server.url(), "--out", root.resolve("live").toString());
      assertThat(exit).as(typed.out() + typed.err()).isIn(0, 5, 7, 8);
      assertThat(server.requested()).hasSize(requested + 20);
    }
  }

  @Test
  void reportsSinceWhichRunALiveCandidateIsUnresponsive() throws IOException {
    Path dies = root.resolve("dies");
    try (TinyServer server = TinyServer.start("m", 8000, 75, 404)) {
      assertThat(gate("--url", server.url(), "--out", dies.toString())).isEqualTo(4);
    }
    assertThat(typed.out()).contains("B does not respond any more, in run ", "out of order");
    JsonNode found = JsonMapper.shared().readTree(dies.resolve("result.json").toFile());
    assertThat(found.get("conclusion").asString()).isEqualTo("too_many_failures");
    assertThat(typed.run("report", dies.toString(), "--quiet")).isEqualTo(4);
  }

  @Test
  void evaluatesAStoredCandidateSeparatelyToo() throws IOException {
    try (TinyServer server = TinyServer.start("m", 8000, 75, 500)) {
      assertThat(bench(server, "fails")).isEqualTo(4);
    }
    assertThat(gate("--candidate", "fails")).isEqualTo(4);
    assertThat(typed.out()).contains("B failed", "of its requests failed, and 1 % is allowed");
  }
}
