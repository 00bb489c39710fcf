package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where the live page is, and who may read it: on a loopback address this machine, and all with
/// the token. A program sends it as a bearer token, a browser as the password that it prompts for.
///
/// @param address where it listens
/// @param token the token; null if other machines cannot reach it
record LiveAccess(InetSocketAddress address, @Nullable String token) {
  private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final String BEARER = "Bearer ";
  private static final String BASIC = "Basic ";

  /// The challenge to a client without the token. A browser prompts for the password.
  static final String CHALLENGE = "Basic realm=\"goodput-fleet: the token is the password\"";

  private static final int MAX_PORT = 65_535;

  /// Reads an address.
  ///
  /// @param listen HOST:PORT
  /// @throws FleetException if it is none, or if others can reach it without a token
  static LiveAccess of(String listen, @Nullable String token) {
    int colon = listen.lastIndexOf(':');
    try {
      int port = Integer.parseInt(listen.substring(colon + 1));
      if (colon <= 0 || port < 0 || port > MAX_PORT) {
        throw new NumberFormatException();
      }
      InetAddress host = InetAddress.getByName(listen.substring(0, colon));
      if (!host.isLoopbackAddress() && token == null) {
        throw new FleetException(
            "--listen %s: other machines could read the figures; add --token-file FILE"
                .formatted(listen));
      }
      return new LiveAccess(new InetSocketAddress(host, port), token);
    } catch (NumberFormatException e) {
      throw new FleetException(
          "--listen must be HOST:PORT such as 127.0.0.1:9400, found " + listen, e);
    } catch (UnknownHostException e) {
      throw new FleetException("--listen %s: no such host".formatted(listen), e);
    }
  }

  /// Returns the page of this machine at a port; 0 for any free one.
  static LiveAccess local(int port) {
    return new LiveAccess(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), null);
  }

  /// Returns the URL of the page for this machine.
  ///
  /// @param port the port at which it listens
  String url(int port) {
    InetAddress bound = address.getAddress();
    String host = bound.isAnyLocalAddress() ? "127.0.0.1" : bound.getHostAddress();
    return "http://%s:%d/".formatted(host.contains(":") ? "[" + host + "]" : host, port);
  }

  /// Returns whether every request needs the token.
  boolean needsToken() {
    return token != null && !address.getAddress().isLoopbackAddress();
  }

  /// Returns whether a request may be answered. Without the token, only clients on this machine are
  /// admitted, and only to a page that listens on a loopback address: elsewhere they may be a proxy
  /// for other machines. A page of another site that resolves its own name to this machine has
  /// another `Host`.
  ///
  /// @param client the client's address
  /// @param host the `Host` header, null if there is none
  /// @param authorization the `Authorization` header, null if there is none
  boolean admits(InetAddress client, @Nullable String host, @Nullable String authorization) {
    if (!needsToken()
        && client.isLoopbackAddress()
        && host != null
        && LOCAL.contains(host.replaceAll(":\\d+$", ""))) {
      return true;
    }
    return token != null
        && authorization != null
        && MessageDigest.isEqual(token.getBytes(UTF_8), secret(authorization).getBytes(UTF_8));
  }

  /// Returns the bearer token, or the password of any user; empty if there is neither.
  private static String secret(String authorization) {
    if (authorization.startsWith(BEARER)) {
      return authorization.substring(BEARER.length());
    }
    if (!authorization.startsWith(BASIC)) {
      return "";
    }
    try {
      String login =
          new String(Base64.getDecoder().decode(authorization.substring(BASIC.length())), UTF_8);
      return login.substring(login.indexOf(':') + 1);
    } catch (IllegalArgumentException e) {
      return ""; // not Base64
    }
  }
}
