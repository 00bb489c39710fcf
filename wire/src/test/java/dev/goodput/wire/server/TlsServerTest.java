package dev.goodput.wire.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.EventLoops;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TlsServerTest {
  private static Path resource(String name) {
    URL found = TlsServerTest.class.getResource(name);
    if (found == null) {
      throw new IllegalStateException("no resource " + name);
    }
    try {
      return Path.of(found.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ServerOptions options(@Nullable Path clientCa) {
    return ServerOptions.tls(
        "127.0.0.1", 0, ServerTls.read(resource("server.pem"), resource("server.key"), clientCa));
  }

  private static String get(HttpServer server) throws Exception {
    try (SSLSocket socket =
        (SSLSocket) trusting().getSocketFactory().createSocket("localhost", server.port())) {
      socket
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nconnection: close\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static SSLContext trusting() throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream in = TlsServerTest.class.getResourceAsStream("server.pem")) {
      store.setCertificateEntry(
          "server", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @Test
  void speaksTls() throws Exception {
    try (EventLoops loops = EventLoops.start(1);
        HttpServer server =
            HttpServer.start(
                options(null),
                loops,
                (_, response) -> response.send(204, List.of(), new byte[0]))) {
      assertThat(get(server)).startsWith("HTTP/1.1 204 No Content");
    }
  }

  @Test
  void speaksTheVersionThatTheClientOffersFirst() throws Exception {
    try (EventLoops loops = EventLoops.start(1);
        HttpServer server =
            HttpServer.start(
                options(null),
                loops,
                (request, response) -> response.send(200, List.of(), request.body()));
        HttpClient client = HttpClient.newBuilder().sslContext(trusting()).build()) {
      for (HttpClient.Version version : HttpClient.Version.values()) {
        HttpRequest request =
            HttpRequest.newBuilder(URI.create("https://localhost:" + server.port()))
                .version(version)
                .POST(BodyPublishers.ofString("x".repeat(200_000)))
                .build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        assertThat(answer.version()).isEqualTo(version);
        assertThat(answer.body()).isEqualTo("x".repeat(200_000));
      }
    }
  }

  /// Whether the client receives the reason depends on whether it is still writing then (TLS 1.3).
  @Test
  void requiresAClientCertificateWhenConfigured() {
    AtomicInteger requested = new AtomicInteger();
    try (EventLoops loops = EventLoops.start(1);
        HttpServer server =
            HttpServer.start(
                options(resource("server.pem")),
                loops,
                (_, response) -> {
                  requested.incrementAndGet();
                  response.send(204, List.of(), new byte[0]);
                })) {
      assertThatThrownBy(() -> get(server)).isInstanceOf(IOException.class);
    }
    assertThat(requested).hasValue(0);
  }

  @Test
  void reportsAnUnreadableCertificate() {
    Path none = Path.of("no-such.pem");
    assertThatThrownBy(() -> ServerTls.read(none, resource("server.key"), null))
        .isInstanceOf(BadSettingException.class)
        .hasMessageContaining("no-such.pem");

    Path noKey = resource("server.pem");
    ServerOptions options =
        ServerOptions.tls("127.0.0.1", 0, ServerTls.read(resource("server.pem"), noKey, null));
    try (EventLoops loops = EventLoops.start(1)) {
      assertThatThrownBy(() -> HttpServer.start(options, loops, (_, _) -> {}))
          .isInstanceOf(BadSettingException.class)
          .hasMessageContaining("server.pem");
    }
  }
}
