package dev.goodput.wire.dial;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.NetUtil;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.StandardConstants;
import org.jspecify.annotations.Nullable;

/// The name of a server for TLS: sent to the server (SNI, RFC 6066 §3) and looked up in its
/// certificate.
///
/// Java does not send a name without a dot, and does not accept a name with an underscore. Both are
/// common in clusters and in Docker Compose, so the name is set here. Where Java would reject it,
/// the certificate is compared here, too. An IP address is never sent.
public final class ServerName {
  private static final int DNS_NAME = 2;

  private final String host;
  private final int port;
  private final boolean address;

  /// Whether Java accepts the host as a name.
  private final boolean known;

  private final boolean trustsAnyName;

  private ServerName(String host, int port, boolean trustsAnyName) {
    this.host = host;
    this.port = port;
    this.address = NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host);
    this.known = address || isKnown(host);
    this.trustsAnyName = trustsAnyName;
  }

  /// Returns a server's name, without a trailing dot.
  public static ServerName of(Destination server) {
    String host = server.host();
    boolean rooted = host.length() > 1 && host.endsWith(".");
    String bare = rooted ? host.substring(0, host.length() - 1) : host;
    return new ServerName(bare, server.port(), server.tls().insecure());
  }

  private static boolean isKnown(String host) {
    try {
      var _ = new SNIHostName(host);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /// Returns the host, without a trailing dot.
  public String host() {
    return host;
  }

  /// Returns a TLS handler for a connection to the server.
  public SslHandler handler(SslContext context, ByteBufAllocator allocator) {
    SslHandler handler = context.newHandler(allocator, host, port);
    handler.engine().setSSLParameters(in(handler.engine().getSSLParameters()));
    return handler;
  }

  /// Sets the name.
  public SSLParameters in(SSLParameters parameters) {
    if (!address) {
      parameters.setServerNames(
          List.of(known ? new SNIHostName(host) : new UnusualName(IDN.toASCII(host))));
    }
    if (!known) {
      parameters.setEndpointIdentificationAlgorithm("");
    }
    return parameters;
  }

  /// Returns why the certificate of a finished handshake is not for this server. Null if it is, or
  /// if Java has compared it.
  public @Nullable SSLPeerUnverifiedException problem(SSLSession session) {
    if (known || trustsAnyName) {
      return null;
    }
    try {
      Certificate first = session.getPeerCertificates()[0];
      boolean named =
          first instanceof X509Certificate certificate && names(certificate).anyMatch(this::is);
      return named ? null : new SSLPeerUnverifiedException("No name matching " + host + " found");
    } catch (CertificateParsingException e) {
      return new SSLPeerUnverifiedException("the certificate's names cannot be read: " + e);
    } catch (SSLPeerUnverifiedException e) {
      return e;
    }
  }

  private static java.util.stream.Stream<String> names(X509Certificate certificate)
      throws CertificateParsingException {
    Collection<List<?>> all = certificate.getSubjectAlternativeNames();
    return (all == null ? List.<List<?>>of() : all)
        .stream()
            .filter(each -> each.get(0) instanceof Integer kind && kind == DNS_NAME)
            .map(each -> String.valueOf(each.get(1)));
  }

  /// Whether a certificate's name matches this host. A wildcard covers only the first label and
  /// needs at least two more (RFC 9525 §6.3).
  private boolean is(String name) {
    if (!name.startsWith("*.")) {
      return name.equalsIgnoreCase(host);
    }
    int dot = host.indexOf('.');
    String rest = dot > 0 ? host.substring(dot) : "";
    return rest.lastIndexOf('.') > 0
        && rest.toLowerCase(Locale.ROOT).equals(name.substring(1).toLowerCase(Locale.ROOT));
  }

  /// A name that [SNIHostName] rejects.
  private static final class UnusualName extends SNIServerName {
    UnusualName(String name) {
      super(StandardConstants.SNI_HOST_NAME, name.getBytes(StandardCharsets.US_ASCII));
    }
  }
}
