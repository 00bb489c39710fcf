package dev.goodput.benchmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.util.List;
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

  @Test
  void tellsHowACommandEndedAndWhatItsChildrenCost() throws IOException, InterruptedException {
    List<String> busy =
        List.of("sh", "-c", "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; exit 7");
    PinnedCommand.Cost cost = PinnedCommand.run(0, busy);
    assertThat(cost.exitCode()).isEqualTo(7);
    assertThat(cost.cpuSeconds()).isPositive();
    assertThat(cost.peakResidentBytes()).isPositive();
  }
}
