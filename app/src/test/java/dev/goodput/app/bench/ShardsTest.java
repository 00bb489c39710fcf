package dev.goodput.app.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Main;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--shard 3/2 --url http://x | --shard \"3/2\" is no slice; the second of four is 2/4",
        "--shard 0/2 --url http://x | is no slice",
        "--shard two --url http://x | is no slice",
        "--shard 1/2 | --shard is for several machines that send to one server: name the server"
            + " with --url",
        "--begin-at noon --url http://x | --begin-at \"noon\" is no time; write one like"
            + " 2026-01-31T12:00:00Z",
        "--begin-at 2026-01-31T12:00:00Z | --begin-at is for several machines that send to one"
            + " server: name the server with --url",
        "--shard 1/8 --concurrency 4 --url http://x | 8 machines are more than 4 users",
        "--shard 1/2 --rate 8 --max-in-flight 9 --url http://x | --max-in-flight cannot be kept"
      })
  void areRefusedIfInvalid(String options, String expected) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
    String[] args = ("bench " + options).split(" ");
    assertThat(Main.run(args, out, new PrintStream(err, true, UTF_8))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(expected).hasLineCount(1);
  }
}
