package dev.goodput.app.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A server of one model that answers three words at once, and from some request on nothing but
/// errors. What it was asked it keeps.
final class TinyServer implements AutoCloseable {
  private static final String CHUNK =
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\" so\"}}]}\n\n";
  private static final String END =
      "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
          + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":3,"
          + "\"total_tokens\":12}}\n\ndata: [DONE]\n\n";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final String model;
  private final int contextTokens;
  private final int answers;
  private final int afterwards;
  private final List<String> requested = new CopyOnWriteArrayList<>();

  private TinyServer(
      HttpServer server, String model, int contextTokens, int answers, int afterwards) {
    this.server = server;
    this.model = model;
    this.contextTokens = contextTokens;
    this.answers = answers;
    this.afterwards = afterwards;
  }

  /// @param contextTokens most tokens of prompt and answer
  /// @param answers how many it gives, pre-flight included
  /// @param afterwards the status of what it does not answer
  static TinyServer start(String model, int contextTokens, int answers, int afterwards)
      throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    TinyServer tiny = new TinyServer(server, model, contextTokens, answers, afterwards);
    server.createContext("/v1/models", tiny::models);
    server.createContext("/v1/chat/completions", tiny::answer);
    server.setExecutor(tiny.threads);
    server.start();
    return tiny;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  List<String> requested() {
    return requested;
  }

  private void models(HttpExchange exchange) throws IOException {
    String list =
        "{\"object\":\"list\",\"data\":[{\"id\":\"%s\",\"object\":\"model\",\"max_model_len\":%d}]}"
            .formatted(model, contextTokens);
    send(exchange, 200, "application/json", list);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    requested.add(body);
    boolean known = body.contains("\"model\":\"" + model + "\"");
    if (!known || requested.size() > answers) {
      String why = known ? "out of order" : "The model does not exist";
      send(exchange, known ? afterwards : 404, "application/json", error(why));
      return;
    }
    send(exchange, 200, "text/event-stream", CHUNK.repeat(3) + END);
  }

  private static String error(String message) {
    return "{\"error\":{\"message\":\"" + message + "\"}}";
  }

  private static void send(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
