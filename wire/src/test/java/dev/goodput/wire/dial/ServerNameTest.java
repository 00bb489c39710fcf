package dev.goodput.wire.dial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Certificates;
import dev.goodput.testing.HeldNames;
import dev.goodput.testing.HelloServer;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.ClientRig;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.Exchange;
import dev.goodput.wire.client.RawConnection;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.concurrent.Future;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Names as used in clusters and in Docker Compose, some of which Java's TLS does not support.
final class ServerNameTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"localhost, localhost", "a.held, a.held", "my_server.held, my_server.held"})
  void isSentToTheServer(String host, String sent) throws Exception {
    HeldNames.letGo(host);
    try (HelloServer server = new HelloServer();
        ClientRig rig = ClientRig.of(server.url(host))) {
      Future<Exchange> _ = rig.start();
      // RFC 6066 §3: type host_name, two bytes of length, the name.
      assertThat(server.hello()).contains("\0\0" + (char) sent.length() + sent);
    }
  }

  @Test
  void isNotSentWhereItIsAnAddress() throws Exception {
    try (HelloServer server = new HelloServer();
        ClientRig rig = ClientRig.of(server.url("127.0.0.1"))) {
      Future<Exchange> _ = rig.start();
      assertThat(server.hello()).doesNotContain("127.0.0.1");
    }
  }

  @Test
  void isSentByTheProbesOfAProxyToo() throws Exception {
    try (HelloServer server = new HelloServer()) {
      Endpoint endpoint = ClientRig.endpoint(server.url("localhost"));
      Thread probe =
          Thread.ofVirtual()
              .start(() -> {
                var _ = RawConnection.open(endpoint, Duration.ofSeconds(10));
              });
      assertThat(server.hello()).contains("localhost");
      probe.join();
    }
  }

  private static ServerName name(String host, boolean trustsAnyName) {
    Tls tls = new Tls(trustsAnyName, null, null, null);
    return ServerName.of(new Destination(host, 1, true, tls, HttpVersion.ONE));
  }

  private static boolean fits(String host, SSLSession session) {
    return name(host, false).problem(session) == null;
  }

  /// Java compares a name without an underscore itself, so no problem is reported here.
  @Test
  void withAnUnderscoreIsComparedWithTheCertificate() throws Exception {
    KeyStore key = new Certificates(directory).make("server", "dns:a.example,dns:*.b.example");
    try (RawServer server = RawServer.start(Certificates.server(key), (line, _, _) -> line.fin());
        SSLSocket socket =
            (SSLSocket)
                Certificates.client(key)
                    .createSocket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.startHandshake();
      SSLSession session = socket.getSession();
      assertThat(fits("my_server.b.example", session)).isTrue();
      assertThat(fits("MY_Server.B.example", session)).isTrue();
      assertThat(fits("my_server.b.example.", session)).isTrue();
      assertThat(fits("my_server.a.example", session)).isFalse();
      assertThat(fits("my_server.c.b.example", session)).isFalse();
      assertThat(fits("my_server", session)).isFalse();
      assertThat(name("my_server", true).problem(session)).isNull();
      assertThat(name("my_server", false).problem(session))
          .hasMessage("No name matching my_server found");
    }
  }
}
