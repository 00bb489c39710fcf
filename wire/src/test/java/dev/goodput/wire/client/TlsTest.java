package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.record.Outcome;
import dev.goodput.testing.Certificates;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Pem;
import dev.goodput.wire.PreflightException;
import dev.goodput.wire.Tls;
import dev.goodput.wire.dial.TlsContexts;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerSockets;
import dev.goodput.wire.server.ServerTls;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsTest {
  private static final RawServer.Script ANSWER =
      (line, _, _) -> line.stream(Replay.delta("a"), "data: [DONE]\n\n");

  @TempDir Path directory;
  private Certificates certificates = new Certificates(Path.of("."));

  @BeforeEach
  void useTheTestsOwnDirectory() {
    certificates = new Certificates(directory);
  }

  private static Endpoint endpoint(RawServer server, Tls tls) {
    URI url = URI.create("https://127.0.0.1:" + server.port());
    return new Endpoint(url, Dialect.named("chat"), List.of(), null, tls, false, List.of());
  }

  private static Outcome ask(RawServer server, Tls tls) throws Exception {
    try (ClientRig rig = new ClientRig(endpoint(server, tls), Timeouts.NONE)) {
      Exchange first = rig.ask();
      Exchange second = first.outcome().failure() ? first : rig.ask();
      return second.outcome();
    }
  }

  @Test
  void trustsAPrivateCa() throws Exception {
    KeyStore key = certificates.make("ours", "ip:127.0.0.1");
    try (RawServer server = RawServer.start(Certificates.server(key), ANSWER)) {
      Tls tls = Tls.read(false, certificates.certificate(key, "ours"), null, null);
      assertThat(ask(server, tls)).isEqualTo(new Outcome.Ok(""));
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void trustsNoOtherCa() throws Exception {
    KeyStore key = certificates.make("stranger", "ip:127.0.0.1");
    try (RawServer server = RawServer.start(Certificates.server(key), ANSWER)) {
      assertThat(ask(server, Tls.SYSTEM))
          .isEqualTo(new Outcome.Tls("the server's certificate is not trusted"));
      assertThat(server.requests()).isEmpty();
      assertThatThrownBy(() ->
              Preflight.probe(
                  endpoint(server, Tls.SYSTEM), PreflightOptions.of("m"), PreflightListener.NONE))
          .isInstanceOf(PreflightException.class)
          .hasMessageContaining("not trusted. Use --ca FILE");
    }
  }

  @Test
  void trustsAnyCertificateWhenConfigured() throws Exception {
    KeyStore key = certificates.make("anyone", "dns:other.example");
    try (RawServer server = RawServer.start(Certificates.server(key), ANSWER)) {
      assertThat(ask(server, new Tls(true, null, null, null))).isEqualTo(new Outcome.Ok(""));
    }
  }

  @Test
  void checksTheHostName() throws Exception {
    KeyStore key = certificates.make("other", "dns:other.example");
    try (RawServer server = RawServer.start(Certificates.server(key), ANSWER)) {
      Tls tls = Tls.read(false, certificates.certificate(key, "other"), null, null);
      assertThat(ask(server, tls))
          .isEqualTo(new Outcome.Tls("the server's certificate is for another name"));
    }
  }

  @Test
  void sendsAClientCertificateOnRequest() throws Exception {
    KeyStore key = certificates.make("server", "ip:127.0.0.1");
    KeyStore ours = certificates.make("client", "dns:client");
    Path ca = certificates.certificate(key, "server");
    try (RawServer server = RawServer.start(Certificates.server(key, ours), ANSWER)) {
      assertThat(ask(server, Tls.read(false, ca, certificates.both(ours, "client"), null)))
          .isEqualTo(new Outcome.Ok(""));
      Tls without = Tls.read(false, ca, null, null);
      assertThat(ask(server, without))
          .isEqualTo(
              new Outcome.Tls(
                  "the server breaks the handshake off; it may want a client certificate"));
      assertThatThrownBy(() ->
              Preflight.probe(
                  endpoint(server, without), PreflightOptions.of("m"), PreflightListener.NONE))
          .isInstanceOf(PreflightException.class)
          .hasMessageContaining("may want a client certificate. Use --ca FILE")
          .hasMessageContaining("--cert FILE where the server wants a client certificate");
    }
  }

  @Test
  void recognizesAServerWithoutTls() throws Exception {
    try (EventLoops loops = EventLoops.start(1);
        HttpServer plain =
            HttpServer.start(new ServerOptions("127.0.0.1", 0, null, 1000), loops, (_, _) -> {})) {
      Endpoint endpoint = Endpoint.of("https://127.0.0.1:" + plain.port(), Dialect.named("chat"));
      try (ClientRig rig = new ClientRig(endpoint, Timeouts.NONE)) {
        assertThat(rig.ask().outcome())
            .isEqualTo(new Outcome.Tls("the server does not speak TLS there"));
      }
    }
  }

  @Test
  void namesTheUnusableFile() throws Exception {
    Path nothing = directory.resolve("nothing.pem");
    Path words = Files.writeString(directory.resolve("words.pem"), "words");
    Path empty = Files.createFile(directory.resolve("empty.pem"));
    for (Path bad : List.of(nothing, words, empty)) {
      assertThatThrownBy(() -> TlsContexts.check(Tls.read(false, bad, null, null)))
          .isInstanceOf(BadSettingException.class)
          .hasMessageContaining(bad.toString());
      assertThatThrownBy(() -> TlsContexts.check(Tls.read(false, null, bad, null)))
          .isInstanceOf(BadSettingException.class)
          .hasMessageContaining(bad.toString());
    }
  }

  @Test
  void refusesTheKeyOfAnotherCertificate() throws Exception {
    KeyStore ours = certificates.make("ours", "dns:ours");
    KeyStore others = certificates.make("others", "dns:others");
    Path key = certificates.both(others, "others");
    Tls mixed = Tls.read(false, null, certificates.certificate(ours, "ours"), key);
    assertThatThrownBy(() -> TlsContexts.check(mixed))
        .isInstanceOf(BadSettingException.class)
        .hasMessageContaining("others.pem is not the key of the certificate in");

    ServerTls shown = new ServerTls(Pem.read(certificates.both(ours, "ours")), Pem.read(key), null);
    assertThatThrownBy(() -> ServerSockets.check(shown))
        .isInstanceOf(BadSettingException.class)
        .hasMessageContaining("the key is of another certificate");
  }

  @Test
  void keepsTheLoadedFilesWhenTheyChange() throws Exception {
    KeyStore key = certificates.make("ours", "ip:127.0.0.1");
    Path file = certificates.certificate(key, "ours");
    Tls before = Tls.read(false, file, null, null);
    Tls same = Tls.read(false, file, null, null);
    Files.writeString(file, "words");

    assertThat(before).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(before).isNotEqualTo(Tls.read(false, file, null, null));
    try (RawServer server = RawServer.start(Certificates.server(key), ANSWER)) {
      assertThat(ask(server, before)).isEqualTo(new Outcome.Ok(""));
    }
  }
}
