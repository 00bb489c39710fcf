package dev.goodput.app.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Main;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetBenchCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fleet | fleet what? bench",
        "fleet bench --workers 1 --url http://x | --workers must be between 2 and",
        "fleet bench --workers 2 | the workers send to one server: name it with --url",
        "fleet bench --workers 2 --remote 3 --url http://x | --remote must be between 0 and"
            + " --workers 2, found 3",
        "fleet bench --workers 2 --remote 1 --url http://x | --remote needs --listen",
        "fleet bench --workers 2 --remote 1 --listen x --rate 8 --url http://x | --listen \"x\" is"
            + " no address",
        "fleet bench --workers 2 --shard 1/2 --url http://x | --shard is set by goodput fleet"
            + " bench for its workers",
        "fleet bench --workers 8 --concurrency 4 --url http://x | 8 machines are more than 4 users",
        "bench --coordinator x:1 --url http://x | --coordinator needs --shard",
        "bench --coordinator x --shard 1/2 --rate 8 --url http://x | --coordinator \"x\" is no"
            + " address",
        "bench --coordinator x:1 --shard 1/2 --begin-at 2026-01-31T12:00:00Z --rate 8 --url"
            + " http://x | --coordinator gives the start; remove --begin-at",
      })
  void refusesInvalidOptions(String line, String expected) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        Main.run(
            line.split(" "), OutputStream.nullOutputStream(), new PrintStream(err, true, UTF_8));
    assertThat(exit).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(expected);
  }
}
