package dev.goodput.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongRunTest {
  @TempDir private Path temp;

  @Test
  void writesAndAnalysesEveryRequest() throws IOException {
    assertThat(new LongRun(2_000, temp.resolve("run")).report())
        .startsWith("2,000 requests, ")
        .contains("ok 2,000, in the window ");
  }
}
