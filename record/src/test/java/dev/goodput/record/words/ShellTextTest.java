package dev.goodput.record.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShellTextTest {
  @Test
  void readsBackWhatItWrote() {
    List<String> hard =
        List.of(
            "bench", "--input-tokens", "uniform(64, 512)", "", "it's", "a\\b", "'", "two  spaces");
    assertThat(ShellText.split(ShellText.join(hard))).isEqualTo(hard);
    assertThat(ShellText.split("")).isEmpty();
    assertThat(ShellText.split("  goodput   bench ")).containsExactly("goodput", "bench");
  }

  @Test
  void breaksLinesWithShellContinuations() {
    assertThat(ShellText.lines("report 'one run' another/run --html FILE", 24))
        .containsExactly("report 'one run' \\", "another/run --html \\", "FILE");
    assertThat(ShellText.lines("report runs/too-long-for-it", 12))
        .containsExactly("report \\", "runs/too-long-for-it");
    assertThat(ShellText.lines("report", 12)).containsExactly("report");
    assertThat(ShellText.lines("bench --header \"X-Org: $X_ORG\" 'it'\\''s one' a\\ b", 20))
        .containsExactly("bench --header \\", "\"X-Org: $X_ORG\" \\", "'it'\\''s one' a\\ b");
  }
}
