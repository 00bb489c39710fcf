package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.record.Outcome;
import dev.goodput.testing.Bytes;
import dev.goodput.testing.Certificates;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.PreflightException;
import dev.goodput.wire.Tls;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.server.HttpHandler;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerTls;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The HTTP version that client and server agree on by ALPN.
final class Http2TlsTest {
  private static final HttpHandler ANSWER =
      (_, response) -> {
        response.head(200, List.of());
        response.body(Bytes.of(Replay.delta("a") + "data: [DONE]\n\n"));
        response.end();
      };

  @TempDir Path directory;
  private Certificates certificates = new Certificates(Path.of("."));

  @BeforeEach
  void useTheTestsOwnDirectory() {
    certificates = new Certificates(directory);
  }

  private Endpoint endpoint(int port, KeyStore key, HttpVersion http) throws Exception {
    Tls tls = Tls.read(false, certificates.certificate(key, "server"), null, null);
    URI url = URI.create("https://127.0.0.1:" + port);
    return new Endpoint(url, Dialect.named("chat"), List.of(), null, tls, false, List.of(), http);
  }

  private ServerOptions options(KeyStore key) throws Exception {
    Path both = certificates.both(key, "server");
    return ServerOptions.tls("127.0.0.1", 0, ServerTls.read(both, both, null));
  }

  @Test
  void speaksTheVersionThatBothOffer() throws Exception {
    KeyStore key = certificates.make("server", "ip:127.0.0.1");
    try (EventLoops loops = EventLoops.start(1);
        HttpServer server = HttpServer.start(options(key), loops, ANSWER)) {
      for (HttpVersion requested : HttpVersion.values()) {
        try (ClientRig rig =
            new ClientRig(endpoint(server.port(), key, requested), Timeouts.NONE)) {
          assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
          assertThat(rig.onLoop(rig.client()::http))
              .isEqualTo(requested == HttpVersion.ONE ? HttpVersion.ONE : HttpVersion.TWO);
          assertThat(rig.onLoop(rig.client()::openConnections)).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void fallsBackIfAllowedAndReportsAnErrorOtherwise() throws Exception {
    KeyStore key = certificates.make("server", "ip:127.0.0.1");
    RawServer.Script one = (line, _, _) -> line.stream(Replay.delta("a"), "data: [DONE]\n\n");
    try (RawServer server = RawServer.start(Certificates.server(key), one)) {
      Endpoint either = endpoint(server.port(), key, HttpVersion.AUTO);
      try (ClientRig rig = new ClientRig(either, Timeouts.NONE)) {
        CompletableFuture<Exchange> first = rig.start();
        CompletableFuture<Exchange> second = rig.start();
        assertThat(first.get(10, TimeUnit.SECONDS).outcome()).isEqualTo(new Outcome.Ok(""));
        assertThat(second.get(10, TimeUnit.SECONDS).outcome()).isEqualTo(new Outcome.Ok(""));
        assertThat(rig.onLoop(rig.client()::http)).isEqualTo(HttpVersion.ONE);
      }
      Endpoint strict = endpoint(server.port(), key, HttpVersion.TWO);
      try (ClientRig rig = new ClientRig(strict, Timeouts.NONE)) {
        assertThat(rig.ask().outcome().detail())
            .isEqualTo("the server does not speak HTTP/2 there");
      }
      assertThatThrownBy(
              () -> Preflight.probe(strict, PreflightOptions.of("m"), PreflightListener.NONE))
          .isInstanceOf(PreflightException.class)
          .hasMessageContaining("HTTP/2")
          .hasMessageContaining("Leave out --http 2");
    }
  }
}
