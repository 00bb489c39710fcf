package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ColumnsTest {
  @Test
  void packsPartsWithoutSplittingThem() {
    assertThat(TextLayout.pack(List.of("output 12 tok/s", "input 3 tok/s", "9 in flight"), 32))
        .containsExactly("output 12 tok/s · input 3 tok/s", "9 in flight");
  }

  @Test
  void marksTruncatedText() {
    assertThat(TextLayout.cut("azure-conv", 6)).isEqualTo("azure…");
    assertThat(TextLayout.cut("azure", 6)).isEqualTo("azure");
    assertThat(TextLayout.cut("azure", 0)).isEmpty();
  }
}
