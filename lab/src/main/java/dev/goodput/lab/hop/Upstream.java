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

/// A streaming server that stands behind a proxy under test and remembers what it sees of it.
///
/// A request whose prompt names a probe is answered by that probe's script, and kept as an attempt
/// of it; any other is answered with a plain stream. Methods may be called from any thread.
public final class Upstream implements AutoCloseable {
  /// What a prompt begins with that belongs to a probe; its number follows.
  private static final String MARK = "goodput-hop-probe-";

  private static final Pattern PROBE = Pattern.compile(MARK + "(\\d{1,9})");
  private static final Pattern TOKENS =
      Pattern.compile("\"max_(?:completion_)?tokens\"\\s*:\\s*(\\d{1,6})");
  private static final Pattern STREAM = Pattern.compile("\"stream\"\\s*:\\s*true");
  private static final Header JSON = new Header("content-type", "application/json");
  private static final int USUAL_TOKENS = 64;
  private static final long USUAL_GAP_MILLIS = 20;

  /// As long as `chat` allows: a client's own lateness is held against it.
  private static final long USUAL_FIRST_MILLIS = 200;

  private final String host;
  private final NanoClock clock;
  private final EventLoops loops = EventLoops.start(1);
  private final Map<Long, Script> scripts = new HashMap<>();
  private final Map<Long, List<Attempt>> attempts = new HashMap<>();
  private @Nullable HttpServer server;
  private int port;
  private long probes;

  private Upstream(String host, int port, NanoClock clock) {
    this.host = host;
    this.port = port;
    this.clock = clock;
  }

  /// Starts it; it answers when this returns.
  ///
  /// @param port 0 for any that is free
  /// @throws dev.goodput.wire.BadSettingException where the port cannot be had
  public static Upstream start(String host, int port, NanoClock clock) {
    Upstream upstream = new Upstream(host, port, clock);
    try {
      upstream.listen();
      return upstream;
    } catch (WireException e) {
      upstream.loops.close();
      throw e;
    }
  }

  /// Listens, again where it had stopped: at the same port.
  void listen() {
    // Not while holding what the loop waits for.
    HttpServer started = HttpServer.start(ServerOptions.plain(host, port()), loops, this::handle);
    synchronized (this) {
      server = started;
      port = started.port();
    }
  }

  /// Ends all connections and takes no new one.
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

  /// The port it listens on.
  public synchronized int port() {
    return port;
  }

  /// Where to ask it without a proxy.
  public String url() {
    String own = host.equals("0.0.0.0") ? "127.0.0.1" : host;
    return "http://" + own + ":" + port();
  }

  NanoClock clock() {
    return clock;
  }

  /// A probe whose requests are answered so.
  synchronized long probe(Script script) {
    probes++;
    scripts.put(probes, script);
    return probes;
  }

  /// How the prompt of a probe begins.
  static String mark(long probe) {
    return MARK + probe;
  }

  /// What was seen of a probe so far, in the order in which it came.
  synchronized List<Attempt> attempts(long probe) {
    return List.copyOf(attempts.getOrDefault(probe, List.of()));
  }

  /// Changes what is kept of an attempt.
  synchronized void note(Runnable change) {
    change.run();
    notifyAll();
  }

  /// Waits until something holds of the attempts.
  ///
  /// @return whether it came to hold in time
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
    Script script = script(probe, body);
    if (script.end() == Script.End.WHOLE && !STREAM.matcher(body).find()) {
      response.send(200, List.of(JSON), StreamText.whole(probe, script.tokens()));
      return;
    }
    Attempt attempt = new Attempt(request, script.tokens());
    if (probe > 0) {
      note(() -> attempts.computeIfAbsent(probe, _ -> new ArrayList<>()).add(attempt));
    }
    new Emission(probe, script, attempt, this, response).begin();
  }

  private synchronized Script script(long probe, String body) {
    Script known = scripts.get(probe);
    if (known != null) {
      return known;
    }
    Matcher asked = TOKENS.matcher(body);
    int tokens = asked.find() ? Integer.parseInt(asked.group(1)) : USUAL_TOKENS;
    return Script.of(Math.max(1, tokens), USUAL_GAP_MILLIS, Script.End.WHOLE)
        .withFirstMillis(USUAL_FIRST_MILLIS);
  }

  /// Stops listening, closes every connection.
  @Override
  public void close() {
    leave();
    loops.close();
  }
}
