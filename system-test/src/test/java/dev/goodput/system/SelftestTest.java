package dev.goodput.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("system")
@Order(1)
class SelftestTest {
  @TempDir Path directory;

  @Test
  void comparesEveryStampAndClimbsOneStepOfEachLadder() {
    Cli.Result result = new Cli(directory).run("selftest", "--json", "--up-to", "5000");

    assertThat(result.exit()).as(result.err()).isZero();
    JsonNode document = JsonMapper.shared().readTree(result.out());
    expectStamps(document.get("stamp_error_us"), 8 * 150);
    JsonNode ladders = document.get("ladders");
    assertThat(ladders.size()).isEqualTo(2);
    assertThat(ladders.get(0).get("events_per_write").asInt()).isEqualTo(1);
    assertThat(ladders.get(1).get("events_per_write").asInt()).isEqualTo(4);
    for (JsonNode ladder : ladders) {
      assertThat(ladder.get("steps").size()).isEqualTo(1);
      JsonNode step = ladder.get("steps").get(0);
      assertThat(step.get("events_per_s").asDouble()).isPositive();
      expectStamps(step.get("stamp_error_us"), 8 * 100);
    }
  }

  private static void expectStamps(JsonNode error, long count) {
    assertThat(error.get("count").asLong()).isEqualTo(count);
    // A stamp before the write would mean that the two clocks are not one.
    assertThat(error.get("p50").asDouble()).isPositive();
  }
}
