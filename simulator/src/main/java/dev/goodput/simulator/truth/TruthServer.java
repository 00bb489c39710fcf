package dev.goodput.simulator.truth;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.WireException;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerRequest;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// A server with planned and logged emission times. It supports streaming OpenAI chat and
/// completions and `/v1/models`. Chunks are never written before their planned time, and about 200
/// µs after it at most if the machine allows. Each has a timestamp taken just before its write.
public final class TruthServer implements AutoCloseable {
  private static final Header JSON = new Header("content-type", "application/json");
  private static final byte[] MODELS =
      "{\"object\":\"list\",\"data\":[{\"id\":\"truth\",\"object\":\"model\",\"created\":1,\"owned_by\":\"goodput\"}]}"
          .getBytes(StandardCharsets.US_ASCII);

  private final TruthOptions options;
  private final EventLoops loops;
  private final HttpServer server;
  private final Map<Loop, EmissionScheduler<Emission>> pacers = new ConcurrentHashMap<>();
  private final Queue<TruthStream> streams = new ConcurrentLinkedQueue<>();
  private final AtomicLong ids = new AtomicLong();
  private final LongAdder written = new LongAdder();

  private TruthServer(TruthOptions options, EventLoops loops) {
    this.options = options;
    this.loops = loops;
    server = HttpServer.start(options.listen(), loops, this::handle);
  }

  /// Starts a server, which accepts requests when this returns.
  ///
  /// @throws WireException if the port is taken or the certificate cannot be read
  public static TruthServer start(TruthOptions options) {
    EventLoops loops = EventLoops.start(options.loops());
    try {
      return new TruthServer(options, loops);
    } catch (WireException e) {
      loops.close();
      throw e;
    }
  }

  /// Returns the port that it listens on.
  public int port() {
    return server.port();
  }

  /// Returns the base URL.
  public String url() {
    String scheme = options.listen().tls() == null ? "http" : "https";
    return scheme + "://" + options.listen().host() + ":" + port();
  }

  /// Returns the streams that have ended, in the order of their ends; empty without a log.
  /// Thread-safe.
  public List<TruthStream> streams() {
    return List.copyOf(streams);
  }

  /// Returns the number of streams started so far.
  public long begun() {
    return ids.get();
  }

  /// Returns the number of content events written so far, including those to clients that left.
  /// Thread-safe.
  public long contentEvents() {
    return written.sum();
  }

  /// Stops listening, closes every connection and ends the loops.
  @Override
  public void close() {
    server.close();
    loops.close();
  }

  private void handle(ServerRequest request, ServerResponse response) {
    if (request.path().endsWith("/models")) {
      response.send(200, List.of(JSON), MODELS);
      return;
    }
    String body = new String(request.body(), StandardCharsets.ISO_8859_1);
    if (!request.path().endsWith("/completions") || !RequestScan.stream(body)) {
      response.send(
          400,
          List.of(JSON),
          "{\"error\":{\"message\":\"only streaming completions are offered here\",\"type\":\"BadRequestError\",\"param\":null,\"code\":400}}"
              .getBytes(StandardCharsets.US_ASCII));
      return;
    }
    Emission emission = new Emission(ids.incrementAndGet(), options, request, response, written);
    EmissionScheduler<Emission> pacer =
        pacers.computeIfAbsent(
            response.loop(), loop -> new EmissionScheduler<>(loop, NanoClock.SYSTEM, this::over));
    emission.open();
    response.onClosed(() -> pacer.remove(emission));
    pacer.add(emission);
  }

  private void over(Emission emission) {
    if (options.keepLog()) {
      streams.add(emission.log());
    }
  }
}
