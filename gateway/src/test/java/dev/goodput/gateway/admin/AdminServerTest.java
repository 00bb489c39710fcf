package dev.goodput.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Secret;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AdminServerTest {
  private static final Listener ANY = new Listener("127.0.0.1", 0, null);
  private static final AdminPlan OPEN = new AdminPlan(ANY, null, false);
  private static final AdminPlan GUARDED =
      new AdminPlan(ANY, Secret.of("t0ken-of-the-test", "a test"), false);

  /// Pages that echo the request.
  private static final class Pages implements AdminSources {
    private volatile boolean ready = true;
    private volatile int padding;
    private volatile @Nullable String hung;
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private final CountDownLatch entered = new CountDownLatch(1);

    @Override
    public Page page() {
      return text("<html>");
    }

    @Override
    public @Nullable Page live(String target) {
      return ready ? text(target) : null;
    }

    @Override
    public Page metrics(@Nullable String accept) {
      entered.countDown();
      try {
        gate.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return text("accept " + accept + "\n" + "x".repeat(padding));
    }

    @Override
    public Page config() {
      return text("listen: :9000\n");
    }

    @Override
    public Readiness readiness() {
      return new Readiness(ready, ready ? "ready" : "not ready: draining");
    }

    @Override
    public @Nullable String restartReason() {
      return hung;
    }

    private static Page text(String text) {
      return new Page("text/plain", text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private final Pages pages = new Pages();

  private static HttpResponse<String> ask(
      AdminServer server, String method, String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Test
  void servesEachPage() {
    try (AdminServer server = AdminServer.start(OPEN, pages)) {
      assertThat(ask(server, "GET", "/").body()).isEqualTo("<html>");
      assertThat(ask(server, "GET", "/live.json?since=5").body()).isEqualTo("/live.json?since=5");
      assertThat(ask(server, "GET", "/metrics", "accept", "text/plain").body())
          .startsWith("accept text/plain");
      assertThat(ask(server, "GET", "/config").body()).isEqualTo("listen: :9000\n");
      assertThat(ask(server, "GET", "/livez").body()).isEqualTo("alive\n");
      assertThat(ask(server, "GET", "/readyz").statusCode()).isEqualTo(200);
      assertThat(server.url()).isEqualTo("http://127.0.0.1:" + server.port() + "/");
    }
  }

  @Test
  void failsWhereOnlyARestartHelps() {
    pages.hung = "a loop has not turned for 12 s";
    try (AdminServer server = AdminServer.start(OPEN, pages)) {
      HttpResponse<String> answer = ask(server, "GET", "/livez");
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).isEqualTo("a loop has not turned for 12 s\n");
    }
  }

  @Test
  void saysWhyItIsNotReady() {
    pages.ready = false;
    try (AdminServer server = AdminServer.start(OPEN, pages)) {
      HttpResponse<String> answer = ask(server, "GET", "/readyz");
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).isEqualTo("not ready: draining\n");
      assertThat(ask(server, "GET", "/livez").statusCode()).isEqualTo(200);
      assertThat(ask(server, "GET", "/live.json").statusCode()).isEqualTo(503);
    }
  }

  @Test
  void namesItsPagesWhereThereIsNone() {
    try (AdminServer server = AdminServer.start(OPEN, pages)) {
      HttpResponse<String> answer = ask(server, "GET", "/metric");
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.body()).contains("/metrics", "/live.json", "/readyz", "/config");
    }
  }

  @Test
  void answersHeadWithoutABodyAndNothingElse() {
    try (AdminServer server = AdminServer.start(OPEN, pages)) {
      HttpResponse<String> head = ask(server, "HEAD", "/metrics");
      assertThat(head.statusCode()).isEqualTo(200);
      assertThat(head.body()).isEmpty();
      assertThat(head.headers().firstValueAsLong("content-length").orElse(0)).isPositive();
      HttpResponse<String> post = ask(server, "DELETE", "/metrics");
      assertThat(post.statusCode()).isEqualTo(405);
      assertThat(post.headers().firstValue("allow")).contains("GET, HEAD");
    }
  }

  @Test
  void givesFiguresOnlyToWhoHasTheToken() {
    try (AdminServer server = AdminServer.start(GUARDED, pages)) {
      for (String path : new String[] {"/live.json", "/metrics", "/config"}) {
        HttpResponse<String> none = ask(server, "GET", path);
        assertThat(none.statusCode()).as(path).isEqualTo(401);
        assertThat(none.headers().firstValue("www-authenticate").orElse("")).contains("Bearer");
        assertThat(none.body()).doesNotContain("t0ken");
        assertThat(status(server, path, "Bearer t0ken-of-the-tesT")).isEqualTo(401);
        assertThat(status(server, path, "Bearer t0ken")).isEqualTo(401);
        assertThat(status(server, path, "Basic t0ken-of-the-test")).isEqualTo(401);
        assertThat(status(server, path, "bearer t0ken-of-the-test")).isEqualTo(200);
      }
      for (String path : new String[] {"/", "/livez", "/readyz"}) {
        assertThat(ask(server, "GET", path).statusCode()).as(path).isEqualTo(200);
      }
    }
  }

  private static int status(AdminServer server, String path, String authorization) {
    return ask(server, "GET", path, "authorization", authorization).statusCode();
  }

  @Test
  void givesFiguresByNoNameThatAnybodyCanHave() throws IOException {
    try (AdminServer server = AdminServer.start(OPEN, pages)) {
      for (String own :
          List.of("127.0.0.1:9001", "localhost:9001", "[::1]:9001", "gpu-box", "a.localhost")) {
        assertThat(metricsBy(server, own)).as(own).startsWith("HTTP/1.1 200");
      }
      assertThat(metricsBy(server, "evil.example:9001")).startsWith("HTTP/1.1 403");
    }
    try (AdminServer server = AdminServer.start(new AdminPlan(ANY, null, true), pages)) {
      assertThat(metricsBy(server, "gateway.prod.svc:9001")).startsWith("HTTP/1.1 200");
    }
  }

  private static String metricsBy(AdminServer server, String host) throws IOException {
    return raw(server, "GET /metrics HTTP/1.1\r\nhost: " + host + "\r\nconnection: close\r\n\r\n");
  }

  @Test
  void refusesABodyAndAHeadThatIsTooLong() throws IOException {
    try (AdminServer server = AdminServer.start(OPEN, pages)) {
      assertThat(raw(server, "GET / HTTP/1.1\r\ncontent-length: 5\r\n\r\nhello"))
          .startsWith("HTTP/1.1 413");
      assertThat(raw(server, "GET / HTTP/1.1\r\nx: " + "y".repeat(70_000) + "\r\n\r\n"))
          .startsWith("HTTP/1.1 400");
    }
  }

  @Test
  void aReaderThatHangsHoldsNobodyUp() throws IOException {
    pages.padding = 8 << 20;
    try (AdminServer server = AdminServer.start(OPEN, pages);
        Socket hanging = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      String scrape = "GET /metrics HTTP/1.1\r\n\r\n";
      hanging.getOutputStream().write(scrape.repeat(3).getBytes(StandardCharsets.US_ASCII));
      assertThat(ask(server, "GET", "/metrics").body()).startsWith("accept");
      assertThat(ask(server, "GET", "/livez").body()).isEqualTo("alive\n");
    }
  }

  @Test
  void pagesAreSmallerForWhoTakesGzip() throws IOException {
    pages.padding = 50_000;
    try (AdminServer server = AdminServer.start(OPEN, pages)) {
      HttpResponse<byte[]> zipped = bytes(server, "/metrics", "br, gzip;q=0.5");
      HttpResponse<byte[]> plain = bytes(server, "/metrics", "gzip;q=0, identity");
      assertThat(zipped.headers().firstValue("content-encoding")).contains("gzip");
      assertThat(zipped.headers().firstValue("vary")).contains("accept-encoding");
      assertThat(zipped.body()).hasSizeLessThan(2000);
      assertThat(new GZIPInputStream(new ByteArrayInputStream(zipped.body())).readAllBytes())
          .isEqualTo(plain.body());
      assertThat(plain.headers().firstValue("content-encoding")).isEmpty();
      assertThat(plain.headers().firstValue("vary")).contains("accept-encoding");
      assertThat(bytes(server, "/config", "gzip").headers().firstValue("content-encoding"))
          .as("a page that gains nothing")
          .isEmpty();
    }
  }

  private static HttpResponse<byte[]> bytes(AdminServer server, String path, String encodings) {
    URI uri = URI.create("http://127.0.0.1:" + server.port() + path);
    HttpRequest request = HttpRequest.newBuilder(uri).header("accept-encoding", encodings).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Test
  void aPageThatTakesLongKeepsNoProbeWaiting() throws InterruptedException {
    pages.gate = new CountDownLatch(1);
    try (AdminServer server = AdminServer.start(OPEN, pages)) {
      Thread scraper = Thread.startVirtualThread(() -> ask(server, "GET", "/metrics"));
      pages.entered.await();
      assertThat(ask(server, "GET", "/livez").body()).isEqualTo("alive\n");
      assertThat(ask(server, "GET", "/readyz").statusCode()).isEqualTo(200);
      pages.gate.countDown();
      scraper.join();
    }
  }

  @Test
  void aFaultInAPageIsToldAndTheNextPageComes() {
    try (AdminServer server = AdminServer.start(OPEN, pages)) {
      pages.padding = -1;
      assertThat(ask(server, "GET", "/metrics").statusCode()).isEqualTo(500);
      pages.padding = 0;
      assertThat(ask(server, "GET", "/metrics").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void saysThatItsPortIsTaken() {
    try (AdminServer server = AdminServer.start(OPEN, pages)) {
      AdminPlan same = new AdminPlan(new Listener("127.0.0.1", server.port(), null), null, false);
      assertThatThrownBy(() -> AdminServer.start(same, pages))
          .isInstanceOf(BadSettingException.class)
          .hasMessageContaining("the port is in use");
    }
  }

  private static String raw(AdminServer server, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      byte[] first = in.readNBytes(40);
      return new String(first, StandardCharsets.US_ASCII);
    }
  }
}
