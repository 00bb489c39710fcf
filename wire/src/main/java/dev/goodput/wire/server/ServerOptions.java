package dev.goodput.wire.server;

import org.jspecify.annotations.Nullable;

/// Where a server listens and what it accepts.
///
/// @param host address or name to listen on
/// @param port TCP port, 0 for any free one
/// @param tls identity for TLS, null for plain TCP
/// @param maxBodyBytes longest request body; a longer one gets 413
/// @param maxConnections connections at a time, for one more of which the one that asked longest
///   ago is closed, each of a few streams at most; 0 for any number
/// @param idleNanos a connection that sends nothing for so long is closed; 0 for any time
public record ServerOptions(
    String host,
    int port,
    @Nullable ServerTls tls,
    int maxBodyBytes,
    int maxConnections,
    long idleNanos) {
  private static final int BODY_BYTES = 64 << 20;

  /// @throws IllegalArgumentException for a port or a limit out of range
  public ServerOptions {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port must be 0 to 65535, found " + port);
    }
    if (maxBodyBytes < 0 || maxConnections < 0 || idleNanos < 0) {
      throw new IllegalArgumentException("a limit must not be negative");
    }
  }

  /// Any number of connections that may take any time.
  public ServerOptions(String host, int port, @Nullable ServerTls tls, int maxBodyBytes) {
    this(host, port, tls, maxBodyBytes, 0, 0);
  }

  /// Plain TCP with bodies up to 64 MiB.
  public static ServerOptions plain(String host, int port) {
    return new ServerOptions(host, port, null, BODY_BYTES);
  }

  /// TLS with bodies up to 64 MiB.
  public static ServerOptions tls(String host, int port, ServerTls tls) {
    return new ServerOptions(host, port, tls, BODY_BYTES);
  }
}
