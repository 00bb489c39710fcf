package dev.goodput.wire.dial;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Pem;
import dev.goodput.wire.Tls;
import dev.goodput.wire.http2.Alpn;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import javax.net.ssl.SSLException;

/// A factory of TLS contexts for the packages of this module. Other modules can check settings with
/// it.
public final class TlsContexts {
  private TlsContexts() {}

  /// Rejects settings that no context can be made from.
  ///
  /// @throws BadSettingException if a file contains nothing usable
  public static void check(Tls tls) {
    var _ = client(tls, HttpVersion.ONE);
  }

  /// Returns a client's context.
  ///
  /// @param http version of HTTP offered by ALPN
  /// @throws BadSettingException if a file contains nothing usable
  public static SslContext client(Tls tls, HttpVersion http) {
    SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
    trust(tls, builder);
    identity(tls, builder);
    Alpn.offer(http, builder);
    try {
      return builder.build();
    } catch (SSLException e) {
      throw new BadSettingException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static void trust(Tls tls, SslContextBuilder builder) {
    Pem ca = tls.caPem();
    if (tls.insecure()) {
      builder
          .trustManager(InsecureTrustManagerFactory.INSTANCE)
          .endpointIdentificationAlgorithm("");
    } else if (ca != null) {
      try {
        builder.trustManager(ca.open());
      } catch (IllegalArgumentException e) {
        throw new BadSettingException(ca + " holds no certificate in PEM", e);
      }
    }
  }

  private static void identity(Tls tls, SslContextBuilder builder) {
    Pem certificate = tls.certificatePem();
    if (certificate == null) {
      return;
    }
    Pem key = tls.keyPem() == null ? certificate : tls.keyPem();
    try {
      builder.keyManager(certificate.open(), key.open());
    } catch (IllegalArgumentException e) {
      throw new BadSettingException(
          certificate + " and " + key + " hold no certificate with its key in PEM (PKCS#8)", e);
    }
    if (!key.isKeyOf(certificate)) {
      throw new BadSettingException(key + " is not the key of the certificate in " + certificate);
    }
  }
}
