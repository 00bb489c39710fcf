package dev.goodput.gateway.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListenerTest {
  @ParameterizedTest
  @CsvSource({
    ":9000, 0.0.0.0:9000",
    "9000, 0.0.0.0:9000",
    "127.0.0.1:80, 127.0.0.1:80",
    "[::1]:9000, [::1]:9000",
    "gateway.example:0, gateway.example:0"
  })
  void readsAddressesAsPeopleTypeThem(String typed, String shown) {
    assertThat(Listener.parse("listen", typed, "0.0.0.0", null).shown()).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "localhost", "::1:9000", "http://a:1", ":port", "a b:1", ":-1"})
  void refusesWhatIsNone(String typed) {
    assertThatThrownBy(() -> Listener.parse("listen", typed, "0.0.0.0", null))
        .isInstanceOf(PlanException.class)
        .hasMessage(
            "listen must look like :9000, 127.0.0.1:9000 or [::1]:9000, found \"" + typed + "\"");
  }

  @ParameterizedTest
  @CsvSource({
    ":9000, http://localhost:9000, true",
    ":9000, http://127.0.0.2:9000/v1, true",
    "[::]:9000, http://[::1]:9000, true",
    "127.0.0.1:9000, http://localhost:9000, true",
    "127.0.0.1:80, http://127.0.0.1, true",
    "127.0.0.1:443, https://127.0.0.1, true",
    "[::1]:9000, http://[::1]:9000, true",
    "127.0.0.1:9000, http://127.0.0.2:9000, false",
    "127.0.0.1:9000, http://127.0.0.1:9001, false",
    ":9000, http://vllm:9000, false",
    ":9000, http://my_server:9000, false",
    ":9000, http://my_server, false",
    "my_server:9000, http://My_Server:9000, true",
    ":9000, http://0.0.0.0:9000, true",
    "127.0.0.1:9000, http://0.0.0.0:9000, true",
    ":9000, http://LOCALHOST:9000, true",
    ":9000, http://[::1]:9000, false",
    "[::]:9000, http://127.0.0.1:9000, true",
    "127.0.0.1:443, HTTPS://127.0.0.1, true",
    "127.0.0.1:80, https://127.0.0.1, false",
    "127.0.0.1:0, http://127.0.0.1:0, false"
  })
  void knowsWhetherAUrlIsItsOwn(String typed, URI url, boolean own) {
    assertThat(Listener.parse("listen", typed, "0.0.0.0", null).isAt(url)).isEqualTo(own);
  }

  @Test
  void aPortHasItsRange() {
    assertThatThrownBy(() -> Listener.parse("listen", ":70000", "0.0.0.0", null))
        .hasMessage("listen must have a port from 0 to 65535, found 70000");
  }

  @Test
  void saysHowThisMachineReachesIt() {
    assertThat(new Listener("0.0.0.0", 1, null).localAddress().shown()).isEqualTo("127.0.0.1:1");
    assertThat(new Listener("::", 1, null).localAddress().shown()).isEqualTo("127.0.0.1:1");
    assertThat(new Listener("10.0.0.5", 1, null).localAddress().shown()).isEqualTo("10.0.0.5:1");
    assertThat(new Listener("::1", 1, null).localAddress().shown()).isEqualTo("[::1]:1");
  }

  @Test
  void knowsWhatOnlyThisMachineReaches() {
    assertThat(new Listener("127.0.0.2", 1, null).loopback()).isTrue();
    assertThat(new Listener("::1", 1, null).loopback()).isTrue();
    assertThat(new Listener("localhost", 1, null).loopback()).isTrue();
    assertThat(new Listener("0.0.0.0", 1, null).loopback()).isFalse();
    assertThat(new Listener("127.example", 1, null).loopback()).isFalse();
  }
}
