package dev.goodput.wire.client;

import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Tls;
import dev.goodput.wire.http2.Alpn;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLException;

/// Makes TLS contexts from settings; for the packages of this module.
public final class TlsContexts {
  private TlsContexts() {}

  /// A client's context.
  ///
  /// @param http what is offered by ALPN
  /// @throws BadSettingException where a file cannot be read or holds nothing of use
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
    Path ca = tls.caPem();
    if (tls.insecure()) {
      builder
          .trustManager(InsecureTrustManagerFactory.INSTANCE)
          .endpointIdentificationAlgorithm("");
    } else if (ca != null) {
      readable(ca);
      try {
        builder.trustManager(ca.toFile());
      } catch (IllegalArgumentException e) {
        throw new BadSettingException(ca + " holds no certificate in PEM", e);
      }
    }
  }

  private static void identity(Tls tls, SslContextBuilder builder) {
    Path certificate = tls.certificatePem();
    if (certificate == null) {
      return;
    }
    Path key = tls.keyPem() == null ? certificate : tls.keyPem();
    readable(certificate);
    readable(key);
    try {
      builder.keyManager(certificate.toFile(), key.toFile());
    } catch (IllegalArgumentException e) {
      throw new BadSettingException(
          certificate + " and " + key + " hold no certificate with its key in PEM (PKCS#8)", e);
    }
  }

  private static void readable(Path file) {
    try {
      if (Files.size(file) == 0) {
        throw new BadSettingException(file + " is empty; expected PEM");
      }
    } catch (IOException e) {
      throw new BadSettingException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
