package dev.goodput.app.score;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A server of one model whose answer to the last message of a request is a function. An empty
/// answer is an error of the server.
public final class AnsweringServer implements AutoCloseable {
  private static final String MODELS =
      "{\"object\":\"list\",\"data\":[{\"id\":\"planned\",\"object\":\"model\"}]}";
  private static final String USAGE =
      "\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2,\"total_tokens\":11}";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<JsonNode> bodies = new CopyOnWriteArrayList<>();
  private final List<String> keys = new CopyOnWriteArrayList<>();
  private final UnaryOperator<String> answer;

  private AnsweringServer(HttpServer server, UnaryOperator<String> answer) {
    this.server = server;
    this.answer = answer;
  }

  /// Starts a server.
  ///
  /// @param answer from the last message of a request to the response
  public static AnsweringServer start(UnaryOperator<String> answer) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    AnsweringServer planned = new AnsweringServer(server, answer);
    server.createContext("/v1/models", exchange -> send(exchange, 200, "application/json", MODELS));
    server.createContext("/v1/chat/completions", planned::answer);
    server.setExecutor(planned.threads);
    server.start();
    return planned;
  }

  /// Returns its address.
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /// Returns the bodies of all requests so far.
  List<JsonNode> bodies() {
    return bodies;
  }

  /// Returns the `Authorization` header of each request that had one.
  List<String> keys() {
    return keys;
  }

  private void answer(HttpExchange exchange) throws IOException {
    JsonNode body =
        JsonMapper.shared().readTree(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    bodies.add(body);
    String key = exchange.getRequestHeaders().getFirst("Authorization");
    if (key != null) {
      keys.add(key);
    }
    JsonNode messages = body.required("messages");
    String text = answer.apply(messages.get(messages.size() - 1).required("content").stringValue());
    String quoted = JsonMapper.shared().writeValueAsString(text);
    if (text.isEmpty()) {
      send(exchange, 500, "application/json", "{\"error\":{\"message\":\"planned\"}}");
    } else if (body.path("stream").asBoolean(false)) {
      send(
          exchange,
          200,
          "text/event-stream",
          "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":"
              + quoted
              + "}}]}\n\n"
              + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
              + "data: {\"choices\":[],"
              + USAGE
              + "}\n\ndata: [DONE]\n\n");
    } else {
      send(
          exchange,
          200,
          "application/json",
          "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":"
              + quoted
              + "},\"finish_reason\":\"stop\"}],"
              + USAGE
              + "}");
    }
  }

  /// Sends a whole response.
  static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
