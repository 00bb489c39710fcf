package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.relay.Pairing.Secured;
import dev.goodput.testing.Bytes;
import dev.goodput.testing.Certificates;
import dev.goodput.testing.HeldNames;
import dev.goodput.testing.HelloServer;
import dev.goodput.testing.RawServer;
import dev.goodput.testing.RawSocket;
import dev.goodput.wire.Tls;
import dev.goodput.wire.server.ServerTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Responses up to the end of the connection over TLS, which has an end of its own.
@Tag("fault")
final class RelayTlsTest {
  private static final String BEGUN =
      "HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: a\n\n";

  @TempDir private static Path directory;
  private static Secured secured;

  @BeforeAll
  static void makeKeys() throws Exception {
    secured = Secured.in(directory);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "my_server.held"})
  void anUpstreamIsSentItsName(String host) throws Exception {
    HeldNames.letGo(host);
    try (HelloServer server = new HelloServer();
        RelayRig rig = new RelayRig(server.url(host));
        RawSocket _ = rig.common(RelayRig.POST)) {
      assertThat(server.hello()).contains(host);
    }
  }

  /// With TLS's `close_notify` it would be a clean end.
  @Test
  void aResetIsNoCleanEnd() throws Exception {
    CountDownLatch read = new CountDownLatch(1);
    RawServer.Script script =
        (line, _, _) -> {
          line.print(BEGUN);
          RawServer.await(read);
          line.reset();
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = RelayRig.to(Upstream.of("u", server.url()), overTls());
        Socket client =
            Certificates.client(secured.key())
                .createSocket(InetAddress.getLoopbackAddress(), rig.relay().port())) {
      client.setSoTimeout(30_000);
      client.getOutputStream().write(Bytes.of("GET / HTTP/1.1\r\nHost: g\r\n\r\n"));
      StringBuilder all = new StringBuilder();
      while (!all.toString().endsWith("data: a\n\n")) {
        all.append((char) client.getInputStream().read());
      }
      read.countDown();
      assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(IOException.class);
    }
  }

  private static RelayOptions overTls() {
    RelayOptions plain = RelayOptions.plain("127.0.0.1", 0);
    return new RelayOptions(
        plain.host(),
        plain.port(),
        ServerTls.read(secured.both(), secured.both(), null),
        plain.maxConnections(),
        plain.maxHeadBytes(),
        plain.maxBodyBytes(),
        plain.headNanos(),
        plain.bodyIdleNanos(),
        plain.keepAliveNanos());
  }

  /// Anyone on the path can end a connection, but only the server can end TLS.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aServerThatSaysNoGoodbyeIsCutOff(boolean goodbye) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answer(server, goodbye));
      try (RelayRig rig = RelayRig.to(trusted(server.getLocalPort()));
          RawSocket client = rig.common("GET / HTTP/1.1\r\nHost: g\r\n\r\n")) {
        assertThat(client.readAll()).startsWith(goodbye ? "HTTP/1.1 200 " : "");
        assertThat(client.wasReset()).isEqualTo(!goodbye);
        assertThat(rig.over().story).contains(goodbye ? "Whole[byClose=true]" : "Cut[reset=true");
      }
    }
  }

  private static Upstream trusted(int port) {
    return new Upstream(
        "u",
        URI.create("https://127.0.0.1:" + port),
        Tls.read(false, secured.certificate(), null, null),
        false,
        List.of(),
        5_000_000_000L,
        0,
        0);
  }

  /// Responds to one request and closes, with TLS or beneath it.
  private static void answer(ServerSocket server, boolean goodbye) {
    try (Socket under = server.accept()) {
      SSLSocket over = Certificates.over(under, secured.key());
      StringBuilder requested = new StringBuilder();
      while (!requested.toString().endsWith("\r\n\r\n")) {
        requested.append((char) over.getInputStream().read());
      }
      over.getOutputStream().write(Bytes.of(BEGUN));
      if (goodbye) {
        over.close();
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
