package dev.goodput.simulator.http;

import dev.goodput.simulator.engine.EngineStats;
import dev.goodput.simulator.fault.Fault;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.WireException;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The simulated engine behind HTTP, on its own event loop.
public final class SimulatorServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SimulatorServer.class);

  private final SimulatorOptions options;
  private final InstantSource dates;
  private final EventLoops loops;
  private final Loop loop;
  private final int port;
  private final CountDownLatch closed = new CountDownLatch(1);
  private @Nullable SimulatorHandler service;
  private @Nullable HttpServer server;

  private SimulatorServer(SimulatorOptions options, InstantSource dates, EventLoops loops) {
    this.options = options;
    this.dates = dates;
    this.loops = loops;
    loop = loops.loops().getFirst();
    port = open(options.listen()).port();
  }

  /// Starts a server, which accepts requests when this returns.
  ///
  /// @param dates source of the `created` fields
  /// @throws WireException if the port is taken or the certificate cannot be read
  public static SimulatorServer start(SimulatorOptions options, InstantSource dates) {
    EventLoops loops = EventLoops.start(1);
    try {
      SimulatorServer server = new SimulatorServer(options, dates, loops);
      Fault crash = options.faults().crash();
      if (crash != null) {
        Thread.ofVirtual().name("goodput-crash").start(() -> server.crash(crash));
      }
      return server;
    } catch (WireException e) {
      loops.close();
      throw e;
    }
  }

  /// Returns the port that it listens on; a planned crash does not change it.
  public int port() {
    return port;
  }

  /// The options that the server was started with.
  public SimulatorOptions options() {
    return options;
  }

  /// Returns the base URL, `http://host:port` (`https` with TLS).
  public String url() {
    String scheme = options.listen().tls() == null ? "http" : "https";
    return scheme + "://" + options.listen().host() + ":" + port;
  }

  /// Returns counters and gauges of the engine, read on the loop; those of a new engine after a
  /// planned crash.
  public EngineStats stats() {
    CompletableFuture<EngineStats> stats = new CompletableFuture<>();
    SimulatorHandler current = current();
    loop.execute(() -> stats.complete(current.stats()));
    return stats.join();
  }

  /// Stops listening, closes every connection and ends the loop.
  @Override
  public void close() {
    closed.countDown();
    down(HttpServer::close);
    loops.close();
  }

  private synchronized SimulatorHandler current() {
    if (service == null) {
      throw new IllegalStateException("not started");
    }
    return service;
  }

  private synchronized HttpServer open(ServerOptions listen) {
    long now = dates.instant().getEpochSecond();
    SimulatorHandler fresh = new SimulatorHandler(options, loop, NanoClock.SYSTEM, now);
    HttpServer opened = HttpServer.start(listen, loops, fresh);
    service = fresh;
    server = opened;
    return opened;
  }

  private synchronized void down(Consumer<HttpServer> how) {
    if (server != null) {
      how.accept(server);
      server = null;
      SimulatorHandler dead = current();
      loop.execute(dead::stop);
    }
  }

  /// Crashes and restarts once, as planned.
  private void crash(Fault crash) {
    try {
      if (closed.await(Math.round(crash.first() * 1e3), TimeUnit.MILLISECONDS)) {
        return;
      }
      down(HttpServer::abort);
      if (closed.await(Math.round(crash.second() * 1e3), TimeUnit.MILLISECONDS)) {
        return;
      }
      ServerOptions old = options.listen();
      open(new ServerOptions(old.host(), port, old.tls(), old.maxBodyBytes()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (WireException e) {
      LOG.error("cannot come back after the planned crash: {}", e.getMessage());
    }
  }
}
