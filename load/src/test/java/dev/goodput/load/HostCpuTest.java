package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HostCpuTest {
  @TempDir private Path folder;

  @Test
  void isTheBusyShareBetweenTwoSamples() throws IOException {
    Path stat = folder.resolve("stat");
    Files.writeString(stat, "cpu  100 0 100 700 100 0 0 0 0 0\ncpu0 1 1 1 1\n");
    HostCpu cpu = new HostCpu(stat);
    Files.writeString(stat, "cpu  120 0 110 760 110 0 0 0 0 0\n");

    assertThat(cpu.share()).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void isUnknownIfTheHostDoesNotReportIt() throws IOException {
    assertThat(new HostCpu(folder.resolve("absent")).share()).isNaN();
    Path other = Files.writeString(folder.resolve("other"), "something else\n");
    assertThat(new HostCpu(other).share()).isNaN();
    Path broken = Files.writeString(folder.resolve("broken"), "cpu one two\n");
    assertThat(new HostCpu(broken).share()).isNaN();
  }

  @Test
  void isUnknownIfNoTimePassed() throws IOException {
    Path stat = Files.writeString(folder.resolve("stat"), "cpu 1 2 3 4 5 6 7 8\n");

    assertThat(new HostCpu(stat).share()).isNaN();
  }
}
