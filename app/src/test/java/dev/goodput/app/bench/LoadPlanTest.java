package dev.goodput.app.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.app.endpoint.WorkloadOptions;
import dev.goodput.app.main.Spoken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class LoadPlanTest {
  private final LoadOptions options = new LoadOptions();

  /// The interactive response time law, N = X (R + Z), for the turns of 20 users who think for 10 s
  /// before each turn, the first one of a session included.
  @Test
  void usersThinkBeforeEachTurn(@TempDir Path directory) throws IOException {
    Spoken typed = new Spoken();
    String bench =
        "bench --virtual --users 20 --turns 4 --think-time 10s --duration 30m --out "
            + directory.resolve("run");
    assertThat(typed.run(bench.split(" "))).as(typed.err()).isZero();
    JsonNode level =
        JsonMapper.shared().readTree(directory.resolve("run/result.json").toFile()).at("/levels/0");
    double seconds = level.at("/e2el_ms/mean").asDouble() / 1000;
    assertThat(level.get("rps").asDouble() * (seconds + 10)).isBetween(19.4, 20.6);
  }

  @Test
  void namesDuplicateLevels() {
    options.rates = List.of(2.0, 0.5, 2.0);
    assertThat(LoadPlan.of(options, new WorkloadOptions()).repeated())
        .contains("--rate names 2 more than once; each time is a level of its own");
    options.rates = List.of();
    options.concurrencies = List.of(4L, 4L);
    assertThat(LoadPlan.of(options, new WorkloadOptions()).repeated())
        .contains(
            "--concurrency (--users) names 4 more than once; each time is a level of its own");
  }

  @Test
  void acceptsDifferentLevels() {
    options.rates = List.of(1.0, 2.0);
    assertThat(LoadPlan.of(options, new WorkloadOptions()).repeated()).isEmpty();
  }

  @Test
  void repeatsOneLoad() {
    options.rates = List.of(2.0);
    options.repeats = 5L;
    assertThat(LoadPlan.of(options, new WorkloadOptions()).levels()).hasSize(5);
    assertThat(LoadPlan.of(options, new WorkloadOptions()).levels().stream().distinct()).hasSize(1);
    assertThat(LoadPlan.of(options, new WorkloadOptions()).repeated()).isEmpty();
  }

  @Test
  void refusesUselessRepeats() {
    options.rates = List.of(2.0);
    options.repeats = 4L;
    assertThatThrownBy(() -> LoadPlan.of(options, new WorkloadOptions()))
        .hasMessageContaining("--repeats must be between 5 and 1000, found 4");
    options.repeats = 5L;
    options.rates = List.of(2.0, 4.0);
    assertThatThrownBy(() -> LoadPlan.of(options, new WorkloadOptions()))
        .hasMessageContaining("--repeats is of one load");
    options.rates = List.of();
    options.arrivals = "trace";
    assertThatThrownBy(() -> LoadPlan.of(options, new WorkloadOptions()))
        .hasMessageContaining("--repeats of a trace");
  }
}
