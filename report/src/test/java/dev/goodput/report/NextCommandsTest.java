package dev.goodput.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Manifest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NextCommandsTest {
  private static final NextCommands COMMANDS =
      new NextCommands(
          "bench",
          List.of("--url=http://h", "--model=my model", "--no-stream", "--header=X-Org: ***"),
          List.of("--rate=4", "--slo=p95 e2el<=1s"));

  @Test
  void repeatsTheCommandAsAShellReadsIt() {
    String before =
        "goodput bench --url http://h --model 'my model' --no-stream --header \"X-Org: $X_ORG\"";
    assertThat(COMMANDS.again()).isEqualTo(before + " --rate 4 --slo 'p95 e2el<=1s'");
    assertThat(COMMANDS.again("--rate=8", "--verify"))
        .isEqualTo(before + " --slo 'p95 e2el<=1s' --rate 8 --verify");
    assertThat(COMMANDS.without("--header").without("--model").on("search", "--slo=chat"))
        .isEqualTo("goodput search --url http://h --no-stream --slo chat");
  }

  /// What a header is called may hold what a shell would run.
  @Test
  void escapesShellSyntaxInAHeader() {
    NextCommands odd = new NextCommands("bench", List.of("--header=$(id)`id`: ***"), List.of());
    assertThat(odd.again()).isEqualTo("goodput bench --header \"$HEADER\"");
  }

  @Test
  void isRestoredFromTheFactsOfARun() {
    assertThat(NextCommands.of(COMMANDS.addTo(Manifest.empty()), "none")).isEqualTo(COMMANDS);
    Manifest earlier = Manifest.empty().with("target.url", "http://h");
    assertThat(NextCommands.of(earlier, "gate").again()).isEqualTo("goodput gate --url http://h");
  }

  @Test
  void keepsTheNameUsers() {
    NextCommands stored = new NextCommands("bench", List.of(), List.of("--concurrency=20"));
    Manifest typed = stored.addTo(Manifest.empty()).with("run.command", "goodput bench --users 20");
    NextCommands users = NextCommands.of(typed, "bench");
    assertThat(users.again()).isEqualTo("goodput bench --users 20");
    assertThat(users.again("--concurrency=10")).isEqualTo("goodput bench --users 10");
    assertThat(stored.again()).isEqualTo("goodput bench --concurrency 20");
  }

  @ParameterizedTest
  @CsvSource({"4, 8", "0.25, 0.5", "1e3, 2000", "30s, 60s", "1m30s, 2m60s", "500ms, 1000ms"})
  void doublesNumbersAndTimes(String usual, String doubled) {
    assertThat(COMMANDS.doubled("--budget", usual)).isEqualTo("--budget=" + doubled);
    assertThat(COMMANDS.doubled("--rate", usual)).isEqualTo("--rate=8");
  }
}
