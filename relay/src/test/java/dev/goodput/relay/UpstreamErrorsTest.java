package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.relay.ExchangeOutcome.NoAnswer.Kind;
import io.netty.channel.ChannelException;
import java.io.IOException;
import java.net.ConnectException;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;

final class UpstreamErrorsTest {
  private static void assertError(Throwable cause, Kind kind, String reason) {
    assertThat(UpstreamErrors.kind(cause)).isEqualTo(kind);
    assertThat(UpstreamErrors.reason(cause)).isEqualTo(reason);
  }

  /// The messages of the epoll transport, for creating and for connecting a socket.
  @Test
  void blamesNoUpstreamForWhatThisMachineLacks() {
    assertError(
        new ChannelException(new IOException("newSocketStream(..) failed: Too many open files")),
        Kind.GATEWAY_UNABLE,
        "this machine has no file descriptor left (see ulimit -n)");
    assertError(
        new IOException("connect(..) failed with error(-99): Cannot assign requested address"),
        Kind.GATEWAY_UNABLE,
        "this machine has no local port left");
  }

  @Test
  void quotesNoFaultOfOurs() {
    assertError(
        new IllegalStateException("secret"), Kind.UNREACHABLE, "a fault of the gateway's own");
  }

  @Test
  void namesWhatAnUpstreamDid() {
    assertError(
        new ConnectException("connection refused: /10.0.0.1:8000"),
        Kind.UNREACHABLE,
        "connection refused");
    assertError(
        new SSLException("bad_certificate"), Kind.TLS, "the server wants a client certificate");
  }

  @Test
  void aClientLearnsWhetherItIsTheGatewayOrTheUpstream() {
    assertThat(UpstreamErrors.refusal("vllm", Kind.GATEWAY_UNABLE, "").status()).isEqualTo(503);
    assertThat(UpstreamErrors.refusal("vllm", Kind.UNREACHABLE, "").status()).isEqualTo(502);
    assertThat(UpstreamErrors.refusal("vllm", Kind.FIRST_BYTE_TIMEOUT, "").status()).isEqualTo(504);
  }
}
