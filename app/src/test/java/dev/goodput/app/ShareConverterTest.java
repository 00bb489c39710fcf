package dev.goodput.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class ShareConverterTest {
  @Test
  void aShareOfAnOptionIsReadOrRefusedInTheWordsOfTheCommandLine() {
    assertThat(new ShareConverter().convert("99.9%")).isEqualTo(.999);
    assertThatThrownBy(() -> new ShareConverter().convert("most"))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("is not a share");
  }
}
