package dev.goodput.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class SharesTest {
  @ParameterizedTest
  @CsvSource({
    "95%, .95",
    "99.9%, .999",
    "4.1%, .041",
    "99.99 %, .9999",
    ".5, .5",
    "1e-3, .001",
    "1., 1",
    "200%, 2"
  })
  void readsThemToTheLastDigit(String text, double share) {
    assertThat(new Shares().convert(text)).isEqualTo(share);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "%", "most", "-1%", "9,5%", "NaN", "95%%"})
  void refusesWhatIsNone(String text) {
    assertThatThrownBy(() -> new Shares().convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("is not a share");
  }
}
