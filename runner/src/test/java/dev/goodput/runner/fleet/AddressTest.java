package dev.goodput.runner.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
  @Test
  void isAHostAndAPort() {
    assertThat(Address.read("--listen", "0.0.0.0:7400")).isEqualTo(new Address("0.0.0.0", 7400));
    assertThat(Address.read("--listen", "[::1]:7400")).isEqualTo(new Address("::1", 7400));
    assertThat(Address.read("--listen", "[::1]:7400")).hasToString("[::1]:7400");
  }

  @ParameterizedTest
  @ValueSource(strings = {"7400", "host", "host:", ":7400", "host:70000", "::1:7400", "host:x"})
  void isRefusedWhereAPartIsMissing(String text) {
    assertThatThrownBy(() -> Address.read("--listen", text))
        .hasMessage("--listen \"%s\" is no address; write one like 10.0.0.1:7400", text);
  }
}
