package dev.goodput.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("system")
class SelftestTest {
  @TempDir Path directory;

  @Test
  void comparesEveryStampAndClimbsOneStep() {
    Cli.Result result = new Cli(directory).run("selftest", "--json", "--up-to", "5000");

    assertThat(result.exit()).as(result.err()).isZero();
    JsonNode document = JsonMapper.shared().readTree(result.out());
    assertThat(document.get("stamp_error_us").get("count").asLong()).isEqualTo(8 * 150);
    // A stamp before the write would mean that the two clocks are not one.
    assertThat(document.get("stamp_error_us").get("p50").asDouble()).isPositive();
    assertThat(document.get("steps").size()).isEqualTo(1);
    assertThat(document.get("steps").get(0).get("events_per_s").asDouble()).isPositive();
  }
}
