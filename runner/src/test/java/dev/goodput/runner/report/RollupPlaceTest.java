package dev.goodput.runner.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.goodput.runner.AppException;
import dev.goodput.telemetry.RollupRange;
import dev.goodput.wire.BadSettingException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What roll-ups in other places need from the environment: the fleet archive, and a token.
class RollupPlaceTest {
  private static void read(String place, Map<String, String> environment) {
    RollupPlace.of(List.of(place), environment)
        .orElseThrow()
        .read(new RollupRange(0, 3_600_000, false), each -> {});
  }

  @Test
  void aTokenThatIsRefusedIsNamed() throws IOException {
    List<String> headers = new ArrayList<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/rollups",
        exchange -> {
          try (exchange) {
            headers.add(exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.sendResponseHeaders(401, -1);
          }
        });
    server.start();
    String place = "fleet://127.0.0.1:" + server.getAddress().getPort();
    try {
      assertThatThrownBy(() -> read(place, Map.of("GOODPUT_FLEET_TOKEN", "SECRET\n")))
          .isInstanceOf(AppException.Usage.class)
          .hasMessage(place + " refused the token in GOODPUT_FLEET_TOKEN");
    } finally {
      server.stop(0);
    }
    assertThat(headers).containsExactly("Bearer SECRET");
  }

  @Test
  void aTokenOfTwoLinesIsNotSent() {
    assertThatThrownBy(
            () -> read("fleet://127.0.0.1:1", Map.of("GOODPUT_FLEET_TOKEN", "SECRET\nX: y")))
        .isInstanceOf(BadSettingException.class)
        .hasMessage(
            "the key or token in GOODPUT_FLEET_TOKEN must be one line of visible characters");
  }

  @Test
  void aTopicNeedsTheFleetArchive() {
    assertThatThrownBy(() -> read("kafka://b/t", Map.of()))
        .isInstanceOf(AppException.Usage.class)
        .hasMessageStartingWith(
            "kafka://b/t: the Kafka client is in the fleet archive, and GOODPUT_FLEET does not name"
                + " its directory; in a source tree, ./mvnw -Dmaven.test.skip -pl fleet -am"
                + " package");
  }
}
