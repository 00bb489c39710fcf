package dev.goodput.workload.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
  private static final List<String> NAMES = List.of("azure-code", "azure-conv", "synthetic");

  @Test
  void findsTheNameWithTheFewestEdits() {
    assertThat(Nearest.to("azure-cnv", NAMES)).contains("azure-conv");
    assertThat(Nearest.to("azure-cod", NAMES)).contains("azure-code");
    assertThat(Nearest.to("azure-covn", NAMES)).contains("azure-conv");
    assertThat(Nearest.to("SYNTETIC", NAMES)).contains("synthetic");
  }

  @Test
  void findsNothingForWhatIsFarFromAll() {
    assertThat(Nearest.to("burstgpt", NAMES)).isEmpty();
    assertThat(Nearest.to("x", NAMES)).isEmpty();
  }
}
