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

/// A server with planned, kept emission times. It speaks streaming OpenAI chat and completions and
/// `/v1/models`; no chunk is written before its planned moment, each within some 200 µs after it
/// where the machine allows, stamped with the moment just before the write.
public final class TruthServer implements AutoCloseable {
  private static final Header JSON = new Header("content-type", "application/json");
  private static final byte[] MODELS =
      "{\"object\":\"list\",\"data\":[{\"id\":\"truth\",\"object\":\"model\",\"created\":1,\"owned_by\":\"goodput\"}]}"
          .getBytes(StandardCharsets.US_ASCII);

  private final TruthOptions options;
  private final EventLoops loops;
  private final HttpServer server;
  private final Map<Loop, Pacer<Emission>> pacers = new ConcurrentHashMap<>();
  private final Queue<TruthStream> streams = new ConcurrentLinkedQueue<>();
  private final AtomicLong ids = new AtomicLong();
  private final LongAdder written = new LongAdder();

  private TruthServer(TruthOptions options, EventLoops loops) {
    this.options = options;
    this.loops = loops;
    server = HttpServer.start(options.listen(), loops, this::handle);
  }

  /// Starts a server; it answers when this returns.
  ///
  /// @throws WireException where the port is taken or the certificate cannot be read
  public static TruthServer start(TruthOptions options) {
    EventLoops loops = EventLoops.start(options.loops());
    try {
      return new TruthServer(options, loops);
    } catch (WireException e) {
      loops.close();
      throw e;
    }
  }

  /// The port it listens on.
  public int port() {
    return server.port();
  }

  /// Where to send requests.
  public String url() {
    String scheme = options.listen().tls() == null ? "http" : "https";
    return scheme + "://" + options.listen().host() + ":" + port();
  }

  /// The streams that are over, in the order in which they ended; empty when no log is kept. From
  /// any thread.
  public List<TruthStream> streams() {
    return List.copyOf(streams);
  }

  /// Streams begun so far.
  public long begun() {
    return ids.get();
  }

  /// Content events written so far, to whoever left before the end too. From any thread.
  public long contentEvents() {
    return written.sum();
  }

  /// Stops listening, closes every connection, ends the loops.
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
    Pacer<Emission> pacer =
        pacers.computeIfAbsent(
            response.loop(), loop -> new Pacer<>(loop, NanoClock.SYSTEM, this::over));
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
