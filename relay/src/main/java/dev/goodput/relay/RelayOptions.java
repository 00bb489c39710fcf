package dev.goodput.relay;

import dev.goodput.wire.server.ServerTls;
import org.jspecify.annotations.Nullable;

/// The listening address and the limits of a relay.
///
/// @param host address or name to listen on
/// @param port TCP port, 0 for any free port
/// @param tls identity for TLS, null for plain TCP
/// @param maxConnections limit on open client connections; further ones get a 503
/// @param maxHeadBytes limit on the request line and headers; longer ones get a 431
/// @param maxBodyBytes limit on the request body; a longer one gets a 413
/// @param headNanos how long a request's head may take from its first byte
/// @param bodyIdleNanos how long a request's body may pause, and how long a client may read nothing
/// @param keepAliveNanos how long a connection may wait for its next request
public record RelayOptions(
    String host,
    int port,
    @Nullable ServerTls tls,
    int maxConnections,
    int maxHeadBytes,
    long maxBodyBytes,
    long headNanos,
    long bodyIdleNanos,
    long keepAliveNanos) {
  private static final long SECOND = 1_000_000_000;

  /// @throws IllegalArgumentException if a limit is out of range
  public RelayOptions {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port must be 0 to 65535, found " + port);
    }
    if (maxConnections < 1 || maxHeadBytes < 1 || maxBodyBytes < 0) {
      throw new IllegalArgumentException("a limit is below 1");
    }
  }

  /// Returns options for plain TCP: 100,000 connections, heads up to 64 KiB, bodies up to 256 MiB;
  /// 10 s for a head, 60 s for a pause in a body, 75 s between requests.
  public static RelayOptions plain(String host, int port) {
    return new RelayOptions(
        host, port, null, 100_000, 64 << 10, 256L << 20, 10 * SECOND, 60 * SECOND, 75 * SECOND);
  }
}
