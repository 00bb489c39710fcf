package dev.goodput.wire.dial;

import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Tls;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;

/// A server to connect to.
///
/// @param host name or address; an IPv6 address has no brackets
/// @param secure whether to use TLS
/// @param tls trust settings
/// @param http version of HTTP to use
public record Destination(String host, int port, boolean secure, Tls tls, HttpVersion http) {
  /// Looks up the server's addresses, in the system's order; empty if the name is unknown. Blocks.
  public List<InetSocketAddress> lookUp() {
    try {
      return Stream.of(InetAddress.getAllByName(host))
          .map(address -> new InetSocketAddress(address, port))
          .toList();
    } catch (UnknownHostException e) {
      return List.of();
    }
  }

  /// Whether a connection may turn out to carry several requests at a time.
  public boolean mayUseHttp2() {
    return switch (http) {
      case ONE -> false;
      case TWO -> true;
      case AUTO -> secure;
    };
  }
}
