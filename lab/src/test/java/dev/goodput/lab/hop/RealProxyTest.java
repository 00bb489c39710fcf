package dev.goodput.lab.hop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.dialect.Dialect;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("real")
@Order(1)
class RealProxyTest {
  @TempDir private Path dir;

  @Test
  void namesWhatNginxDefaultsChange() {
    assumeTrue(RealProxy.installed("nginx"), RealProxy.missing("nginx"));
    Found found = probed(upstream -> RealProxy.nginx(dir, upstream.port(), ""));
    assertThat(found.get(ProxyCheck.COALESCING).rating()).isEqualTo(CheckResult.BROKEN);
    assertThat(found.get(ProxyCheck.COALESCING).message())
        .contains("nginx's defaults", "HTTP/1.0", "4 KiB");
    assertThat(found.get(ProxyCheck.COALESCING).remedy()).contains("proxy_buffering off");
    assertThat(found.get(ProxyCheck.CUT).rating()).isEqualTo(CheckResult.BROKEN);
    assertThat(found.get(ProxyCheck.CUT).message()).contains("HTTP/1.0");
    assertThat(found.get(ProxyCheck.BYTES).rating()).isEqualTo(CheckResult.KEPT);
  }

  @Test
  void findsNothingWithAnNginxConfiguredForStreams() {
    assumeTrue(RealProxy.installed("nginx"), RealProxy.missing("nginx"));
    Found found =
        probed(upstream ->
            RealProxy.nginx(
                dir,
                upstream.port(),
                "proxy_http_version 1.1; proxy_set_header Connection \"\"; proxy_buffering off;"));
    assertThat(found.values())
        .extracting(CheckFinding::rating)
        .doesNotContain(CheckResult.BROKEN, CheckResult.UNKNOWN);
    assertThat(found.get(ProxyCheck.LARGE_BODY).rating()).isEqualTo(CheckResult.NOTED);
    assertThat(found.get(ProxyCheck.LARGE_BODY).message()).contains("413");
  }

  @Test
  void findsNoBufferingInAnNginxWithHttp11Upstreams() {
    assumeTrue(RealProxy.installed("nginx"), RealProxy.missing("nginx"));
    Found found =
        probed(upstream ->
            RealProxy.nginx(
                dir, upstream.port(), "proxy_http_version 1.1; proxy_set_header Connection \"\";"));
    assertThat(found.get(ProxyCheck.COALESCING).rating()).isEqualTo(CheckResult.KEPT);
    assertThat(found.get(ProxyCheck.CUT).rating()).isEqualTo(CheckResult.KEPT);
  }

  @Test
  void namesWhatHaproxyDefaultsChange() {
    assumeTrue(RealProxy.installed("haproxy"), RealProxy.missing("haproxy"));
    Found found = probed(upstream -> RealProxy.haproxy(dir, upstream.port(), ""));
    assertThat(found.get(ProxyCheck.COALESCING).rating()).isEqualTo(CheckResult.BROKEN);
    assertThat(found.get(ProxyCheck.COALESCING).message()).contains("200 ms", "HAProxy");
    assertThat(found.get(ProxyCheck.COALESCING).remedy()).isEqualTo("option http-no-delay");
    assertThat(found.get(ProxyCheck.CANCEL_WAITING).rating()).isEqualTo(CheckResult.BROKEN);
    assertThat(found.get(ProxyCheck.CANCEL_WAITING).remedy()).contains("abortonclose");
    assertThat(found.get(ProxyCheck.CUT).rating()).isEqualTo(CheckResult.KEPT);
  }

  @Test
  void findsNoBufferingAndCancellationInAConfiguredHaproxy() {
    assumeTrue(RealProxy.installed("haproxy"), RealProxy.missing("haproxy"));
    Found found =
        probed(upstream ->
            RealProxy.haproxy(dir, upstream.port(), "option http-no-delay\n  option abortonclose"));
    assertThat(found.get(ProxyCheck.COALESCING).rating()).isEqualTo(CheckResult.KEPT);
    assertThat(found.get(ProxyCheck.CANCEL_WAITING).rating()).isEqualTo(CheckResult.KEPT);
    assertThat(found.get(ProxyCheck.CANCEL_STREAMING).rating()).isEqualTo(CheckResult.KEPT);
  }

  private static Found probed(Function<ProbeUpstream, RealProxy> start) {
    try (ProbeUpstream upstream = ProbeUpstream.start("127.0.0.1", 0, NanoClock.SYSTEM);
        RealProxy proxy = start.apply(upstream)) {
      Dialect chat = Dialect.named("chat");
      ProbeTools probing =
          new ProbeTools(
              Endpoint.of(upstream.url(), chat),
              Endpoint.of(proxy.url(), chat),
              "goodput-hop",
              "goodput-hop",
              NanoClock.SYSTEM);
      return Found.of(new ProxyCheckRunner(probing, _ -> {}, () -> true).embedded(upstream));
    }
  }
}
