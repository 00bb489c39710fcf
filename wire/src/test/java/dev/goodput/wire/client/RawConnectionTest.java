package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.wire.dialect.Dialect;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RawConnectionTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static InetSocketAddress loopback(int last, int port) throws IOException {
    byte[] address = {127, 0, 0, (byte) last};
    return new InetSocketAddress(InetAddress.getByAddress("a-name", address), port);
  }

  @Test
  void triesTheNextAddressWhenTheFirstRefuses() throws IOException {
    try (ServerSocket second = new ServerSocket(0, 1, loopback(1, 0).getAddress())) {
      int port = second.getLocalPort();
      Endpoint endpoint = Endpoint.of("http://a-name:" + port, Dialect.named("chat"));
      InetSocketAddress nobody = loopback(2, port);
      Optional<RawConnection> made =
          RawConnection.open(endpoint, List.of(nobody, loopback(1, port)), LIMIT);
      assertThat(made).isPresent();
      made.get().close();
      assertThat(RawConnection.open(endpoint, List.of(nobody), LIMIT)).isEmpty();
    }
  }
}
