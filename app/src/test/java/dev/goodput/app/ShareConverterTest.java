package dev.goodput.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class ShareConverterTest {
  @Test
  void aShareOfAnOptionIsReadOrRefusedInTheWordsOfTheCommandLine() {
    assertThat(new ShareConverter().convert("99.9%")).isEqualTo(.999);
    assertThat(new ShareConverter().convert("200%")).isEqualTo(2);
    assertThat(new ShareConverter().convert("1")).isEqualTo(1);
    assertThatThrownBy(() -> new ShareConverter().convert("95"))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage("\"95\" is above 1; did you mean 95%?");
    assertThatThrownBy(() -> new ShareConverter().convert("most"))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("is not a share");
  }
}
