package dev.goodput.record.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JsonErrorTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "Non-standard token 'NaN': enable `JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS` to allow"
            + " | Non-standard token 'NaN'",
        "Unexpected end-of-input: expected close marker for Object (start marker at [Source:"
            + " REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); byte offset:"
            + " #UNKNOWN]) | it ends before the object, the list or the text is closed",
        "Document nesting depth (501) exceeds the maximum allowed (500, from"
            + " `StreamReadConstraints.getMaxNestingDepth()`) | it is nested deeper than 500"
            + " levels",
        "Number value length (1001) exceeds the maximum allowed (1000, from"
            + " `StreamReadConstraints.getMaxNumberLength()`) | Number value length (1001) exceeds"
            + " the maximum allowed (1000)",
        "Unrecognized token 'oops': was expecting (JSON String, Number, Array, Object or token"
            + " 'null', 'true' or 'false') | Unrecognized token 'oops'",
        "Unexpected character ('}' (code 125)): was expecting a colon | Unexpected character '}'"
      })
  void reportsTheErrorWithoutParserInternals(String message, String words) {
    assertThat(JsonErrorText.of(message)).isEqualTo(words);
  }
}
