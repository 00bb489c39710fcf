package dev.goodput.wire.client;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.dial.ConnectionWaiter;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Connections opened before a burst of requests, so that the requests find them in the pool. On
/// the loop only.
///
/// A few connections are opened at a time, so that the loop still reads its sockets on time. The
/// first failure ends it until the next burst: the requests then connect themselves and report what
/// fails.
final class ConnectionPrewarmer {
  /// The limit on concurrent handshakes.
  private static final int AT_ONCE = 8;

  /// The pause between two groups of connects.
  private static final long STEP_NANOS = 1_000_000;

  /// How long one group of connects may occupy the loop.

  private static final long BUSY_NANOS = 250_000;

  private final LlmClient client;
  private final Connector connector;
  private final Set<Attempt> attempts = new HashSet<>();
  private int idle;
  private int most;
  private long untilNanos;
  private boolean stepping;

  ConnectionPrewarmer(LlmClient client, Connector connector) {
    this.client = client;
    this.connector = connector;
  }

  /// Opens connections until enough are idle.
  ///
  /// @param wantedIdle how many connections the burst needs
  /// @param maxOpen limit on open connections, including those in use
  /// @param until time of the burst, on the client's clock
  void open(int wantedIdle, int maxOpen, long until) {
    idle = wantedIdle;
    most = maxOpen;
    untilNanos = until;
    if (!stepping) {
      step();
    }
  }

  /// Opens no more connections, and abandons those being opened.
  void stop() {
    idle = 0;
    Set.copyOf(attempts).forEach(Attempt::leave);
    attempts.clear();
  }

  private void step() {
    long now = client.now();
    if (idle == 0 || now >= untilNanos) {
      stepping = false;
      stop();
      return;
    }
    long busyUntil = now + BUSY_NANOS;
    while (wantsMore() && client.now() < busyUntil) {
      Attempt attempt = new Attempt(client.now());
      attempts.add(attempt);
      connector.connect(attempt);
    }
    stepping = true;
    connector.loop().at(NanoClock.SYSTEM.nanoTime() + STEP_NANOS, this::step);
  }

  private boolean wantsMore() {
    int opening = attempts.size();
    return opening < AT_ONCE
        && client.idleConnections() + opening < idle
        && client.openConnections() + opening < most;
  }

  /// A connection that is being opened.
  private final class Attempt implements ConnectionWaiter<Connection> {
    private final long beginNanos;
    private @Nullable Runnable onCancel;

    Attempt(long beginNanos) {
      this.beginNanos = beginNanos;
    }

    void leave() {
      Runnable leaving = onCancel;
      if (leaving != null) {
        leaving.run();
      }
    }

    @Override
    public void connecting(Runnable leaving) {
      onCancel = leaving;
    }

    @Override
    public void connected(Connection connection) {
      if (attempts.remove(this)) {
        client.prewarmed(connection, client.now() - beginNanos);
      } else {
        connection.close();
      }
    }

    @Override
    public void notConnected(Throwable cause) {
      if (attempts.remove(this)) {
        stop();
      }
    }
  }
}
