package dev.goodput.app.score;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A server of one model that adds numbers: it answers `add 3 and 4` with `7`, in two chunks. A sum
/// that ends in 9 it gets wrong, and one that ends in 8 is an error of the server.
final class TaskServer implements AutoCloseable {
  private static final Pattern TASK = Pattern.compile("add (\\d+) and (\\d+)");
  private static final String CHUNK =
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"}}]}\n\n";
  private static final String END =
      "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
          + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2,"
          + "\"total_tokens\":11}}\n\ndata: [DONE]\n\n";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private TaskServer(HttpServer server) {
    this.server = server;
  }

  static TaskServer start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    TaskServer tasks = new TaskServer(server);
    server.createContext("/v1/models", TaskServer::models);
    server.createContext("/v1/chat/completions", TaskServer::answer);
    server.setExecutor(tasks.threads);
    server.start();
    return tasks;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static void models(HttpExchange exchange) throws IOException {
    String list = "{\"object\":\"list\",\"data\":[{\"id\":\"adder\",\"object\":\"model\"}]}";
    send(exchange, 200, "application/json", list);
  }

  private static void answer(HttpExchange exchange) throws IOException {
    Matcher task = TASK.matcher(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    int sum = task.find() ? Integer.parseInt(task.group(1)) + Integer.parseInt(task.group(2)) : 0;
    if (sum % 10 == 8) {
      send(exchange, 500, "application/json", "{\"error\":{\"message\":\"overflow\"}}");
      return;
    }
    String digits = Integer.toString(sum % 10 == 9 ? sum + 1 : sum);
    String events = CHUNK.formatted(digits.charAt(0)) + CHUNK.formatted(digits.substring(1)) + END;
    send(exchange, 200, "text/event-stream", events);
  }

  private static void send(HttpExchange exchange, int status, String type, String body)
      throws IOException {
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
