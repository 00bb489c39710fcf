package dev.goodput.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class SharesTest {
  @Test
  void aShareOfAnOptionIsReadOrRefusedInTheWordsOfTheCommandLine() {
    assertThat(new Shares().convert("99.9%")).isEqualTo(.999);
    assertThatThrownBy(() -> new Shares().convert("most"))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("is not a share");
  }
}
