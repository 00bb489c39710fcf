package dev.goodput.wire.server;

import org.jspecify.annotations.Nullable;

/// The listening address and the limits of a server.
///
/// @param host address or name to listen on
/// @param port TCP port, 0 for any free port
/// @param tls identity for TLS, null for plain TCP
/// @param maxBodyBytes limit on a request body; a longer one gets a 413
/// @param maxConnections limit on connections, 0 for none; at the limit, a new connection replaces
///   the one whose last request is oldest, and each has only a few streams
/// @param idleNanos how long a connection may send nothing before it is closed, 0 for no limit
public record ServerOptions(
    String host,
    int port,
    @Nullable ServerTls tls,
    int maxBodyBytes,
    int maxConnections,
    long idleNanos) {
  private static final int BODY_BYTES = 64 << 20;

  /// @throws IllegalArgumentException if the port or a limit is out of range
  public ServerOptions {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port must be 0 to 65535, found " + port);
    }
    if (maxBodyBytes < 0 || maxConnections < 0 || idleNanos < 0) {
      throw new IllegalArgumentException("a limit must not be negative");
    }
  }

  /// Creates options without limits on connections or idle time.
  public ServerOptions(String host, int port, @Nullable ServerTls tls, int maxBodyBytes) {
    this(host, port, tls, maxBodyBytes, 0, 0);
  }

  /// Returns options for plain TCP with bodies up to 64 MiB.
  public static ServerOptions plain(String host, int port) {
    return new ServerOptions(host, port, null, BODY_BYTES);
  }

  /// Returns options for TLS with bodies up to 64 MiB.
  public static ServerOptions tls(String host, int port, ServerTls tls) {
    return new ServerOptions(host, port, tls, BODY_BYTES);
  }
}
