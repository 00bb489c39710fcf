package dev.goodput.wire.dial;

import dev.goodput.record.Outcome;
import io.netty.handler.codec.http2.Http2Exception;
import java.net.UnknownHostException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Plain descriptions of connection errors.
public final class ConnectionErrors {
  /// The certificate is for another host.
  public static final String ANOTHER_NAME = "the server's certificate is for another name";

  /// The server does not speak TLS.
  public static final String NO_TLS = "the server does not speak TLS there";

  /// The server does not speak HTTP/2.
  public static final String NO_HTTP2 = "the server does not speak HTTP/2 there";

  private ConnectionErrors() {}

  /// Returns the outcome of a connection that could not be made.
  public static Outcome connecting(Throwable cause) {
    Throwable tls = find(cause, SSLException.class);
    if (tls != null) {
      return new Outcome.Tls(tlsWords(tls));
    }
    Throwable host = find(cause, UnknownHostException.class);
    return new Outcome.Refused(host != null ? "unknown host" : words(cause));
  }

  /// Returns the outcome of a connection that broke.
  public static Outcome broken(@Nullable Throwable cause, String otherwise) {
    if (cause == null) {
      return new Outcome.Reset(otherwise);
    }
    if (find(cause, Http2Exception.class) != null) {
      return new Outcome.Malformed("not HTTP/2: " + cause.getMessage());
    }
    Throwable tls = find(cause, SSLException.class);
    return tls != null ? new Outcome.Tls(tlsWords(tls)) : new Outcome.Reset(words(cause));
  }

  /// Whether this machine itself ran out of ports or file descriptors.
  public static boolean local(Throwable cause) {
    String message = message(cause);
    return message.contains("too many open files")
        || message.contains("assign requested address")
        || message.contains("no buffer space");
  }

  private static @Nullable Throwable find(Throwable cause, Class<? extends Throwable> kind) {
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (kind.isInstance(each)) {
        return each;
      }
    }
    return null;
  }

  /// Returns the messages of the failure and its causes, because some transports wrap the system's
  /// message.
  private static String message(Throwable cause) {
    StringBuilder all = new StringBuilder();
    for (Throwable each = cause; each != null; each = each.getCause()) {
      all.append(each.getMessage()).append('\n');
    }
    return all.toString().toLowerCase(Locale.ROOT);
  }

  private static String words(Throwable cause) {
    String message = message(cause);
    if (message.contains("too many open files")) {
      return "this machine has no file descriptor left (see ulimit -n)";
    }
    if (message.contains("assign requested address")) {
      return "this machine has no local port left";
    }
    for (String known :
        new String[] {
          "connection refused",
          "connection reset",
          "connection timed out",
          "no route to host",
          "network is unreachable",
          "broken pipe"
        }) {
      if (message.contains(known)) {
        return known;
      }
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  private static String tlsWords(Throwable cause) {
    StringBuilder all = new StringBuilder();
    for (Throwable each = cause; each != null; each = each.getCause()) {
      all.append(' ').append(each.getMessage());
    }
    String message = all.toString();
    if (message.contains("unable to find valid certification path")
        || message.contains("PKIX path")) {
      return "the server's certificate is not trusted";
    }
    if (message.contains("No subject alternative") || message.contains("No name matching")) {
      return ANOTHER_NAME;
    }
    if (message.contains("not an SSL/TLS record")) {
      return NO_TLS;
    }
    if (message.contains("no_application_protocol")) {
      return NO_HTTP2;
    }
    if (message.contains("certificate_required") || message.contains("bad_certificate")) {
      return "the server wants a client certificate";
    }
    if (message.contains("handshake_failure")) {
      return "the server breaks the handshake off; it may want a client certificate";
    }
    if (message.contains("validity check failed") || message.contains("NotAfter")) {
      return "the server's certificate has expired";
    }
    return String.valueOf(cause.getMessage());
  }
}
