package dev.goodput.benchmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class PinnedCommandTest {
  @Test
  void addsTheKernelsShare() {
    assertThat(PinnedCommand.cpuSeconds("a word\ncost 1.250 0.500\n")).isEqualTo(1.75);
  }

  @Test
  void saysWhatACommandSaidThatToldNoCost() {
    assertThatIllegalStateException()
        .isThrownBy(() -> PinnedCommand.cpuSeconds("bash: no such thing\n"))
        .withMessageContaining("bash: no such thing");
  }

  /// Runs wherever the commands are that pin and time; with `CI=true` a missing one fails.
  @Test
  @Tag("real")
  void tellsHowACommandEndedAndWhatItsChildrenCost() throws IOException, InterruptedException {
    needs("bash");
    needs("taskset");
    List<String> busy =
        List.of("sh", "-c", "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; exit 7");
    PinnedCommand.Cost cost = PinnedCommand.run(ownCore(), busy);
    assertThat(cost.exitCode()).isEqualTo(7);
    assertThat(cost.cpuSeconds()).isPositive();
    assertThat(cost.peakResidentBytes()).isPositive();
  }

  private static void needs(String command) {
    boolean there =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    String missing = command + " is missing: it is not on the PATH";
    if ("true".equals(System.getenv("CI"))) {
      assertThat(there).as(missing).isTrue();
    }
    assumeTrue(there, missing);
  }

  /// The first core that this process may run on, which need not be the machine's first.
  private static int ownCore() throws IOException {
    String status = Files.readString(Path.of("/proc/self/status"));
    return Pattern.compile("(?m)^Cpus_allowed_list:\\s+(\\d+)")
        .matcher(status)
        .results()
        .mapToInt(found -> Integer.parseInt(found.group(1)))
        .findFirst()
        .orElseThrow();
  }
}
