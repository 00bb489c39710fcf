package dev.goodput.system;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/// A server that answers a pre-flight, and then quotes all that it is sent, in an error of another
/// shape each time.
final class EchoingServer implements AutoCloseable {
  private static final int PROBES = 2;
  private static final String DONE = "data: [DONE]\n\n";
  private static final String GOOD =
      "data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}],"
          + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":1}}\n\n"
          + DONE;

  private final HttpServer server;
  private final AtomicInteger requested = new AtomicInteger();
  private volatile String echoed = "";

  private EchoingServer(HttpServer server) {
    this.server = server;
  }

  static EchoingServer start() throws IOException {
    InetSocketAddress here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    EchoingServer echoing = new EchoingServer(HttpServer.create(here, 0));
    echoing.server.createContext("/", echoing::answer);
    echoing.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    echoing.server.start();
    return echoing;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /// The last that was quoted.
  String echoed() {
    return echoed;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (exchange.getRequestMethod().equals("GET")) {
      send(exchange, 200, "application/json", "{\"data\":[{\"id\":\"m\"}]}");
      return;
    }
    int number = requested.incrementAndGet() - PROBES;
    if (number <= 0) {
      send(exchange, 200, "text/event-stream", GOOD);
      return;
    }
    String quoted = quoted(exchange, body);
    echoed = quoted;
    String error = "{\"error\":{\"message\":\"you sent " + quoted + "\"}}";
    switch (number % 4) {
      case 0 -> send(exchange, 401, "application/json", error);
      case 1 -> send(exchange, 500, "text/html", "<h1>you sent " + quoted + "</h1>");
      case 2 -> send(exchange, 200, "text/event-stream", "data: " + error + "\n\n" + DONE);
      default -> send(exchange, 200, "text/event-stream", "data: you sent " + quoted + "\n\n");
    }
  }

  private static String key(String body) {
    int at = body.indexOf("api_key");
    return at < 0 ? "" : " body " + body.substring(at).replaceAll("[\"{}]", " ");
  }

  private static String quoted(HttpExchange exchange, String body) {
    String headers =
        exchange.getRequestHeaders().entrySet().stream()
            .filter(header -> !header.getKey().equals("User-agent"))
            .map(header -> header.getKey().toLowerCase(Locale.ROOT) + " " + header.getValue())
            .collect(Collectors.joining(", "));
    return exchange.getRequestURI().getQuery() + " " + headers + key(body);
  }

  private static void send(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
