package dev.goodput.wire.dial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import java.io.IOException;
import java.net.SocketException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

final class ConnectionErrorsTest {

  @Test
  void findsLocalResourceExhaustionInTheCause() {
    Throwable wrapped =
        new IllegalStateException(
            "Failed to open a socket.", new SocketException("Too many open files"));
    assertThat(ConnectionErrors.local(wrapped)).isTrue();
    assertThat(ConnectionErrors.connecting(wrapped))
        .isEqualTo(new Outcome.Refused("this machine has no file descriptor left (see ulimit -n)"));
    assertThat(ConnectionErrors.local(new IOException("Cannot assign requested address"))).isTrue();
    assertThat(ConnectionErrors.local(new IOException("Connection refused"))).isFalse();
  }

  @Test
  void recognizesARequiredClientCertificate() {
    for (String alert : new String[] {"certificate_required", "bad_certificate"}) {
      Throwable message =
          new IOException(new SSLHandshakeException("Received fatal alert: " + alert));
      Outcome wanted = new Outcome.Tls("the server wants a client certificate");
      assertThat(ConnectionErrors.connecting(message)).isEqualTo(wanted);
      assertThat(ConnectionErrors.broken(message, "")).isEqualTo(wanted);
    }
  }

  @Test
  void keepsUnknownMessages() {
    assertThat(
            ConnectionErrors.connecting(new IOException("Odd thing", new IOException("behind it"))))
        .isEqualTo(new Outcome.Refused("Odd thing"));
    assertThat(ConnectionErrors.connecting(new IOException()))
        .isEqualTo(new Outcome.Refused("IOException"));
  }
}
