package dev.goodput.wire.dial;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.NettyLoop;
import dev.goodput.wire.http2.LinkOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The HTTP/2 connections to one server, as few as can carry all requests, since each carries as
/// many as the server allows. On the loop only.
///
/// @param <R> kind of request
/// @param <C> kind of connection that is dialled
public final class SharedConnections<R, C extends DialedConnection> {
  private final Owner<R, C> owner;
  private final Settings settings;

  /// Connections that are open or being made and take new requests.
  private final List<SharedConnection<R, C>> usable = new ArrayList<>();

  /// Connections that take no new requests but still carry some, or have gone silent.
  private final List<SharedConnection<R, C>> leaving = new ArrayList<>();

  /// The number of streams the server allows on a connection, by its latest settings. Until it is
  /// known, only one connection is opened.
  private int streams = Integer.MAX_VALUE;

  /// The side whose requests are carried.
  ///
  /// @param <R> kind of request
  /// @param <C> kind of connection that is dialled
  public interface Owner<R, C extends DialedConnection> {
    /// Dials a connection.
    void dial(ConnectionWaiter<C> waiter);

    /// Notes that a request waits for a connection; the callback ends the wait.
    void waiting(R request, Runnable onCancel);

    /// Opens a stream for a request.
    ///
    /// @param reused whether the connection carried a request before
    void carry(R request, SharedConnection<R, C> connection, boolean reused);

    /// Notes that there is no connection for a request.
    void notConnected(R request, Throwable cause);

    /// Uses a connection with HTTP/1.1 from now on, the only version that the server speaks.
    ///
    /// @param waiting requests that wait for a connection, at least one
    void fallBackToHttp1(C connection, List<R> waiting);
  }

  /// What all connections have in common.
  ///
  /// @param clock clock of the times
  /// @param options limits for the server
  /// @param http1 whether HTTP/1.1 is allowed if the server does not speak HTTP/2
  /// @param limitNanos how long the server may take until its settings, from the first request that
  ///   waits; [Dialer#NO_LIMIT] for no limit
  public record Settings(
      NettyLoop loop, NanoClock clock, LinkOptions options, boolean http1, long limitNanos) {}

  /// @param owner the side whose requests are carried
  public SharedConnections(Owner<R, C> owner, Settings settings) {
    this.owner = owner;
    this.settings = settings;
  }

  /// Carries a request on a connection with a free stream, or else queues it for a connection that
  /// is being made.
  public void carry(R request) {
    for (SharedConnection<R, C> each : usable) {
      if (each.hasRoom()) {
        each.carry(request);
        return;
      }
    }
    for (SharedConnection<R, C> each : usable) {
      if (each.canQueue(streams)) {
        each.await(request);
        return;
      }
    }
    SharedConnection<R, C> made = new SharedConnection<>(this, owner, settings);
    usable.add(made);
    made.await(request);
    owner.dial(made);
  }

  /// Handles a connection that is ready: its waiting requests get a stream on it, or wait for
  /// another.
  void ready(SharedConnection<R, C> connection, List<R> waiting) {
    int allowed = connection.link().maxStreams();
    if (allowed == 0) {
      usable.remove(connection);
      connection.link().cut();
      IOException why = new IOException("the server allows no stream on a connection");
      waiting.forEach(each -> owner.notConnected(each, why));
      return;
    }
    streams = allowed;
    waiting.forEach(this::carry);
  }

  void withdraw(SharedConnection<R, C> connection) {
    if (usable.remove(connection)) {
      leaving.add(connection);
    }
  }

  /// Puts a connection back into use.
  void restore(SharedConnection<R, C> connection) {
    if (leaving.remove(connection)) {
      usable.add(connection);
    }
  }

  void lost(SharedConnection<R, C> connection) {
    usable.remove(connection);
    leaving.remove(connection);
  }

  private List<SharedConnection<R, C>> all() {
    return Stream.concat(usable.stream(), leaving.stream()).toList();
  }

  /// Returns how many connections are open.
  public int open() {
    return (int) all().stream().filter(SharedConnection::isReady).count();
  }

  /// Whether a connection is being made or carries a request.
  public boolean busy() {
    return all().stream().anyMatch(SharedConnection::busy);
  }

  /// Pings servers that have gone silent.
  public void look(long now) {
    all().forEach(each -> each.look(now));
  }

  /// Closes all connections: requests in progress end as reset, waiting ones as refused.
  ///
  /// @param why reported to those that wait
  public void close(String why) {
    all().forEach(each -> each.reset(why));
  }
}
