package dev.goodput.lab.hop;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.WireException;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerRequest;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A streaming server behind a proxy under test that remembers what it sees of the proxy.
///
/// A request whose prompt names a probe gets the response of that probe's script and is recorded as
/// one of the probe's attempts. Any other request gets a plain stream. Methods may be called from
/// any thread.
public final class ProbeUpstream implements AutoCloseable {
  /// The prefix of a probe's prompt; the probe's number follows.
  private static final String MARK = "goodput-hop-probe-";

  private static final Pattern PROBE = Pattern.compile(MARK + "(\\d{1,9})");
  private static final Pattern TOKENS =
      Pattern.compile("\"max_(?:completion_)?tokens\"\\s*:\\s*(\\d{1,6})");
  private static final Pattern STREAM = Pattern.compile("\"stream\"\\s*:\\s*true");
  private static final Header JSON = new Header("content-type", "application/json");
  private static final int DEFAULT_TOKENS = 64;
  private static final long DEFAULT_GAP_MILLIS = 20;

  /// The TTFT that `chat` allows: a client's own lateness is compared with it.
  private static final long DEFAULT_FIRST_MILLIS = 200;

  private final String host;
  private final NanoClock clock;
  private final EventLoops loops = EventLoops.start(1);
  private final Map<Long, ResponseScript> scripts = new HashMap<>();
  private final Map<Long, List<UpstreamRequest>> attempts = new HashMap<>();
  private @Nullable HttpServer server;
  private int port;
  private long probes;

  private ProbeUpstream(String host, int port, NanoClock clock) {
    this.host = host;
    this.port = port;
    this.clock = clock;
  }

  /// Starts the server, which accepts requests when this method returns.
  ///
  /// @param port 0 for any free port
  /// @throws dev.goodput.wire.BadSettingException when the port is not available
  public static ProbeUpstream start(String host, int port, NanoClock clock) {
    ProbeUpstream upstream = new ProbeUpstream(host, port, clock);
    try {
      upstream.listen();
      return upstream;
    } catch (WireException e) {
      upstream.loops.close();
      throw e;
    }
  }

  /// Listens, or listens again at the same port after [#leave].
  void listen() {
    // Not while holding the lock that the loop waits for.
    HttpServer started = HttpServer.start(ServerOptions.plain(host, port()), loops, this::handle);
    synchronized (this) {
      server = started;
      port = started.port();
    }
  }

  /// Closes all connections and accepts no new ones.
  void leave() {
    HttpServer running;
    synchronized (this) {
      running = server;
      server = null;
    }
    if (running != null) {
      running.close();
    }
  }

  /// Returns the port.
  public synchronized int port() {
    return port;
  }

  /// Returns the server's URL, without a proxy.
  public String url() {
    String own = host.equals("0.0.0.0") ? "127.0.0.1" : host;
    return "http://" + own + ":" + port();
  }

  NanoClock clock() {
    return clock;
  }

  /// Registers a probe whose requests get the responses of a script, and returns its number.
  synchronized long probe(ResponseScript script) {
    probes++;
    scripts.put(probes, script);
    return probes;
  }

  /// Returns the prefix of a probe's prompt.
  static String mark(long probe) {
    return MARK + probe;
  }

  /// Returns a probe's attempts so far, in the order in which they arrived.
  synchronized List<UpstreamRequest> attempts(long probe) {
    return List.copyOf(attempts.getOrDefault(probe, List.of()));
  }

  /// Changes an attempt under the lock.
  synchronized void note(Runnable change) {
    change.run();
    notifyAll();
  }

  /// Waits until a condition on the attempts holds.
  ///
  /// @return whether it held in time
  synchronized boolean await(BooleanSupplier condition, Duration limit) {
    long end = clock.nanoTime() + limit.toNanos();
    try {
      while (!condition.getAsBoolean()) {
        long left = end - clock.nanoTime();
        if (left <= 0) {
          return false;
        }
        wait(left / 1_000_000 + 1);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void handle(ServerRequest request, ServerResponse response) {
    if (request.method().equals("GET")) {
      boolean models = request.path().endsWith("/models");
      response.send(models ? 200 : 404, List.of(JSON), models ? StreamText.models() : new byte[0]);
      return;
    }
    String body = new String(request.body(), StandardCharsets.ISO_8859_1);
    Matcher mark = PROBE.matcher(body);
    long probe = mark.find() ? Long.parseLong(mark.group(1)) : 0;
    ResponseScript script = script(probe, body);
    if (script.end() == ResponseScript.End.WHOLE && !STREAM.matcher(body).find()) {
      response.send(200, List.of(JSON), StreamText.isComplete(probe, script.tokens()));
      return;
    }
    UpstreamRequest attempt = new UpstreamRequest(request, script.tokens());
    if (probe > 0) {
      note(() -> attempts.computeIfAbsent(probe, _ -> new ArrayList<>()).add(attempt));
    }
    new ScriptedResponse(probe, script, attempt, this, response).start();
  }

  private synchronized ResponseScript script(long probe, String body) {
    ResponseScript known = scripts.get(probe);
    if (known != null) {
      return known;
    }
    Matcher requested = TOKENS.matcher(body);
    int tokens = requested.find() ? Integer.parseInt(requested.group(1)) : DEFAULT_TOKENS;
    return ResponseScript.of(Math.max(1, tokens), DEFAULT_GAP_MILLIS, ResponseScript.End.WHOLE)
        .withFirstMillis(DEFAULT_FIRST_MILLIS);
  }

  /// Stops listening and closes every connection.
  @Override
  public void close() {
    leave();
    loops.close();
  }
}
