package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.wire.dialect.Dialect;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RawConnectionTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static InetAddress loopback(int last) throws IOException {
    return InetAddress.getByAddress("a-name", new byte[] {127, 0, 0, (byte) last});
  }

  @Test
  void goesToTheNextAddressOfANameWhereNobodyListensAtTheFirst() throws IOException {
    try (ServerSocket second = new ServerSocket(0, 1, loopback(1))) {
      Endpoint endpoint =
          Endpoint.of("http://a-name:" + second.getLocalPort(), Dialect.named("chat"));
      Optional<RawConnection> made =
          RawConnection.open(endpoint, List.of(loopback(2), loopback(1)), LIMIT);
      assertThat(made).isPresent();
      made.get().close();
      assertThat(RawConnection.open(endpoint, List.of(loopback(2)), LIMIT)).isEmpty();
    }
  }
}
