package dev.goodput.gateway.plan;

import dev.goodput.wire.client.BaseUrl;
import dev.goodput.wire.server.ServerTls;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// An address to listen on.
///
/// @param host address or name; an IPv6 address without brackets
/// @param port TCP port, 0 for any free one
/// @param tls the TLS identity, null for plain TCP
public record Listener(String host, int port, @Nullable ServerTls tls) {
  private static final String EXPECTED = "must look like :9000, 127.0.0.1:9000 or [::1]:9000";

  /// @throws PlanException a port out of range
  public Listener {
    if (port < 0 || port > 65_535) {
      throw new PlanException("listen", "must have a port from 0 to 65535, found " + port);
    }
  }

  /// Parses `HOST:PORT`, with an IPv6 address in brackets.
  ///
  /// @param key the key to name in errors
  /// @param defaultHost the host of an address without one, such as `:9000`
  /// @throws PlanException a text that is not such an address
  public static Listener parse(
      String key, String typed, String defaultHost, @Nullable ServerTls tls) {
    String text = typed.strip();
    int colon = text.lastIndexOf(':');
    String port = text.substring(colon + 1);
    String host = colon < 0 ? "" : text.substring(0, colon);
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    boolean ambiguous = host.contains(":") && !bracketed;
    if (ambiguous || !port.matches("[0-9]{1,5}") || host.matches(".*[\\s/@].*")) {
      throw new PlanException(key, EXPECTED + ", found \"" + typed + "\"");
    }
    if (Integer.parseInt(port) > 65_535) {
      throw new PlanException(key, "must have a port from 0 to 65535, found " + port);
    }
    String bare = bracketed ? host.substring(1, host.length() - 1) : host;
    return new Listener(bare.isEmpty() ? defaultHost : bare, Integer.parseInt(port), tls);
  }

  /// Returns the same address with another TLS identity, or with none.
  public Listener withTls(@Nullable ServerTls other) {
    return new Listener(host, port, other);
  }

  /// Returns whether only this machine can reach the address.
  public boolean loopback() {
    return host.equals("localhost") || host.equals("::1") || host.matches("127(\\.[0-9]{1,3}){3}");
  }

  /// Returns the address at which this machine can reach the listener: 127.0.0.1 in place of a
  /// wildcard address.
  public Listener localAddress() {
    boolean wildcard = host.equals("0.0.0.0") || host.equals("::");
    return new Listener(wildcard ? "127.0.0.1" : host, port, tls);
  }

  /// Returns whether requests to a URL would come back to this listener. Only addresses and
  /// `localhost` are recognized: other names are not resolved, and the machine's other addresses
  /// are not looked up.
  boolean isAt(URI url) {
    return port != 0 && port == BaseUrl.port(url) && accepts(address(BaseUrl.host(url)));
  }

  private boolean accepts(String address) {
    boolean loopback = new Listener(address, port, null).loopback();
    return switch (host) {
      case "0.0.0.0" -> loopback && !address.equals("::1");
      case "::" -> loopback;
      default -> address.equals(address(host));
    };
  }

  /// Returns the address that a client on this machine connects to for a host: a wildcard address
  /// means the machine itself.
  private static String address(String host) {
    return switch (host.toLowerCase(Locale.ROOT)) {
      case "localhost", "0.0.0.0" -> "127.0.0.1";
      case "::" -> "::1";
      case String other -> other;
    };
  }

  /// Returns host and port in the form that users type.
  public String shown() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
