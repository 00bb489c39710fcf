package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MaskedUrlTest {

  @ParameterizedTest
  @CsvSource({
    "http://h:8000/v1, http://h:8000/v1",
    "http://u:p@h:8000/v1, http://***@h:8000/v1",
    "https://u:p@ss@h, https://***@h",
    "u:p@h:8000, ***@h:8000",
    "http://h/a@b, http://h/a@b",
    "http://h/v1?api-version=2&api-key=x&n=1, http://h/v1?api-version=2&api-key=***&n=1",
    "http://h?access_token=x#y, http://h?access_token=***#y",
  })
  void masksSecrets(String typed, String shown) {
    assertThat(MaskedUrl.address(typed)).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"api_key", "api key", "my#key", "a=key", "Bearer", "jwt", "passphrase"})
  void recognizesSecretNamesInAnySpelling(String name) {
    assertThat(MaskedUrl.looksSecret(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "top_k", "model", "user name", "encoding_format"})
  void recognizesNamesThatAreNotSecret(String name) {
    assertThat(MaskedUrl.looksSecret(name)).isFalse();
  }
}
